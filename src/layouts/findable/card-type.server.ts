import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Inter comes in files by script. The names under which they are known here say so, and one stack reaches all of them. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
const FAMILY = SCRIPTS.map(script => `"Card ${script}"`).join(', ')

/** How high a line is, of its letters. */
const LEADING = { tight: 1.12, loose: 1.42 }

let ready = false

/** Our own fonts, so that a card looks the same on every machine. @param size in pixels */
export function cardFont(weight: number, size: number): string {
  if (!ready) {
    const files = join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')), 'files')
    for (const script of SCRIPTS) GlobalFonts.registerFromPath(join(files, `inter-${script}-wght-normal.woff2`), `Card ${script}`)
    ready = true
  }
  return `${weight} ${size}px ${FAMILY}`
}

export type Block = { lines: string[]; size: number; weight: number; leading: number; height: number }

/** A text in the largest of some sizes in which it takes no more than so many lines; of the smallest, cut at a word. */
export function fitted(
  pen: SKRSContext2D,
  text: string,
  room: { sizes: readonly number[]; weight: number; width: number; lines: number; leading: keyof typeof LEADING }
): Block {
  const { sizes, weight, width, lines: most } = room
  for (const size of sizes) {
    pen.font = cardFont(weight, size)
    const lines = linesOf(pen, text, width)
    const fits = lines.length <= most && lines.every(line => pen.measureText(line).width <= width)
    if (fits || size === sizes.at(-1)) {
      const kept = fits ? lines : cut(pen, lines, most, width)
      const leading = size * LEADING[room.leading]
      return { lines: kept, size, weight, leading, height: kept.length * leading }
    }
  }
  return { lines: [], size: 0, weight, leading: 0, height: 0 }
}

function linesOf(pen: SKRSContext2D, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(part => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && pen.measureText(`${last} ${word}`).width <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The first lines, each as far as it fits, the last one with a sign that more was said. */
function cut(pen: SKRSContext2D, lines: readonly string[], most: number, width: number): string[] {
  return lines.slice(0, most).map((line, index) => {
    const over = lines.length > most && index === most - 1
    if (!over && pen.measureText(line).width <= width) return line
    let kept = [...line]
    while (kept.length > 0 && pen.measureText(`${kept.join('').trimEnd()}…`).width > width) kept = kept.slice(0, -1)
    return `${kept.join('').replace(/[\s.,;:]+$/, '')}…`
  })
}
