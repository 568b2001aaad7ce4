// Written by `npm run gen` from the folders beside it.
import { chat } from '#catalog/chat/service.ts'
import { cutout } from '#catalog/cutout/service.ts'
import { elevenmusic } from '#catalog/elevenmusic/service.ts'
import { erase } from '#catalog/erase/service.ts'
import { flux } from '#catalog/flux/service.ts'
import { gptimage } from '#catalog/gptimage/service.ts'
import { grokimagine } from '#catalog/grokimagine/service.ts'
import { hailuo } from '#catalog/hailuo/service.ts'
import { headshots } from '#catalog/headshots/service.ts'
import { ideogram } from '#catalog/ideogram/service.ts'
import { kling } from '#catalog/kling/service.ts'
import { lipsync } from '#catalog/lipsync/service.ts'
import { luma } from '#catalog/luma/service.ts'
import { lyria } from '#catalog/lyria/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { minimaxmusic } from '#catalog/minimaxmusic/service.ts'
import { nanobanana } from '#catalog/nanobanana/service.ts'
import { outpaint } from '#catalog/outpaint/service.ts'
import { pika } from '#catalog/pika/service.ts'
import { pixverse } from '#catalog/pixverse/service.ts'
import { qrart } from '#catalog/qrart/service.ts'
import { seedance } from '#catalog/seedance/service.ts'
import { seedream } from '#catalog/seedream/service.ts'
import { speech } from '#catalog/speech/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { transcribe } from '#catalog/transcribe/service.ts'
import { upscale } from '#catalog/upscale/service.ts'
import { veo } from '#catalog/veo/service.ts'
import { wan } from '#catalog/wan/service.ts'

/** Every service, by its id. */
export const SERVICES_BY_ID = {
  chat,
  cutout,
  elevenmusic,
  erase,
  flux,
  gptimage,
  grokimagine,
  hailuo,
  headshots,
  ideogram,
  kling,
  lipsync,
  luma,
  lyria,
  midjourney,
  minimaxmusic,
  nanobanana,
  outpaint,
  pika,
  pixverse,
  qrart,
  seedance,
  seedream,
  speech,
  suno,
  transcribe,
  upscale,
  veo,
  wan
}
