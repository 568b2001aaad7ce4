import { createCanvas, loadImage } from '@napi-rs/canvas'
import { accentColors, PAGE_BACKGROUND } from '#core/accent.ts'
import type { Oklch } from '#core/colour.ts'
import { drawCardImage } from '#sections/discovery/card-beside.server.ts'
import { cssColor, type CardCanvas, boxLeftEdge } from '#sections/discovery/card-sheet.server.ts'
import { fitText, type TextBlock } from '#media/type/fitted.ts'
import { CARD_SIZE, type PreviewCard } from '#sections/discovery/card.ts'

const { width: WIDTH, height: HEIGHT } = CARD_SIZE

/** Distance of text from the edge, and width of the text column beside an image, in pixels. */
const EDGE = 72
const COLUMN = 632
const GAP = 24

/** Colours of the dark theme, in which every card is drawn. They match tokens.css. */
const TEXT: Oklch = { l: 0.95, c: 0.01, h: 265 }
const MUTED: Oklch = { l: 0.76, c: 0.01, h: 265 }
const ACCENT: Oklch = { l: 0.74, c: 0.155, h: 40 }

const ICON = 56

/**
 * Draws a card as PNG.
 * @param icon of the site, a square PNG; null where it has none that we may show
 * @param picture the image of the card; null, or one that cannot be read, leaves the sketch
 */
export async function drawCard(
  card: PreviewCard,
  icon: Uint8Array | null,
  picture: Uint8Array | null = null
): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const accent = accentColors(card.accent)?.dark.text ?? cssColor(ACCENT)
  const mirrored = card.dir === 'rtl'
  const sheet: CardCanvas = {
    pen: canvas.getContext('2d'),
    accent,
    icon: icon === null ? null : await loadImage(icon),
    picture: picture === null ? null : await loadImage(picture).catch(() => null),
    card,
    mirrored
  }
  // Without this the canvas would use the language of the machine.
  sheet.pen.lang = card.lang
  drawGround(sheet)
  drawCardImage(sheet)
  drawHeader(sheet)
  drawWords(sheet)
  return canvas.encode('png')
}

/**
 * Draws the studio's background, with a glow in the site's accent colour from the corner where
 * reading ends.
 */
function drawGround({ pen, accent, mirrored }: CardCanvas): void {
  pen.fillStyle = cssColor(PAGE_BACKGROUND.dark)
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  const x = mirrored ? 0 : WIDTH
  const glow = pen.createRadialGradient(x, HEIGHT, 0, x, HEIGHT, 900)
  glow.addColorStop(0, `${accent}52`)
  glow.addColorStop(0.5, `${accent}1c`)
  glow.addColorStop(1, `${accent}00`)
  pen.fillStyle = glow
  pen.fillRect(0, 0, WIDTH, HEIGHT)
}

/** Draws the icon and name of the site. */
function drawHeader(sheet: CardCanvas): void {
  const { pen, icon, card } = sheet
  const { lang } = card
  if (card.beside === 'icon') return
  if (icon !== null) pen.drawImage(icon, boxLeftEdge(sheet, EDGE, ICON), EDGE - 8, ICON, ICON)
  // A card whose title is the name of the site does not repeat it.
  if (card.title === card.site) return
  const indent = icon === null ? 0 : ICON + 18
  const name = fitText(pen, card.site, {
    sizes: [32],
    weight: 600,
    width: COLUMN - indent,
    lines: 1,
    leading: 'tight',
    lang
  })
  write(sheet, name, { distance: EDGE + indent, top: EDGE + 2, colour: cssColor(TEXT) })
}

/**
 * Draws the kind of page, the title and the description at the bottom, to balance a large image.
 */
function drawWords(sheet: CardCanvas): void {
  const { pen, card, accent } = sheet
  const width = COLUMN
  const { lang } = card
  const title = fitText(pen, card.title, {
    sizes: [92, 76, 62, 52],
    weight: 700,
    width,
    lines: 2,
    leading: 'tight',
    lang
  })
  const text = fitText(pen, card.text, {
    sizes: [30, 28],
    weight: 400,
    width,
    lines: 3,
    leading: 'loose',
    lang
  })
  let top = HEIGHT - EDGE + 8 - title.height - (text.lines.length === 0 ? 0 : GAP + text.height)
  drawMark(sheet, top - 34)
  if (card.kind !== '') {
    const kind = fitText(pen, card.kind, {
      sizes: [28],
      weight: 600,
      width: width - 92,
      lines: 1,
      leading: 'tight',
      lang
    })
    write(sheet, kind, { distance: EDGE + 92, top: top - 48, colour: accent })
  }
  write(sheet, title, { distance: EDGE, top, colour: cssColor(TEXT) })
  top += title.height + GAP
  write(sheet, text, { distance: EDGE, top, colour: cssColor(MUTED) })
}

/** Draws a bar in the site's accent colour. */
function drawMark(sheet: CardCanvas, top: number): void {
  const { pen, accent } = sheet
  pen.beginPath()
  pen.roundRect(boxLeftEdge(sheet, EDGE, 72), top, 72, 8, 4)
  pen.fillStyle = accent
  pen.fill()
}

/**
 * Draws lines from the edge where reading begins on the card. Each text keeps its own direction.
 */
function write(
  { pen, mirrored, card }: CardCanvas,
  block: TextBlock,
  place: { distance: number; top: number; colour: string }
): void {
  pen.font = block.font
  pen.direction = directionIn(block.lines.join(' '), card.dir)
  pen.fillStyle = place.colour
  pen.textBaseline = 'alphabetic'
  pen.textAlign = mirrored ? 'right' : 'left'
  const x = mirrored ? WIDTH - place.distance : place.distance
  for (const [index, line] of block.lines.entries())
    pen.fillText(line, x, place.top + index * block.leading + block.rise)
}

/**
 * Returns the direction of a text on a card. A text with Arabic letters takes that of the card or
 * of its first letter. Any other text runs left to right.
 */
function directionIn(text: string, dir: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  const arabic = /\p{Script=Arabic}/u
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return arabic.test(first) || (dir === 'rtl' && arabic.test(text)) ? 'rtl' : 'ltr'
}
