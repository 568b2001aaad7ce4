import type { cutout } from '#catalog/cutout/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/**
 * Makes the colour of the border transparent, since there is no model that knows what the image
 * shows.
 */
const images = sandboxMaker<typeof cutout, 'images'>(async ({ values, seed }, studio) => {
  const picture = await studio.read(values.image_url)
  const { bytes, width, height } = await studio.run('retouch', { kind: 'cutout', picture, seed })
  return [{ values: { image_width: width, image_height: height }, files: { image_url: { bytes } } }]
})

export const cutoutSandbox: SandboxService = { images: { seconds: 2, make: images } }
