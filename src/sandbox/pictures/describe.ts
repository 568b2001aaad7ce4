import { createCanvas, type Image } from '@napi-rs/canvas'
import { fromLinear, type Oklch } from '#core/colour.ts'
import { readPicture } from '#media/picture.ts'
import { choose, seededRandom, upTo, type Random } from '#media/random.ts'
import { cover } from '#sandbox/pictures/edit.ts'

/** What is seen of a picture: its colours from the commonest on, its light, its shape. */
type Look = {
  colours: readonly string[]
  bright: number
  top: number
  vivid: number
  contrast: number
  ratio: string
}

/** Pixels of a side to which a picture is taken down before its colours are counted. */
const SIDE = 32
/** Names of hues, each up to so many degrees of OKLCH. */
const HUES: readonly (readonly [number, string])[] = [
  [12, 'pink'],
  [42, 'red'],
  [75, 'orange'],
  [112, 'golden'],
  [168, 'green'],
  [222, 'turquoise'],
  [285, 'blue'],
  [330, 'violet'],
  [360, 'pink']
]
const RATIOS = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9', '9:21'] as const

/** Four prompts that might have made a picture, from its colours, its light and its shape. @throws Problem `bad_request` for what is no picture */
export async function describePicture({
  bytes,
  seed
}: {
  bytes: Uint8Array
  seed: string
}): Promise<string[]> {
  const look = lookAt(await readPicture(bytes))
  const random = seededRandom(`describe ${seed}`)
  return [asScene, asPainting, asGraphic, asPhotograph].map(
    tell => `${tell(look, random)} --ar ${look.ratio}`
  )
}

function lookAt(image: Image): Look {
  const pixels = pixelsOf(image)
  const lights = pixels.map(({ l }) => l)
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)
  const bright = mean(lights)
  const half = pixels.length / 2
  return {
    colours: coloursOf(pixels),
    bright,
    top: mean(lights.slice(0, half)) - mean(lights.slice(half)),
    vivid: mean(pixels.map(({ c }) => c)),
    contrast: Math.sqrt(mean(lights.map(each => (each - bright) ** 2))),
    ratio: nearestRatio(image.width / image.height)
  }
}

function pixelsOf(image: Image): Oklch[] {
  const canvas = createCanvas(SIDE, SIDE)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  cover(brush, image, 0, 0, SIDE, SIDE)
  const { data } = brush.getImageData(0, 0, SIDE, SIDE)
  const linear = (at: number): number => {
    const share = (data[at] ?? 0) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return upTo(SIDE * SIDE).map(at =>
    fromLinear([linear(at * 4), linear(at * 4 + 1), linear(at * 4 + 2)])
  )
}

/** Up to three names, the commonest first; a strong colour counts for more than a grey. */
function coloursOf(pixels: readonly Oklch[]): string[] {
  const counted = new Map<string, number>()
  for (const pixel of pixels) {
    const name = nameOf(pixel)
    counted.set(name, (counted.get(name) ?? 0) + 0.3 + pixel.c * 8)
  }
  const all = [...counted].toSorted(([, one], [, other]) => other - one)
  const most = all[0]?.[1] ?? 0
  return all
    .filter(([, weight]) => weight > most * 0.12)
    .slice(0, 3)
    .map(([name]) => name)
}

function nameOf({ l, c, h }: Oklch): string {
  if (c < 0.03) return l < 0.3 ? 'black' : l > 0.85 ? 'white' : 'grey'
  const hue = HUES.find(([to]) => h <= to)?.[1] ?? 'pink'
  const depth = l < 0.4 ? 'deep ' : l > 0.82 ? 'pale ' : ''
  return depth + hue
}

function nearestRatio(shape: number): string {
  const off = (ratio: string): number => {
    const [wide = 1, tall = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log(shape / (wide / tall)))
  }
  return RATIOS.toSorted((one, other) => off(one) - off(other))[0] ?? '1:1'
}

function palette({ colours }: Look): string {
  const [last = 'grey', ...others] = colours.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

function timeOf({ bright, vivid }: Look): string {
  if (bright < 0.35) return 'at night'
  if (bright < 0.6) return vivid > 0.08 ? 'at dusk' : 'under a grey sky'
  return vivid > 0.08 ? 'in warm daylight' : 'in pale morning light'
}

function shapeOf({ ratio }: Look): string {
  const [wide = 1, tall = 1] = ratio.split(':').map(Number)
  return wide === tall ? 'square' : wide > tall ? 'wide' : 'tall'
}

function asScene(look: Look, random: Random): string {
  const subject = choose(
    random,
    look.top > 0.02
      ? ['landscape', 'sea view', 'valley']
      : ['garden', 'forest floor', 'quiet street']
  )
  const ground =
    look.top > 0.02 ? 'a bright sky over a darker ground' : 'light that comes from below'
  return `A ${shapeOf(look)} ${subject} ${timeOf(look)}, ${ground}, in ${palette(look)}`
}

function asPainting(look: Look, random: Random): string {
  const means = choose(random, ['An oil painting', 'A gouache painting', 'A watercolour'])
  const strokes =
    look.contrast > 0.18 ? 'strong contrasts, bold strokes' : 'soft edges, layered washes'
  return `${means} in ${palette(look)}, ${strokes}, ${timeOf(look)}`
}

function asGraphic(look: Look, random: Random): string {
  const means = choose(random, ['A screen print', 'A paper-cut scene', 'A flat illustration'])
  return `${means} of simple shapes, ${palette(look)}, ${look.vivid > 0.09 ? 'vivid, saturated inks' : 'muted, dusty inks'}, fine grain`
}

function asPhotograph(look: Look, random: Random): string {
  const lens = choose(random, ['35mm film', 'a long lens', 'medium format'])
  const light = look.bright < 0.45 ? 'low-key light' : 'high-key light'
  return `A ${shapeOf(look)} photograph on ${lens}, ${light}, tones of ${palette(look)}, ${look.contrast > 0.18 ? 'dramatic' : 'calm'} mood`
}
