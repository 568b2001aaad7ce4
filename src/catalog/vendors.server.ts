// Written by `npm run gen` from the folders beside it.
import { cutoutFal } from '#catalog/cutout/fal.server.ts'
import { elevenmusicElevenlabs } from '#catalog/elevenmusic/elevenlabs.server.ts'
import { elevenmusicFal } from '#catalog/elevenmusic/fal.server.ts'
import { eraseFal } from '#catalog/erase/fal.server.ts'
import { fluxA1111 } from '#catalog/flux/a1111.server.ts'
import { fluxComfyui } from '#catalog/flux/comfyui.server.ts'
import { fluxFal } from '#catalog/flux/fal.server.ts'
import { fluxReplicate } from '#catalog/flux/replicate.server.ts'
import { gptimageFal } from '#catalog/gptimage/fal.server.ts'
import { gptimageOpenai } from '#catalog/gptimage/openai.server.ts'
import { grokimagineFal } from '#catalog/grokimagine/fal.server.ts'
import { grokimagineXai } from '#catalog/grokimagine/xai.server.ts'
import { hailuoFal } from '#catalog/hailuo/fal.server.ts'
import { hailuoMinimax } from '#catalog/hailuo/minimax.server.ts'
import { headshotsFal } from '#catalog/headshots/fal.server.ts'
import { ideogramFal } from '#catalog/ideogram/fal.server.ts'
import { klingFal } from '#catalog/kling/fal.server.ts'
import { klingKling } from '#catalog/kling/kling.server.ts'
import { lipsyncFal } from '#catalog/lipsync/fal.server.ts'
import { lipsyncKling } from '#catalog/lipsync/kling.server.ts'
import { lumaFal } from '#catalog/luma/fal.server.ts'
import { lumaLuma } from '#catalog/luma/luma.server.ts'
import { lyriaFal } from '#catalog/lyria/fal.server.ts'
import { minimaxmusicFal } from '#catalog/minimaxmusic/fal.server.ts'
import { nanobananaFal } from '#catalog/nanobanana/fal.server.ts'
import { nanobananaGemini } from '#catalog/nanobanana/gemini.server.ts'
import { outpaintFal } from '#catalog/outpaint/fal.server.ts'
import { pikaFal } from '#catalog/pika/fal.server.ts'
import { pixverseFal } from '#catalog/pixverse/fal.server.ts'
import { qrartFal } from '#catalog/qrart/fal.server.ts'
import { seedanceFal } from '#catalog/seedance/fal.server.ts'
import { seedanceRunway } from '#catalog/seedance/runway.server.ts'
import { seedreamFal } from '#catalog/seedream/fal.server.ts'
import { speechElevenlabs } from '#catalog/speech/elevenlabs.server.ts'
import { speechFal } from '#catalog/speech/fal.server.ts'
import { speechMinimax } from '#catalog/speech/minimax.server.ts'
import { speechOpenai } from '#catalog/speech/openai.server.ts'
import { sunoFal } from '#catalog/suno/fal.server.ts'
import { transcribeElevenlabs } from '#catalog/transcribe/elevenlabs.server.ts'
import { transcribeFal } from '#catalog/transcribe/fal.server.ts'
import { transcribeOpenai } from '#catalog/transcribe/openai.server.ts'
import { upscaleFal } from '#catalog/upscale/fal.server.ts'
import { veoFal } from '#catalog/veo/fal.server.ts'
import { wanFal } from '#catalog/wan/fal.server.ts'
import { wanRunway } from '#catalog/wan/runway.server.ts'
import type { VendorService } from '#core/vendor.ts'

type Vendor =
  | 'fal'
  | 'gemini'
  | 'elevenlabs'
  | 'a1111'
  | 'comfyui'
  | 'replicate'
  | 'minimax'
  | 'luma'
  | 'kling'
  | 'runway'
  | 'openai'
  | 'xai'

/** The implementations of vendors, by vendor name and service id. */
export const VENDOR_SERVICES: Readonly<Record<Vendor, Readonly<Record<string, VendorService>>>> = {
  fal: {
    cutout: cutoutFal,
    elevenmusic: elevenmusicFal,
    erase: eraseFal,
    flux: fluxFal,
    gptimage: gptimageFal,
    grokimagine: grokimagineFal,
    hailuo: hailuoFal,
    headshots: headshotsFal,
    ideogram: ideogramFal,
    kling: klingFal,
    lipsync: lipsyncFal,
    luma: lumaFal,
    lyria: lyriaFal,
    minimaxmusic: minimaxmusicFal,
    nanobanana: nanobananaFal,
    outpaint: outpaintFal,
    pika: pikaFal,
    pixverse: pixverseFal,
    qrart: qrartFal,
    seedance: seedanceFal,
    seedream: seedreamFal,
    speech: speechFal,
    suno: sunoFal,
    transcribe: transcribeFal,
    upscale: upscaleFal,
    veo: veoFal,
    wan: wanFal
  },
  gemini: {
    nanobanana: nanobananaGemini
  },
  elevenlabs: {
    elevenmusic: elevenmusicElevenlabs,
    speech: speechElevenlabs,
    transcribe: transcribeElevenlabs
  },
  a1111: {
    flux: fluxA1111
  },
  comfyui: {
    flux: fluxComfyui
  },
  replicate: {
    flux: fluxReplicate
  },
  minimax: {
    hailuo: hailuoMinimax,
    speech: speechMinimax
  },
  luma: {
    luma: lumaLuma
  },
  kling: {
    kling: klingKling,
    lipsync: lipsyncKling
  },
  runway: {
    seedance: seedanceRunway,
    wan: wanRunway
  },
  openai: {
    gptimage: gptimageOpenai,
    speech: speechOpenai,
    transcribe: transcribeOpenai
  },
  xai: {
    grokimagine: grokimagineXai
  }
}
