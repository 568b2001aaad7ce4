// Written by `npm run gen` from the folders beside it.
import { fluxFal } from '#catalog/flux/fal.server.ts'
import { gptimageFal } from '#catalog/gptimage/fal.server.ts'
import { grokimagineFal } from '#catalog/grokimagine/fal.server.ts'
import { hailuoFal } from '#catalog/hailuo/fal.server.ts'
import { headshotsFal } from '#catalog/headshots/fal.server.ts'
import { ideogramFal } from '#catalog/ideogram/fal.server.ts'
import { klingFal } from '#catalog/kling/fal.server.ts'
import { lumaFal } from '#catalog/luma/fal.server.ts'
import { nanobananaFal } from '#catalog/nanobanana/fal.server.ts'
import { nanobananaGemini } from '#catalog/nanobanana/gemini.server.ts'
import { pikaFal } from '#catalog/pika/fal.server.ts'
import { pixverseFal } from '#catalog/pixverse/fal.server.ts'
import { qrartFal } from '#catalog/qrart/fal.server.ts'
import { seedanceFal } from '#catalog/seedance/fal.server.ts'
import { seedreamFal } from '#catalog/seedream/fal.server.ts'
import { sunoFal } from '#catalog/suno/fal.server.ts'
import { veoFal } from '#catalog/veo/fal.server.ts'
import { veoGemini } from '#catalog/veo/gemini.server.ts'
import { wanFal } from '#catalog/wan/fal.server.ts'
import type { VendorService } from '#core/vendor.ts'

type Vendor = 'fal' | 'gemini'

/** The implementations of vendors, by vendor name and service id. */
export const VENDORS: Readonly<Record<Vendor, Readonly<Record<string, VendorService>>>> = {
  fal: {
    flux: fluxFal,
    gptimage: gptimageFal,
    grokimagine: grokimagineFal,
    hailuo: hailuoFal,
    headshots: headshotsFal,
    ideogram: ideogramFal,
    kling: klingFal,
    luma: lumaFal,
    nanobanana: nanobananaFal,
    pika: pikaFal,
    pixverse: pixverseFal,
    qrart: qrartFal,
    seedance: seedanceFal,
    seedream: seedreamFal,
    suno: sunoFal,
    veo: veoFal,
    wan: wanFal
  },
  gemini: {
    nanobanana: nanobananaGemini,
    veo: veoGemini
  }
}
