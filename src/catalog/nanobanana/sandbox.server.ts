import type { nanobanana } from '#catalog/nanobanana/service.ts'
import type { MediaOutput } from '#core/provider.ts'
import { pictureSize } from '#media/picture-size.ts'
import { sizeForRatio } from '#media/picture.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

/** Pixels of an image. The sandbox cannot paint 4K, so it returns its largest size instead. */
const PIXELS = { '1K': 1024 ** 2, '2K': 2048 ** 2, '4K': 2048 ** 2 }
const LONGEST = 2048

/** Largest ratio of the longer side to the shorter one of an edited image. */
const SLIMMEST = 4

const images = makerFor<typeof nanobanana, 'images'>(async ({ values, seed }, studio) => {
  const { prompt, model, image_urls = [], resolution = '1K', count = 1 } = values
  const inputs = await Promise.all(image_urls.map(address => studio.read(address)))
  const size = within(sizeForRatio(values.aspect_ratio ?? ratioOf(inputs[0]), PIXELS[resolution]))
  const paint = async (variant: number): Promise<MediaOutput> => {
    const bytes = await studio.run('picture', {
      prompt,
      seed,
      variant,
      ...size,
      format: 'jpeg',
      inputs
    })
    return {
      values: { prompt, model, image_width: size.width, image_height: size.height },
      files: { image_url: { bytes } }
    }
  }
  return Promise.all(Array.from({ length: count }, (_, at) => paint(at)))
})

type Size = { width: number; height: number }

function ratioOf(picture: Uint8Array | undefined): string {
  const { width, height } = (picture && pictureSize(picture)) ?? { width: 1, height: 1 }
  if (width > height * SLIMMEST) return `${SLIMMEST}:1`
  return height > width * SLIMMEST ? `1:${SLIMMEST}` : `${width}:${height}`
}

function within({ width, height }: Size): Size {
  const share = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.round(width * share), height: Math.round(height * share) }
}

export const nanobananaSandbox: SandboxService = { images: { seconds: 6, make: images } }
