import { directionOf, type Locale } from '#i18n/locale.ts'
import { isCoveredByInter } from '#core/writable.ts'
import { fitText, fontFor } from '#media/type/fitted.ts'
import { isDrawable } from '#media/type/letters.ts'
import { languageOf } from '#i18n/language-of.ts'
import { loadSandboxStrings } from '#sandbox/words.ts'
import type { Box, Brush } from '#sandbox/posters/art.ts'
import { toCss, type Tone } from '#sandbox/posters/palette.ts'

/** Longer prompts are cut, since a poster has no room for them and each size must be measured. */
const LONGEST = 400
/** Font sizes to try, as shares of the shorter side of the picture. */
const SIZES = [0.15, 0.13, 0.112, 0.096, 0.082, 0.07, 0.06, 0.05, 0.042, 0.035, 0.03]
const LEADING = 1.3

/** Matches a text that begins in Hebrew. `directionOf` knows only the languages of the pages. */
const HEBREW_FIRST = /^\P{L}*\p{Script=Hebrew}/u

/** Matches joiners that join no letters, and variants and skin tones of emoji: no font has them. */
const NOT_DRAWN = /(?<![\p{L}\p{M}])[\u200C\u200D]+|[\uFE0E\uFE0F]|\p{Emoji_Modifier}/gu

/** The words of a prompt that our fonts can draw, and their language. */
export type PosterText = { text: string; lang: Locale; dir: 'ltr' | 'rtl' }

/**
 * Prepares a prompt for a poster. Characters that no font has are left out. The text is empty if
 * only punctuation is left.
 */
export function preparePosterText(prompt: string): PosterText {
  const lang = languageOf(prompt)
  const signs = Array.from(prompt.normalize('NFC').slice(0, LONGEST), sign =>
    /\s/u.test(sign) ? ' ' : isCoveredByInter(sign) || isDrawable(sign, lang) ? sign : ''
  )
  const text = signs.join('').replaceAll(NOT_DRAWN, '').replaceAll(/ +/g, ' ').trim()
  const dir = HEBREW_FIRST.test(text) ? 'rtl' : directionOf(lang)
  return { text: /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text) ? text : '', lang, dir }
}

/**
 * Sets words as large as they fit into a rectangle, from its top.
 * @param unit the shorter side of the picture in pixels
 */
export function drawPosterText(
  brush: Brush,
  { text, lang, dir }: PosterText,
  { box, unit, ink }: { box: Box; unit: number; ink: Tone }
): void {
  const tall = isCoveredByInter(text) ? 1.12 : LEADING
  const block = fitText(brush, text, {
    sizes: SIZES.map(share => Math.max(6, unit * share)),
    weight: 720,
    width: box.width,
    lines: size => Math.max(1, Math.floor(box.height / (size * tall))),
    leading: 'tight',
    lang
  })
  brush.save()
  brush.font = block.font
  brush.direction = dir
  brush.textAlign = dir === 'rtl' ? 'right' : 'left'
  brush.textBaseline = 'alphabetic'
  brush.fillStyle = toCss(ink)
  const x = dir === 'rtl' ? box.x + box.width : box.x
  for (const [at, line] of block.lines.entries())
    brush.fillText(line, x, box.y + at * block.leading + block.rise, box.width)
  brush.restore()
}

/** Returns the position of the demo's mark on an image, in pixels, and its font size. */
function markArea(
  brush: Brush,
  { width, height }: { width: number; height: number },
  { text, lang }: Omit<PosterText, 'dir'>
): Box & { size: number } {
  const size = Math.max(9, Math.round(Math.min(width, height) * 0.02))
  brush.font = fontFor(650, size, text, lang)
  const wide = brush.measureText(text).width + size * 1.4
  const [tall, edge] = [size * 1.9, size * 1.2]
  return { x: width - edge - wide, y: height - edge - tall, width: wide, height: tall, size }
}

/**
 * Writes into a corner that this is a demo.
 * @param prompt decides the language of the mark by its script
 */
export function drawDemoMark(brush: Brush, width: number, height: number, prompt = ''): void {
  const lang = languageOf(prompt)
  const text = loadSandboxStrings(lang).text('mark')
  brush.save()
  const area = markArea(brush, { width, height }, { text, lang })
  brush.textBaseline = 'middle'
  brush.textAlign = 'center'
  brush.beginPath()
  brush.roundRect(area.x, area.y, area.width, area.height, area.height / 2)
  brush.fillStyle = toCss([0.16, 0.01, 270], 0.66)
  brush.fill()
  brush.fillStyle = toCss([1, 0, 0], 0.96)
  brush.fillText(text, area.x + area.width / 2, area.y + area.height / 2 + area.size * 0.05)
  brush.restore()
}
