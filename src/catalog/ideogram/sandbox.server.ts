import { repaintImages } from '#catalog/erase/sandbox-repaint.server.ts'
import type { ideogram } from '#catalog/ideogram/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof ideogram, 'images'>(({ values, seed: own }, studio) => {
  const { image_urls: [image_url] = [], mask_url, resolution = '1K' } = values
  const seed = String(values.seed ?? own)
  return image_url === undefined || mask_url === undefined
    ? paintImages(studio, { ...values, resolution, seed })
    : repaintImages(studio, { ...values, seed, image_url, mask_url, marks: 'black' })
})

export const ideogramSandbox: SandboxService = { images: { seconds: 6, make: images } }
