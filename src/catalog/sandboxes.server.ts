// Written by `npm run gen` from the folders beside it.
import { cutoutSandbox } from '#catalog/cutout/sandbox.server.ts'
import { elevenmusicSandbox } from '#catalog/elevenmusic/sandbox.server.ts'
import { eraseSandbox } from '#catalog/erase/sandbox.server.ts'
import { fluxSandbox } from '#catalog/flux/sandbox.server.ts'
import { gptimageSandbox } from '#catalog/gptimage/sandbox.server.ts'
import { grokimagineSandbox } from '#catalog/grokimagine/sandbox.server.ts'
import { hailuoSandbox } from '#catalog/hailuo/sandbox.server.ts'
import { headshotsSandbox } from '#catalog/headshots/sandbox.server.ts'
import { ideogramSandbox } from '#catalog/ideogram/sandbox.server.ts'
import { klingSandbox } from '#catalog/kling/sandbox.server.ts'
import { lipsyncSandbox } from '#catalog/lipsync/sandbox.server.ts'
import { lumaSandbox } from '#catalog/luma/sandbox.server.ts'
import { lyriaSandbox } from '#catalog/lyria/sandbox.server.ts'
import { midjourneySandbox } from '#catalog/midjourney/sandbox.server.ts'
import { minimaxmusicSandbox } from '#catalog/minimaxmusic/sandbox.server.ts'
import { nanobananaSandbox } from '#catalog/nanobanana/sandbox.server.ts'
import { outpaintSandbox } from '#catalog/outpaint/sandbox.server.ts'
import { pikaSandbox } from '#catalog/pika/sandbox.server.ts'
import { pixverseSandbox } from '#catalog/pixverse/sandbox.server.ts'
import { qrartSandbox } from '#catalog/qrart/sandbox.server.ts'
import { seedanceSandbox } from '#catalog/seedance/sandbox.server.ts'
import { seedreamSandbox } from '#catalog/seedream/sandbox.server.ts'
import { speechSandbox } from '#catalog/speech/sandbox.server.ts'
import { sunoSandbox } from '#catalog/suno/sandbox.server.ts'
import { transcribeSandbox } from '#catalog/transcribe/sandbox.server.ts'
import { upscaleSandbox } from '#catalog/upscale/sandbox.server.ts'
import { veoSandbox } from '#catalog/veo/sandbox.server.ts'
import { wanSandbox } from '#catalog/wan/sandbox.server.ts'
import type { SandboxService } from '#sandbox/media.ts'

/** The sandbox's implementations, by service id. */
export const SANDBOX_SERVICES: Readonly<Record<string, SandboxService>> = {
  cutout: cutoutSandbox,
  elevenmusic: elevenmusicSandbox,
  erase: eraseSandbox,
  flux: fluxSandbox,
  gptimage: gptimageSandbox,
  grokimagine: grokimagineSandbox,
  hailuo: hailuoSandbox,
  headshots: headshotsSandbox,
  ideogram: ideogramSandbox,
  kling: klingSandbox,
  lipsync: lipsyncSandbox,
  luma: lumaSandbox,
  lyria: lyriaSandbox,
  midjourney: midjourneySandbox,
  minimaxmusic: minimaxmusicSandbox,
  nanobanana: nanobananaSandbox,
  outpaint: outpaintSandbox,
  pika: pikaSandbox,
  pixverse: pixverseSandbox,
  qrart: qrartSandbox,
  seedance: seedanceSandbox,
  seedream: seedreamSandbox,
  speech: speechSandbox,
  suno: sunoSandbox,
  transcribe: transcribeSandbox,
  upscale: upscaleSandbox,
  veo: veoSandbox,
  wan: wanSandbox
}
