import { chat } from '#catalog/chat/service.ts'
import { flux } from '#catalog/flux/service.ts'
import { hailuo } from '#catalog/hailuo/service.ts'
import { headshots } from '#catalog/headshots/service.ts'
import { kling } from '#catalog/kling/service.ts'
import { luma } from '#catalog/luma/service.ts'
import { midjourney } from '#catalog/midjourney/service.ts'
import { nanobanana } from '#catalog/nanobanana/service.ts'
import { pika } from '#catalog/pika/service.ts'
import { pixverse } from '#catalog/pixverse/service.ts'
import { qrart } from '#catalog/qrart/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { veo } from '#catalog/veo/service.ts'
import type { Service } from '#core/service.ts'

/** Every generation service, in the order in which the frame shows them. */
export const SERVICES: readonly Service[] = [
  chat,
  midjourney,
  flux,
  nanobanana,
  qrart,
  headshots,
  kling,
  veo,
  luma,
  hailuo,
  pixverse,
  pika,
  suno
]

export function findService(id: string): Service | undefined {
  return SERVICES.find(service => service.id === id || service.serviceId === id)
}
