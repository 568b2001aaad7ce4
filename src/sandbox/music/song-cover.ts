import { createCanvas } from '@napi-rs/canvas'
import { writable } from '#core/writable.ts'
import { encodePicture, type PictureFormat } from '#media/picture.ts'
import { finish } from '#sandbox/pictures/finish.ts'
import { font, linesOf, watermark } from '#sandbox/pictures/letters.ts'
import { checkSize, paintStill } from '#sandbox/pictures/picture.ts'
import { createStage, type Brush } from '#sandbox/pictures/stage.ts'
import { css } from '#sandbox/pictures/tone.ts'

export type CoverOrder = {
  title: string
  /** What the picture is of, beside the title: style, prompt. */
  prompt: string
  seed: number | string
  /** Pixels of a side; 1024 unless told. */
  size?: number
  format: PictureFormat
}

/** Paints a cover with its title. A title in letters that no font here has is left out. Problems as of `makePicture`. */
export function makeCover({ title, prompt, seed, size = 1024, format }: CoverOrder): Uint8Array {
  checkSize(size, size)
  const canvas = createCanvas(size, size)
  const brush = canvas.getContext('2d')
  paintStill(brush, createStage({ prompt: `${title} ${prompt}`, seed, width: size, height: size }))
  finish(brush, size, size, 0.3)
  writeTitle(brush, writable(title), size)
  watermark(brush, size, size)
  return encodePicture(canvas, format)
}

function writeTitle(brush: Brush, title: string, size: number): void {
  if (title === '') return
  const shade = brush.createLinearGradient(0, 0, 0, size * 0.5)
  shade.addColorStop(0, css([0.1, 0.02, 280], 0.66))
  shade.addColorStop(1, css([0.1, 0.02, 280], 0))
  brush.fillStyle = shade
  brush.fillRect(0, 0, size, size * 0.5)
  const width = size * 0.84
  let letter = size * 0.105
  const fits = (): boolean => {
    brush.font = font(700, letter)
    const lines = linesOf(brush, title, width)
    return (
      lines.length * letter * 1.08 <= size * 0.36 &&
      lines.every(line => brush.measureText(line).width <= width)
    )
  }
  while (!fits() && letter > size * 0.03) letter *= 0.92
  brush.fillStyle = css([0.99, 0, 0])
  brush.textBaseline = 'top'
  brush.letterSpacing = `${(-letter * 0.022).toFixed(2)}px`
  for (const [at, line] of linesOf(brush, title, width).entries())
    brush.fillText(line, size * 0.08, size * 0.075 + at * letter * 1.08, width)
  brush.letterSpacing = '0px'
}
