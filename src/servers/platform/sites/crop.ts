import type { Metadata } from 'sharp'
import type { SitePictureKind } from '#contract/site-picture.ts'
import { Problem } from '#core/problem.ts'
import { sniffType } from '#servers/files/content-type.ts'

/** The part of a picture to keep, in fractions of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number }

/**
 * Maximum size of each picture in pixels, twice the size on pages. `whole`: the picture is not
 * cropped, since it is a QR code.
 */
const SIZES: Record<SitePictureKind, { width: number; height: number; whole?: true }> = {
  logo: { width: 400, height: 120 },
  favicon: { width: 192, height: 192 },
  wechat: { width: 600, height: 600, whole: true }
}

/**
 * The accepted types, detected from the bytes. Vector images can run scripts, so none is accepted,
 * whatever its name.
 */
const TAKEN = /^image\/(png|jpeg|gif|webp|avif)$/

/**
 * The largest picture to decode, in pixels, and the time limit in seconds. A small file can hold a
 * huge picture.
 */
const MAX_PIXELS = 40_000_000
const PATIENCE = 20

/**
 * Converts a picture to the form that a site stores: the chosen part, or its middle, as PNG.
 * Nothing else of the uploaded file is kept.
 * @throws Problem `bad_request` naming `file`: `not_allowed` for a file that is not a picture,
 * `invalid` for a broken or too large one
 */
export async function cropPicture(
  source: Uint8Array,
  kind: SitePictureKind,
  crop: Crop | null
): Promise<Uint8Array<ArrayBuffer>> {
  if (!TAKEN.test(sniffType(source) ?? '')) throw refused('not_allowed')
  const { default: sharp } = await import('sharp')
  try {
    // Turn it upright first, because the user chose the part on the picture as browsers show it.
    const upright = await sharp(source, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .timeout({ seconds: PATIENCE })
      .png()
      .toBuffer()
    const part = await sharp(upright).metadata()
    const { width, height, whole } = SIZES[kind]
    const picture = sharp(upright).extract(
      whole && crop === null ? all(part) : area(part, crop, whole ? null : width / height)
    )
    const made = await picture
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return new Uint8Array(made)
  } catch (cause) {
    throw refused('invalid', cause)
  }
}

type Area = { left: number; top: number; width: number; height: number }

function all({ width, height }: Pick<Metadata, 'width' | 'height'>): Area {
  return { left: 0, top: 0, width, height }
}

/**
 * Returns the largest area of the wanted shape in the middle of the chosen part, in whole pixels.
 * @param ratio width divided by height; null for the shape of the chosen part
 */
function area(
  size: Pick<Metadata, 'width' | 'height'>,
  crop: Crop | null,
  ratio: number | null
): Area {
  const { left, top, width, height } = crop ?? { left: 0, top: 0, width: 1, height: 1 }
  const chosen = { width: width * size.width, height: height * size.height }
  const shape = ratio ?? chosen.width / chosen.height
  const fitting = {
    width: Math.min(chosen.width, chosen.height * shape),
    height: Math.min(chosen.height, chosen.width / shape)
  }
  const whole = {
    width: Math.min(size.width, Math.max(1, Math.round(fitting.width))),
    height: Math.min(size.height, Math.max(1, Math.round(fitting.height)))
  }
  const at = (start: number, length: number, inner: number, most: number): number =>
    Math.min(Math.max(0, Math.round(start + (length - inner) / 2)), most - inner)
  return {
    ...whole,
    left: at(left * size.width, chosen.width, whole.width, size.width),
    top: at(top * size.height, chosen.height, whole.height, size.height)
  }
}

function refused(code: 'not_allowed' | 'invalid', cause?: unknown): Problem {
  return new Problem('bad_request', {
    detail: `file: must be a PNG, JPEG, WebP, GIF or AVIF image`,
    issues: [{ field: 'file', code }],
    cause
  })
}
