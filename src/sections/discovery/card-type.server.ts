import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inInter } from '#core/writable.ts'
import type { Locale } from '#i18n/locale.ts'
import { filesFor, type FontFile } from '#sections/discovery/card-letters.server.ts'
import { chunksOf, linesOf } from '#sections/discovery/card-lines.ts'

/** Inter comes in files by script. The names under which they are known here say so, and one stack reaches all of them. */
const INTER = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const

/** How high a line is, of its letters, and where in it they stand. */
const LEADING = { tight: 1.12, loose: 1.42 }
const RISE = 0.94

/** Letters that Inter does not write reach higher and lower than its own. */
const TALL = { leading: 1.3, rise: 1 }

/** Every font file that some text needed, by its name: each is loaded once, and stays. */
const loaded = new Set<string>()

/** Our own fonts, so that a card looks the same on every machine: Inter, and what else the text needs. @param size in pixels */
export function cardFont(weight: number, size: number, text: string, lang: Locale): string {
  const family = [...interFiles(), ...filesFor(text, lang)].map(({ name, path }) => {
    if (!loaded.has(name)) GlobalFonts.registerFromPath(path, `Card ${name}`)
    loaded.add(name)
    return `"Card ${name}"`
  })
  return `${weight} ${size}px ${family.join(', ')}`
}

function interFiles(): FontFile[] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')), 'files')
  return INTER.map(name => ({ name, path: join(folder, `inter-${name}-wght-normal.woff2`) }))
}

/** Lines and the font that they are set in; in pixels how far below each line's top its letters stand, how high a line is, and all of them. */
export type Block = { lines: string[]; font: string; rise: number; leading: number; height: number }

type Room = { sizes: readonly number[]; weight: number; width: number; lines: number; leading: keyof typeof LEADING; lang: Locale }

/** A text in the largest of some sizes in which it takes no more than so many lines; of the smallest, cut at a word. */
export function fitted(pen: SKRSContext2D, text: string, room: Room): Block {
  const { sizes, weight, width, lines: most, lang } = room
  const chunks = chunksOf(text, lang)
  const tall = !inInter(text)
  const measure = (part: string): number => pen.measureText(part).width
  for (const size of sizes) {
    const font = cardFont(weight, size, text, lang)
    pen.font = font
    const lines = linesOf(chunks, width, measure)
    const fits = lines.length <= most && lines.every(line => measure(line) <= width)
    if (fits || size === sizes.at(-1)) {
      const kept = fits ? lines : cut(lines, most, lang, part => measure(part) <= width)
      const leading = size * (tall ? Math.max(TALL.leading, LEADING[room.leading]) : LEADING[room.leading])
      return { lines: kept, font, rise: size * (tall ? TALL.rise : RISE), leading, height: kept.length * leading }
    }
  }
  return { lines: [], font: '', rise: 0, leading: 0, height: 0 }
}

/** The first lines, each as far as it fits, the last one with a sign that more was said. */
function cut(lines: readonly string[], most: number, lang: Locale, fits: (text: string) => boolean): string[] {
  return lines.slice(0, most).map((line, index) => {
    const over = lines.length > most && index === most - 1
    if (!over && fits(line)) return line
    const words = chunksOf(line, lang)
    while (words.length > 1 && !fits(marked(words))) words.pop()
    const letters = fits(marked(words)) ? words : [...words.join('')]
    while (letters.length > 0 && !fits(marked(letters))) letters.pop()
    return marked(letters)
  })
}

function marked(parts: readonly string[]): string {
  return `${parts.join('').replace(/(?<![\s.,;:、。，；：،؛])[\s.,;:、。，；：،؛]+$/, '')}…`
}
