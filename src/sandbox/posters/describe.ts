import { createCanvas } from '@napi-rs/canvas'
import { readPicture } from '#media/picture.ts'
import { loadSandboxStrings } from '#sandbox/words.ts'
import { drawImageCover } from '#media/compose.ts'

/** Pixels of a side to which an image is scaled down before its colours are counted. */
const SIDE = 24
const RATIOS = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9', '9:21'] as const

/**
 * Describes an image by its colours and its ratio, in four prompts. Prompts are English, as models
 * expect.
 * @throws Problem `bad_request` for bytes that are not an image
 */
export async function describePicture({ bytes }: { bytes: Uint8Array }): Promise<string[]> {
  const image = await readPicture(bytes)
  const canvas = createCanvas(SIDE, SIDE)
  const brush = canvas.getContext('2d')
  drawImageCover(brush, image, { x: 0, y: 0, width: SIDE, height: SIDE })
  const { data } = brush.getImageData(0, 0, SIDE, SIDE)
  const colours = coloursIn(data).join(', ')
  return loadSandboxStrings('en')
    .list('description')
    .map(text => `${text.replace('{{colours}}', colours)} --ar ${ratioOf(image)}`)
}

/** Returns the three most frequent colours as `#rrggbb`, the most frequent first. */
function coloursIn(data: Uint8ClampedArray): string[] {
  const counted = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    // Steps of 48 join colours that look alike.
    const colour = `#${[0, 1, 2].map(part => coarse(data[at + part] ?? 0)).join('')}`
    counted.set(colour, (counted.get(colour) ?? 0) + 1)
  }
  const ranked = [...counted].toSorted(([, one], [, other]) => other - one)
  return ranked.slice(0, 3).map(([colour]) => colour)
}

function coarse(value: number): string {
  return Math.min(255, Math.round(value / 48) * 48)
    .toString(16)
    .padStart(2, '0')
}

function ratioOf({ width, height }: { width: number; height: number }): string {
  const off = (ratio: string): number => {
    const [wide = 1, tall = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log(width / height / (wide / tall)))
  }
  return RATIOS.toSorted((one, other) => off(one) - off(other))[0] ?? '1:1'
}
