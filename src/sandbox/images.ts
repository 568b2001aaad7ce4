import type { MaskMarks } from '#core/field.ts'
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
  /** Address of a mask of the first of them, and how it marks what changes. */
  mask_url?: string
  marks?: MaskMarks
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
  const { prompt, model, count = 1, image_urls = [], mask_url } = order
  const [inputs, mask] = await Promise.all([
    Promise.all(image_urls.map(address => studio.read(address))),
    mask_url === undefined ? null : studio.read(mask_url)
  ])
  const paint =
    mask === null ? painterOf(studio, order, inputs) : editorOf(studio, order, inputs, mask)
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { bytes, width, height } = await paint(at)
      return {
        values: { prompt, model, image_width: width, image_height: height },
        files: { image_url: { bytes } }
      }
    })
  )
}

/** Makes the image of a variant. */
type Paint = (variant: number) => Promise<Size & { bytes: Uint8Array }>

/** Paints new images, which show the inputs. */
function painterOf(
  studio: SandboxContext,
  { prompt, seed, aspect_ratio, resolution, format = 'jpeg' }: ImagesOrder,
  inputs: readonly Uint8Array[]
): Paint {
  const size = within(
    sizeForRatio(aspect_ratio ?? pictureRatio(inputs[0], RATIO), PIXELS[resolution])
  )
  return async variant => {
    const bytes = await studio.run('picture', { prompt, seed, variant, ...size, format, inputs })
    return { bytes, ...size }
  }
}

/** Paints into the part of the first input that a mask marks. */
function editorOf(
  studio: SandboxContext,
  { prompt, seed, marks = 'white' }: ImagesOrder,
  [picture = new Uint8Array()]: readonly Uint8Array[],
  mask: Uint8Array
): Paint {
  return variant =>
    studio.run('retouch', {
      kind: 'erase',
      picture,
      mask,
      marks,
      prompt,
      seed: `${seed} ${variant}`
    })
}

type Size = { width: number; height: number }

function within({ width, height }: Size): Size {
  const share = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.round(width * share), height: Math.round(height * share) }
}
