// Written by `npm run gen` from the folders beside it.
import { fluxFal } from '#catalog/flux/fal.server.ts'
import { hailuoFal } from '#catalog/hailuo/fal.server.ts'
import { headshotsFal } from '#catalog/headshots/fal.server.ts'
import { klingFal } from '#catalog/kling/fal.server.ts'
import { lumaFal } from '#catalog/luma/fal.server.ts'
import { nanobananaFal } from '#catalog/nanobanana/fal.server.ts'
import { nanobananaGemini } from '#catalog/nanobanana/gemini.server.ts'
import { pikaFal } from '#catalog/pika/fal.server.ts'
import { pixverseFal } from '#catalog/pixverse/fal.server.ts'
import { qrartFal } from '#catalog/qrart/fal.server.ts'
import { sunoFal } from '#catalog/suno/fal.server.ts'
import { veoFal } from '#catalog/veo/fal.server.ts'
import type { VendorService } from '#core/vendor.ts'

type Vendor = 'fal' | 'gemini'

/** The implementations of vendors, by vendor name and service id. */
export const VENDORS: Readonly<Record<Vendor, Readonly<Record<string, VendorService>>>> = {
  fal: {
    flux: fluxFal,
    hailuo: hailuoFal,
    headshots: headshotsFal,
    kling: klingFal,
    luma: lumaFal,
    nanobanana: nanobananaFal,
    pika: pikaFal,
    pixverse: pixverseFal,
    qrart: qrartFal,
    suno: sunoFal,
    veo: veoFal
  },
  gemini: {
    nanobanana: nanobananaGemini
  }
}
