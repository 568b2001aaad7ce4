import type { erase } from '#catalog/erase/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

/** Blurs the masked part, or paints a poster of the prompt into it. */
const images = sandboxMaker<typeof erase, 'images'>(async ({ values, seed }, studio) => {
  const { image_url, mask_url, prompt = '' } = values
  const [picture, mask] = await Promise.all([studio.read(image_url), studio.read(mask_url)])
  const { bytes, width, height } = await studio.run('retouch', {
    kind: 'erase',
    picture,
    mask,
    prompt,
    seed
  })
  return [
    {
      values: { prompt, image_width: width, image_height: height },
      files: { image_url: { bytes } }
    }
  ]
})

export const eraseSandbox: SandboxService = { images: { seconds: 3, make: images } }
