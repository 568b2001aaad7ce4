import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isCoveredByInter } from '#core/writable.ts'
import { fontFilesFor, type FontFile } from '#media/type/letters.ts'
import { splitIntoChunks, wrapLines } from '#media/type/lines.ts'

/**
 * Inter comes in one file per script. Each file gets its own font name, and one font stack lists
 * all of them.
 */
const INTER = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const

/** Line height and baseline, as multiples of the font size. */
const LEADING = { tight: 1.12, loose: 1.42 }
const RISE = 0.94

/** Letters outside Inter reach higher and lower than Inter's. */
const TALL = { leading: 1.3, rise: 1 }

/** The names of all font files that a text has needed. Each is loaded once and stays loaded. */
const loaded = new Set<string>()

/**
 * Returns a CSS font of our own files, so that a drawing looks the same on every machine: Inter,
 * and the other files that the text needs.
 * @param size in pixels
 */
export function fontFor(weight: number, size: number, text: string, lang: string): string {
  const family = [...interFiles(), ...fontFilesFor(text, lang)].map(({ name, path }) => {
    if (!loaded.has(name)) GlobalFonts.registerFromPath(path, `Studio ${name}`)
    loaded.add(name)
    return `"Studio ${name}"`
  })
  return `${weight} ${size}px ${family.join(', ')}`
}

function interFiles(): FontFile[] {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')),
    'files'
  )
  return INTER.map(name => ({ name, path: join(folder, `inter-${name}-wght-normal.woff2`) }))
}

/**
 * Lines of text and their font. In pixels: `rise` from a line's top to its baseline, `leading` as
 * line height, `height` of all lines.
 */
export type TextBlock = {
  lines: string[]
  font: string
  rise: number
  leading: number
  height: number
}

type Room = {
  sizes: readonly number[]
  weight: number
  width: number
  /** Most lines, or a function that returns them for a font size. */
  lines: number | ((size: number) => number)
  leading: keyof typeof LEADING
  lang: string
}

/**
 * Sets a text in the largest size at which it fits into the given number of lines. If even the
 * smallest size is too large, the text is cut at a word.
 */
export function fitText(pen: SKRSContext2D, text: string, room: Room): TextBlock {
  const { sizes, weight, width, lang } = room
  const chunks = splitIntoChunks(text, lang)
  const tall = !isCoveredByInter(text)
  const measure = (part: string): number => pen.measureText(part).width
  for (const size of sizes) {
    const font = fontFor(weight, size, text, lang)
    pen.font = font
    const lines = wrapLines(chunks, width, measure)
    const most = typeof room.lines === 'number' ? room.lines : room.lines(size)
    const fits = lines.length <= most && lines.every(line => measure(line) <= width)
    if (fits || size === sizes.at(-1)) {
      const kept = fits ? lines : cut(lines, most, lang, part => measure(part) <= width)
      const leading =
        size * (tall ? Math.max(TALL.leading, LEADING[room.leading]) : LEADING[room.leading])
      return {
        lines: kept,
        font,
        rise: tall ? Math.max(size * TALL.rise, ascentOf(pen, kept)) : size * RISE,
        leading,
        height: kept.length * leading
      }
    }
  }
  return { lines: [], font: '', rise: 0, leading: 0, height: 0 }
}

/** Returns how far the first line reaches above its baseline: some marks are higher than others. */
function ascentOf(pen: SKRSContext2D, [first = '']: readonly string[]): number {
  return pen.measureText(first).actualBoundingBoxAscent
}

/** Cuts lines to the first few that fit. The last one ends with an ellipsis if text is missing. */
function cut(
  lines: readonly string[],
  most: number,
  lang: string,
  fits: (text: string) => boolean
): string[] {
  return lines.slice(0, most).map((line, index) => {
    const over = lines.length > most && index === most - 1
    if (!over && fits(line)) return line
    const words = splitIntoChunks(line, lang)
    while (words.length > 1 && !fits(marked(words))) words.pop()
    const letters = fits(marked(words)) ? words : [...words.join('')]
    while (letters.length > 0 && !fits(marked(letters))) letters.pop()
    return marked(letters)
  })
}

function marked(parts: readonly string[]): string {
  return `${parts.join('').replace(/(?<![\s.,;:、。，；：،؛])[\s.,;:、。，；：،؛]+$/, '')}…`
}
