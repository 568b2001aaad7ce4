import sharp, { type Sharp } from 'sharp'
import { PAGE_BACKGROUND } from '#core/accent.ts'
import { toHex, oklchToLinear } from '#core/colour.ts'
import { ICONS, type IconName } from '#sections/discovery/icons.ts'

/** The icon of a site without its own image, as SVG text. */
const [OURS = ''] = Object.values(
  import.meta.glob<string>('/public/favicon.svg', { query: '?raw', import: 'default', eager: true })
)

/**
 * The share of an opaque icon's side that an image fills: all of it where the image is opaque up to
 * its edge, less where we add a background.
 */
const FULL = 1
const INSET = 0.66

/** Resolution in DPI in which SVG is rendered first, so that our icon stays sharp. */
const DENSITY = 1200

/** Uploaded images are read only in these formats and up to this number of pixels. */
const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heif']
const MOST_PIXELS = 4096 * 4096

/** An image whose brightness, from 0 to 255, is above this gets a dark background. */
const BRIGHT = 190

/**
 * Draws an icon as PNG.
 * @param picture the site's own image; null for ours
 * @throws Error where it is not an image
 */
export async function drawIcon(picture: Uint8Array | null, name: IconName): Promise<Buffer> {
  const { size, opaque } = ICONS[name]
  // An icon that the system cuts to a shape must not have round corners already.
  if (picture === null)
    return square(
      sharp(Buffer.from(opaque ? OURS.replace(/ rx="\d+"/, '') : OURS), { density: DENSITY }),
      size
    )
  const source = sharp(picture, { limitInputPixels: MOST_PIXELS })
  const { format = '' } = await source.metadata()
  if (!FORMATS.includes(format)) throw new Error(`an icon is not drawn from ${format}`)
  return opaque ? onGround(source, size) : square(source, size)
}

/** Fits the whole image into a square. The rest of the square is transparent. */
function square(source: Sharp, size: number): Promise<Buffer> {
  return source.clone().resize(size, size, { fit: 'contain', background: '#0000' }).png().toBuffer()
}

/**
 * Draws an image with opaque corners up to the edge. Any other image gets a background on which it
 * is visible.
 */
async function onGround(source: Sharp, size: number): Promise<Buffer> {
  const { covered, bright } = await looksLike(source)
  const inner = Math.round(size * (covered ? FULL : INSET))
  const background = toHex(oklchToLinear(PAGE_BACKGROUND[bright ? 'dark' : 'light']))
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: await square(source, inner), gravity: 'centre' }])
    .png()
    .toBuffer()
}

async function looksLike(source: Sharp): Promise<{ covered: boolean; bright: boolean }> {
  const SIDE = 16
  const pixels = await sharp(await square(source, SIDE))
    .ensureAlpha()
    .raw()
    .toBuffer()
  const at = (x: number, y: number): number => pixels[(y * SIDE + x) * 4 + 3] ?? 0
  const corners = [at(0, 0), at(SIDE - 1, 0), at(0, SIDE - 1), at(SIDE - 1, SIDE - 1)]
  let [light, weight] = [0, 0]
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4)
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha
    weight += alpha
  }
  return {
    covered: corners.every(alpha => alpha > 250),
    bright: weight > 0 && light / weight > BRIGHT
  }
}
