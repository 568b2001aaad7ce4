import type { Image } from '@napi-rs/canvas'
import { cssColor, type CardCanvas, boxLeftEdge } from '#sections/discovery/card-sheet.server.ts'
import { CARD_SIZE, type PreviewCard } from '#sections/discovery/card.ts'

/**
 * Position of images in pixels: the distance from the edge where reading begins, and their width.
 */
const PLACE = { distance: 768, width: 400 }
const RADIUS = 24

/** Heights of the bars in the sketch of a sound, as shares of the frame. */
const WAVE = [0.18, 0.4, 0.62, 0.34, 0.78, 0.5, 0.26, 0.66, 0.44, 0.22]

/**
 * Lines in the sketches of an answer and of an API call. Widths are shares of the available width.
 * A line of the call has its indent in steps, then the widths of a name and of its value.
 */
const ANSWER = [0.96, 1, 0.82, 0.9, 0.54]
const CODE = [
  [0, 0.34, 0.5],
  [1, 0.22, 0.42],
  [1, 0.3, 0.26],
  [1, 0.18, 0.56],
  [2, 0.26, 0.3],
  [1, 0.24, 0.2],
  [0, 0.08, 0]
] as const

/** Draws the image beside the text of a card. */
export function drawCardImage(sheet: CardCanvas): void {
  if (sheet.picture === null) DRAWINGS[sheet.card.beside](sheet)
  else drawPicture(sheet, sheet.picture)
}

/** Fills the panel with the middle of an image. */
function drawPicture(sheet: CardCanvas, picture: Image): void {
  const { pen } = sheet
  const { width } = PLACE
  const [top, height] = [60, 510]
  const x = boxLeftEdge(sheet, PLACE.distance, width)
  const scale = Math.max(width / picture.width, height / picture.height)
  const [wide, high] = [width / scale, height / scale]
  pen.save()
  box(sheet, x, top, width, height)
  pen.clip()
  const [left, above] = [(picture.width - wide) / 2, (picture.height - high) / 2]
  pen.drawImage(picture, left, above, wide, high, x, top, width, height)
  pen.restore()
}

const DRAWINGS: Readonly<Record<PreviewCard['beside'], (sheet: CardCanvas) => void>> = {
  icon: drawIcon,
  chat: drawChat,
  code: drawCode,
  image: sheet => drawTool(sheet, drawLandscape),
  video: sheet => drawTool(sheet, drawPlay),
  audio: sheet => drawTool(sheet, drawWave)
}

/** A rectangle of a card in pixels. */
type Frame = { x: number; y: number; width: number; height: number }

/** Draws a prompt and, below it, a sketch of the medium that the tool makes. */
function drawTool(sheet: CardCanvas, draw: (sheet: CardCanvas, frame: Frame) => void): void {
  const { pen, accent } = sheet
  panel(sheet, 90, 450)
  const [left, width] = [PLACE.distance + 36, PLACE.width - 72]
  for (const [index, part] of [1, 0.62].entries()) {
    pen.fillStyle = '#ffffff33'
    bar(sheet, left, 130 + index * 32, width * part)
  }
  const frame = { x: boxLeftEdge(sheet, left, width), y: 212, width, height: 288 }
  pen.save()
  box(sheet, frame.x, frame.y, frame.width, frame.height, 16)
  pen.fillStyle = `${accent}40`
  pen.fill()
  pen.clip()
  pen.fillStyle = accent
  draw(sheet, frame)
  pen.restore()
}

function drawLandscape({ pen }: CardCanvas, { x, y, width, height }: Frame): void {
  pen.beginPath()
  pen.arc(x + width * 0.74, y + height * 0.28, height * 0.12, 0, Math.PI * 2)
  pen.fill()
  pen.beginPath()
  pen.moveTo(x, y + height)
  pen.lineTo(x + width * 0.34, y + height * 0.4)
  pen.lineTo(x + width * 0.58, y + height * 0.76)
  pen.lineTo(x + width * 0.74, y + height * 0.58)
  pen.lineTo(x + width, y + height)
  pen.fill()
}

function drawPlay({ pen }: CardCanvas, { x, y, width, height }: Frame): void {
  const [middle, half] = [x + width / 2, height * 0.2]
  pen.beginPath()
  pen.moveTo(middle - half * 0.8, y + height / 2 - half)
  pen.lineTo(middle + half, y + height / 2)
  pen.lineTo(middle - half * 0.8, y + height / 2 + half)
  pen.fill()
}

function drawWave(sheet: CardCanvas, { x, y, width, height }: Frame): void {
  const step = width / (WAVE.length + 1)
  for (const [index, loud] of WAVE.entries()) {
    const tall = height * loud
    box(sheet, x + step * (index + 0.75), y + (height - tall) / 2, step / 2, tall, step / 4)
    sheet.pen.fill()
  }
}

function drawIcon(sheet: CardCanvas): void {
  const { pen, icon } = sheet
  const side = 280
  if (icon !== null)
    pen.drawImage(
      icon,
      boxLeftEdge(sheet, PLACE.distance + 48, side),
      (CARD_SIZE.height - side) / 2,
      side,
      side
    )
}

/** Draws a question, and an answer that is still being written. */
function drawChat(sheet: CardCanvas): void {
  const { pen, accent } = sheet
  panel(sheet, 150, 330)
  const [left, width] = [PLACE.distance + 36, PLACE.width - 72]
  pen.fillStyle = `${accent}e6`
  box(sheet, boxLeftEdge(sheet, left + width * 0.36, width * 0.64), 186, width * 0.64, 60, 30)
  pen.fill()
  for (const [index, part] of ANSWER.entries()) {
    pen.fillStyle = '#ffffff33'
    bar(sheet, left, 282 + index * 34, width * part)
  }
  pen.fillStyle = accent
  box(sheet, boxLeftEdge(sheet, left + width * (ANSWER.at(-1) ?? 0) + 10, 5), 412, 5, 24, 2)
  pen.fill()
}

/**
 * Draws an API call as a file shows it, with names and values. Code begins on the left in every
 * language.
 */
function drawCode(sheet: CardCanvas): void {
  const { pen, accent } = sheet
  panel(sheet, 150, 330)
  const [left, width] = [boxLeftEdge(sheet, PLACE.distance, PLACE.width) + 36, PLACE.width - 72]
  for (const [index, [depth, name, value]] of CODE.entries()) {
    const [y, x] = [190 + index * 38, left + depth * 28]
    pen.fillStyle = `${accent}e6`
    box(sheet, x, y, width * name, 14, 7)
    pen.fill()
    pen.fillStyle = '#ffffff33'
    box(sheet, x + width * name + 14, y, width * value, 14, 7)
    if (value > 0) pen.fill()
  }
}

function panel(sheet: CardCanvas, top: number, height: number): void {
  const { pen } = sheet
  box(sheet, boxLeftEdge(sheet, PLACE.distance, PLACE.width), top, PLACE.width, height)
  pen.fillStyle = cssColor({ l: 0.22, c: 0.01, h: 265 })
  pen.fill()
  pen.strokeStyle = cssColor({ l: 0.36, c: 0.01, h: 265 })
  pen.lineWidth = 2
  pen.stroke()
}

function bar(sheet: CardCanvas, distance: number, top: number, width: number): void {
  box(sheet, boxLeftEdge(sheet, distance, width), top, width, 14, 7)
  sheet.pen.fill()
}

function box(
  { pen }: CardCanvas,
  x: number,
  y: number,
  width: number,
  height: number,
  radius = RADIUS
): void {
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
}
