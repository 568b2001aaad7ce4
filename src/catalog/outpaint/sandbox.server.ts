import type { outpaint } from '#catalog/outpaint/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/**
 * Shows the image on a sheet of the new ratio. A blurred continuation of the image fills the rest.
 */
const images = sandboxMaker<typeof outpaint, 'images'>(async ({ values, seed }, studio) => {
  const { image_url, aspect_ratio, prompt = '' } = values
  const [wide = 1, tall = 1] = aspect_ratio.split(':').map(Number)
  const picture = await studio.read(image_url)
  const { bytes, width, height } = await studio.run('retouch', {
    kind: 'expand',
    picture,
    ratio: wide / tall,
    seed
  })
  return [
    {
      values: { prompt, image_width: width, image_height: height },
      files: { image_url: { bytes } }
    }
  ]
})

export const outpaintSandbox: SandboxService = { images: { seconds: 3, make: images } }
