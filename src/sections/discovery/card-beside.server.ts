import { loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { cssColour, type Sheet, startOf } from '#sections/discovery/card-sheet.server.ts'
import { CARD_SIZE } from '#sections/discovery/card.ts'

/**
 * Position of images in pixels: the distance from the edge where reading begins, and their width.
 */
const PLACE = { distance: 768, width: 400 }
const EDGE = 32
const GAP = 20
const RADIUS = 24

/** Example images of the tools as `data:` addresses. Each is loaded when a card needs it. */
const EXAMPLES = import.meta.glob<string>('/src/catalog/*/examples/[12].webp', {
  query: '?inline',
  import: 'default'
})

/** Lines of an answer and of an API call. Widths are shares of the available width. */
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
export async function drawBeside(sheet: Sheet): Promise<void> {
  const { beside } = sheet.card
  if (beside.is === 'examples') await drawExamples(sheet, beside.of)
  if (beside.is === 'icon') drawIcon(sheet)
  if (beside.is === 'chat') drawChat(sheet)
  if (beside.is === 'code') drawCode(sheet)
}

/**
 * Draws two images above each other, cropped to one size. A portrait keeps its middle, any other
 * image its top, where a cover has its title.
 */
async function drawExamples(sheet: Sheet, id: string): Promise<void> {
  const { pen } = sheet
  const height = (CARD_SIZE.height - 2 * EDGE - GAP) / 2
  const x = startOf(sheet, PLACE.distance, PLACE.width)
  for (const [index, number] of [1, 2].entries()) {
    const address = await EXAMPLES[`/src/catalog/${id}/examples/${number}.webp`]?.()
    if (address === undefined) continue
    const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
    const { width: across = 1, height: high = 1 } = await sharp(bytes).metadata()
    const position = high > across ? 'centre' : 'top'
    const cut = await sharp(bytes)
      .resize(PLACE.width, Math.round(height), { fit: 'cover', position })
      .png()
      .toBuffer()
    const y = EDGE + index * (height + GAP)
    pen.save()
    box(sheet, x, y, PLACE.width, height)
    pen.clip()
    pen.drawImage(await loadImage(cut), x, y, PLACE.width, height)
    pen.restore()
  }
}

function drawIcon(sheet: Sheet): void {
  const { pen, icon } = sheet
  const side = 280
  if (icon !== null)
    pen.drawImage(
      icon,
      startOf(sheet, PLACE.distance + 48, side),
      (CARD_SIZE.height - side) / 2,
      side,
      side
    )
}

/** Draws a question, and an answer that is still being written. */
function drawChat(sheet: Sheet): void {
  const { pen, accent } = sheet
  panel(sheet, 150, 330)
  const [left, width] = [PLACE.distance + 36, PLACE.width - 72]
  pen.fillStyle = `${accent}e6`
  box(sheet, startOf(sheet, left + width * 0.36, width * 0.64), 186, width * 0.64, 60, 30)
  pen.fill()
  for (const [index, part] of ANSWER.entries()) {
    pen.fillStyle = '#ffffff33'
    bar(sheet, left, 282 + index * 34, width * part)
  }
  pen.fillStyle = accent
  box(sheet, startOf(sheet, left + width * (ANSWER.at(-1) ?? 0) + 10, 5), 412, 5, 24, 2)
  pen.fill()
}

/**
 * Draws an API call as a file shows it, with names and values. Code begins on the left in every
 * language.
 */
function drawCode(sheet: Sheet): void {
  const { pen, accent } = sheet
  panel(sheet, 150, 330)
  const [left, width] = [startOf(sheet, PLACE.distance, PLACE.width) + 36, PLACE.width - 72]
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

function panel(sheet: Sheet, top: number, height: number): void {
  const { pen } = sheet
  box(sheet, startOf(sheet, PLACE.distance, PLACE.width), top, PLACE.width, height)
  pen.fillStyle = cssColour({ l: 0.22, c: 0.01, h: 265 })
  pen.fill()
  pen.strokeStyle = cssColour({ l: 0.36, c: 0.01, h: 265 })
  pen.lineWidth = 2
  pen.stroke()
}

function bar(sheet: Sheet, distance: number, top: number, width: number): void {
  box(sheet, startOf(sheet, distance, width), top, width, 14, 7)
  sheet.pen.fill()
}

function box(
  { pen }: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  radius = RADIUS
): void {
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
}
