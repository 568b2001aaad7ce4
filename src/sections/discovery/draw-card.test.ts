import { GlobalFonts } from '@napi-rs/canvas'
import sharp, { type Region } from 'sharp'
import { expect, test } from 'vitest'
import { translator } from '#i18n/hub.ts'
import { directionOf, type Locale } from '#i18n/locale.ts'
import { fontFilesFor } from '#media/type/letters.ts'
import { CARD_SIZE, type PreviewCard } from '#sections/discovery/card.ts'
import { drawCard } from '#sections/discovery/draw-card.server.ts'

/** Pixel rows of the text on a card whose title and description take one line each. */
const ROWS = { site: [70, 115], kind: [335, 375], title: [395, 500], text: [520, 570] } as const

/** The region of the title on such a card. */
const LINE: Region = { left: 72, top: ROWS.title[0], width: 640, height: 105 }

const cardIn = (lang: Locale, words: Partial<PreviewCard>): PreviewCard => ({
  site: 'Muses',
  kind: '.',
  title: '.',
  text: '.',
  beside: 'code',
  picture: null,
  accent: '',
  dir: directionOf(lang),
  lang,
  ...words
})
/** The brightness of each pixel in a region of a card. */
const pixels = async (card: PreviewCard, part: Region): Promise<Buffer> =>
  sharp(await drawCard(card, null))
    .extract(part)
    .greyscale()
    .raw()
    .toBuffer()
/** Counts the bright pixels of the text column in each group of rows. */
const ink = async (card: PreviewCard): Promise<Record<string, number>> => {
  const width = 660
  const data = await pixels(card, {
    left: card.dir === 'rtl' ? CARD_SIZE.width - 60 - width : 60,
    top: 0,
    width,
    height: CARD_SIZE.height
  })
  const bright = ([from, to]: readonly [number, number]): number =>
    data.subarray(from * width, to * width).reduce((sum, grey) => (grey > 110 ? sum + 1 : sum), 0)
  return Object.fromEntries(Object.entries(ROWS).map(([place, rows]) => [place, bright(rows)]))
}

const blanks = new Map<string, ReturnType<typeof ink>>()
/** Counts the pixels of a card without text, drawn only once for each direction. */
const blank = async (lang: Locale): ReturnType<typeof ink> => {
  const card = cardIn(lang, { site: '.' })
  const drawn = blanks.get(card.dir) ?? ink(card)
  blanks.set(card.dir, drawn)
  return drawn
}

test.each<Locale>(['zh-CN', 'zh-TW', 'ja', 'ko', 'ar'])(
  'a card in %s shows text in every place',
  async lang => {
    const t = translator(lang)
    const words = {
      site: '彩虹工坊',
      kind: t('common.group.image'),
      title: t('docs.errors.title'),
      text: t('flux.line')
    }
    const [written, empty] = [await ink(cardIn(lang, words)), await blank(lang)]
    for (const place of Object.keys(ROWS))
      expect([place, (written[place] ?? 0) - (empty[place] ?? 0) > 150]).toEqual([place, true])
  }
)

test('a character has the shape of its language, from our own fonts', async () => {
  const [first, ...others] = await Promise.all(
    (['zh-CN', 'zh-TW', 'ja', 'ko'] as const).map(lang =>
      pixels(cardIn(lang, { title: '骨' }), LINE)
    )
  )
  for (const other of others) expect(other.equals(first ?? other)).toBe(false)
  const loaded = (sign: string): boolean[] =>
    fontFilesFor(sign, 'ja').map(({ name }) => GlobalFonts.has(`Studio ${name}`))
  expect([loaded('骨'), loaded('뷁')], 'what was written, and nothing else').toEqual([
    [true],
    [false]
  ])
})

test('each text keeps its own direction', async () => {
  const edge = { ...LINE, left: CARD_SIZE.width - 72 - 24, width: 24 }
  const start = async (title: string, lang: Locale, part: Region): Promise<Buffer> =>
    pixels(cardIn(lang, { title }), part)
  // A full stop changes only the end of a text. The edge where the text begins looks the same.
  expect((await start('صور.', 'ar', edge)).equals(await start('صور', 'ar', edge))).toBe(true)
  expect((await start('Flux صور.', 'ar', edge)).equals(await start('Flux صور', 'ar', edge))).toBe(
    true
  )
  const left = { ...edge, left: 72 }
  expect((await start('صور.', 'en', left)).equals(await start('صور', 'en', left))).toBe(false)
})
