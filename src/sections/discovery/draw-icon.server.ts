import sharp, { type Sharp } from 'sharp'
import { GROUND } from '#core/accent.ts'
import { toHex, toLinear } from '#core/colour.ts'
import { ICONS, type IconName } from '#sections/discovery/icons.ts'

/** What a site without a picture of its own shows, as text of an SVG. */
const [OURS = ''] = Object.values(import.meta.glob<string>('/public/favicon.svg', { query: '?raw', import: 'default', eager: true }))

/** Of the side of an opaque icon, how much a picture with a ground of its own and one without fill. */
const FULL = 1
const INSET = 0.66

/** Pictures that are drawn larger than they are first, so that ours stays sharp. */
const DENSITY = 1200

/** Pictures from people are only read in these forms, and only up to so many pixels. */
const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'avif', 'heif']
const MOST_PIXELS = 4096 * 4096

/** Brighter than this, of 255, a picture is put on a dark ground. */
const BRIGHT = 190

/**
 * Draws an icon as PNG.
 * @param picture a site's own; null for ours
 * @throws Error for what is no picture
 */
export async function drawIcon(picture: Uint8Array | null, name: IconName): Promise<Buffer> {
  const { size, opaque } = ICONS[name]
  // What is cut to a shape is not round already.
  if (picture === null) return square(sharp(Buffer.from(opaque ? OURS.replace(/ rx="\d+"/, '') : OURS), { density: DENSITY }), size)
  const source = sharp(picture, { limitInputPixels: MOST_PIXELS })
  const { format = '' } = await source.metadata()
  if (!FORMATS.includes(format)) throw new Error(`an icon is not drawn from ${format}`)
  return opaque ? onGround(source, size) : square(source, size)
}

/** The whole picture in a square, what is beside it clear. */
function square(source: Sharp, size: number): Promise<Buffer> {
  return source.clone().resize(size, size, { fit: 'contain', background: '#0000' }).png().toBuffer()
}

/** A picture whose edges are covered goes on to the edge; any other stands on a ground that it can be seen on. */
async function onGround(source: Sharp, size: number): Promise<Buffer> {
  const { covered, bright } = await looksLike(source)
  const inner = Math.round(size * (covered ? FULL : INSET))
  const background = toHex(toLinear(GROUND[bright ? 'dark' : 'light']))
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
  return { covered: corners.every(alpha => alpha > 250), bright: weight > 0 && light / weight > BRIGHT }
}
