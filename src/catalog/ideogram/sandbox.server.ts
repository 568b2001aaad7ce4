import type { ideogram } from '#catalog/ideogram/service.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/** Paints new images, or a poster of the prompt into the part of the image that a mask marks. */
const images = sandboxMaker<typeof ideogram, 'images'>(async ({ values, seed: own }, studio) => {
  const { image_urls = [], mask_url, prompt, model, count, resolution = '1K' } = values
  const [image_url] = image_urls
  const seed = String(values.seed ?? own)
  if (image_url === undefined || mask_url === undefined)
    return paintImages(studio, { ...values, resolution, seed })
  const [picture, mask] = await Promise.all([studio.read(image_url), studio.read(mask_url)])
  const change = { kind: 'erase', marks: 'black', picture, mask, prompt } as const
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const order = { ...change, seed: `${seed} ${at}` }
      const { bytes, width, height } = await studio.run('retouch', order)
      return {
        values: { prompt, model, image_width: width, image_height: height },
        files: { image_url: { bytes } }
      }
    })
  )
})

export const ideogramSandbox: SandboxService = { images: { seconds: 6, make: images } }
