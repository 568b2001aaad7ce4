// Written by `npm run gen` from the folders beside it.
import { fluxSandbox } from '#catalog/flux/sandbox.server.ts'
import { gptimageSandbox } from '#catalog/gptimage/sandbox.server.ts'
import { grokimagineSandbox } from '#catalog/grokimagine/sandbox.server.ts'
import { hailuoSandbox } from '#catalog/hailuo/sandbox.server.ts'
import { headshotsSandbox } from '#catalog/headshots/sandbox.server.ts'
import { ideogramSandbox } from '#catalog/ideogram/sandbox.server.ts'
import { klingSandbox } from '#catalog/kling/sandbox.server.ts'
import { lumaSandbox } from '#catalog/luma/sandbox.server.ts'
import { midjourneySandbox } from '#catalog/midjourney/sandbox.server.ts'
import { nanobananaSandbox } from '#catalog/nanobanana/sandbox.server.ts'
import { pikaSandbox } from '#catalog/pika/sandbox.server.ts'
import { pixverseSandbox } from '#catalog/pixverse/sandbox.server.ts'
import { qrartSandbox } from '#catalog/qrart/sandbox.server.ts'
import { seedanceSandbox } from '#catalog/seedance/sandbox.server.ts'
import { seedreamSandbox } from '#catalog/seedream/sandbox.server.ts'
import { sunoSandbox } from '#catalog/suno/sandbox.server.ts'
import { veoSandbox } from '#catalog/veo/sandbox.server.ts'
import { wanSandbox } from '#catalog/wan/sandbox.server.ts'
import type { SandboxService } from '#sandbox/media.ts'

/** The sandbox's implementations, by service id. */
export const SANDBOXES: Readonly<Record<string, SandboxService>> = {
  flux: fluxSandbox,
  gptimage: gptimageSandbox,
  grokimagine: grokimagineSandbox,
  hailuo: hailuoSandbox,
  headshots: headshotsSandbox,
  ideogram: ideogramSandbox,
  kling: klingSandbox,
  luma: lumaSandbox,
  midjourney: midjourneySandbox,
  nanobanana: nanobananaSandbox,
  pika: pikaSandbox,
  pixverse: pixverseSandbox,
  qrart: qrartSandbox,
  seedance: seedanceSandbox,
  seedream: seedreamSandbox,
  suno: sunoSandbox,
  veo: veoSandbox,
  wan: wanSandbox
}
