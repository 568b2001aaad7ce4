import type { MediaOutput } from '#core/provider.ts'
import { pictureRatio } from '#media/picture-size.ts'
import type { PictureFormat } from '#media/picture.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import type { SandboxContext } from '#sandbox/media.ts'

/** The values of an action that makes or edits images, and how they are made. */
type ImagesOrder = {
  prompt: string
  model: string
  resolution: '1K' | '2K' | '4K'
  count?: number
  /** Such as `16:9`; by default that of the first input, or a square. */
  aspect_ratio?: string
  /** Addresses of the images that they show. */
  image_urls?: readonly string[]
  seed: string
  /** JPEG by default. */
  format?: PictureFormat
}

/** Pixels of an image. The sandbox cannot paint 4K, so it returns its largest size instead. */
const PIXELS = { '1K': 1024 ** 2, '2K': 2048 ** 2, '4K': 2048 ** 2 }
const LONGEST = 2048

/** The ratio of an image without a chosen one: a square without an input, and never slimmer. */
const RATIO = { usual: { width: 1, height: 1 }, slimmest: 4 }

/** Makes several images of one prompt. The same order gives the same images. */
export async function paintImages(
  studio: SandboxContext,
  order: ImagesOrder
): Promise<MediaOutput[]> {
  const { prompt, model, seed, aspect_ratio, resolution, count = 1, format = 'jpeg' } = order
  const inputs = await Promise.all((order.image_urls ?? []).map(address => studio.read(address)))
  const size = within(
    sizeForRatio(aspect_ratio ?? pictureRatio(inputs[0], RATIO), PIXELS[resolution])
  )
  const paint = async (variant: number): Promise<MediaOutput> => ({
    values: { prompt, model, image_width: size.width, image_height: size.height },
    files: {
      image_url: {
        bytes: await studio.run('picture', { prompt, seed, variant, ...size, format, inputs })
      }
    }
  })
  return Promise.all(Array.from({ length: count }, (_, at) => paint(at)))
}

type Size = { width: number; height: number }

function within({ width, height }: Size): Size {
  const share = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.round(width * share), height: Math.round(height * share) }
}
