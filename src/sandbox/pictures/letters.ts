import { GlobalFonts } from '@napi-rs/canvas'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Brush } from '#sandbox/pictures/stage.ts'
import { css } from '#sandbox/pictures/tone.ts'

/** Inter comes in files by script. The names under which they are known here say so, and one stack reaches all of them. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
const FAMILY = SCRIPTS.map(script => `"Studio ${script}"`).join(', ')

let ready = false

/** Fonts come with the product: what is written looks the same on every machine. */
export function font(weight: number, size: number): string {
  if (!ready) {
    const files = join(
      dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')),
      'files'
    )
    for (const script of SCRIPTS)
      GlobalFonts.registerFromPath(
        join(files, `inter-${script}-wght-normal.woff2`),
        `Studio ${script}`
      )
    ready = true
  }
  return `${weight} ${size}px ${FAMILY}`
}

/** Breaks a text into lines no wider than so many pixels, in the font that is set; a word that is too long stands alone. */
export function linesOf(brush: Brush, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && brush.measureText(`${last} ${word}`).width <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

type Area = { x: number; y: number; width: number; height: number }

const MARK = 'SANDBOX'

/** Where the mark stands on a picture of so many pixels. */
export function watermarkArea(
  brush: Brush,
  width: number,
  height: number
): Area & { size: number } {
  const size = Math.max(9, Math.round(Math.min(width, height) * 0.018))
  brush.save()
  setMarkFont(brush, size)
  const wide = brush.measureText(MARK).width + size * 1.1
  brush.restore()
  const [tall, edge] = [size * 1.75, size * 1.1]
  return { x: width - edge - wide, y: height - edge - tall, width: wide, height: tall, size }
}

function setMarkFont(brush: Brush, size: number): void {
  brush.font = font(600, size)
  brush.letterSpacing = `${(size * 0.12).toFixed(2)}px`
}

/** Says in a corner what made this. */
export function watermark(brush: Brush, width: number, height: number): void {
  const { x, y, width: wide, height: tall, size } = watermarkArea(brush, width, height)
  brush.save()
  setMarkFont(brush, size)
  brush.textBaseline = 'middle'
  brush.textAlign = 'left'
  brush.beginPath()
  brush.roundRect(x, y, wide, tall, tall / 2)
  brush.fillStyle = css([0.16, 0.01, 270], 0.62)
  brush.fill()
  brush.fillStyle = css([1, 0, 0], 0.94)
  brush.fillText(MARK, x + size * 0.6, y + tall / 2 + size * 0.03)
  brush.restore()
}
