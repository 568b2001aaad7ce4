import { repaintImages } from '#catalog/erase/sandbox-repaint.server.ts'
import type { gptimage } from '#catalog/gptimage/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof gptimage, 'images'>(({ values, seed }, studio) => {
  const { image_urls: [image_url] = [], mask_url, transparent } = values
  return image_url === undefined || mask_url === undefined
    ? paintImages(studio, { ...values, seed, format: transparent ? 'png' : 'jpeg' })
    : repaintImages(studio, { ...values, seed, image_url, mask_url, marks: 'transparent' })
})

export const gptimageSandbox: SandboxService = { images: { seconds: 6, make: images } }
