import type { upscale } from '#catalog/upscale/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/** Resizes the given image. No model adds details. */
const images = sandboxMaker<typeof upscale, 'images'>(async ({ values, seed }, studio) => {
  const { image_url, model, factor } = values
  const picture = await studio.read(image_url)
  const { bytes, width, height } = await studio.run('retouch', {
    kind: 'upscale',
    picture,
    by: factor,
    seed
  })
  return [
    {
      values: { model, image_width: width, image_height: height },
      files: { image_url: { bytes } }
    }
  ]
})

export const upscaleSandbox: SandboxService = { images: { seconds: 3, make: images } }
