import sharp from 'sharp'
import { expect, test } from 'vitest'
import { translator } from '#i18n/hub.ts'
import { directionOf, LOCALES, type Locale } from '#i18n/locale.ts'
import { CARD_SIZE, cardAddress, cardKey, buildCard, pageOfCard } from '#sections/discovery/card.ts'
import { drawCard } from '#sections/discovery/draw-card.server.ts'
import { publicPages } from '#sections/shared/public-pages.ts'

type Asked = Parameters<typeof buildCard>[0]

const asked = (path: string, locale: Locale = 'en', site: object = {}): Asked => ({
  path,
  locale,
  dir: directionOf(locale),
  origin: 'https://muses.example',
  url: new URL(`https://muses.example${path}`),
  t: translator(locale),
  site: {
    title: 'Muses',
    description: '',
    accent: '',
    favicon: '',
    features: {},
    switched_off: [],
    own_services: [],
    locales: [],
    ...site
  } as unknown as Asked['site']
})
const cardAt = (path: string, locale?: Locale, site?: object) => {
  const hub = asked(path, locale, site)
  return buildCard(hub, publicPages(hub.site).find(page => page.path === path) ?? null, null)
}

test('a card names the site, the kind of page and its content', () => {
  expect(cardAt('/flux', 'de')).toMatchObject({
    site: 'Muses',
    kind: 'Bild',
    title: 'Flux',
    beside: 'image'
  })
  expect(cardAt('/docs/callbacks').text).not.toContain('`')
  expect(cardAt('/auth/login')).toMatchObject({
    site: 'Muses',
    kind: '',
    title: 'Muses',
    beside: 'icon'
  })
})

test.each(LOCALES)('a card has a text in %s for every public page', locale => {
  const { site, t } = asked('/', locale)
  for (const { path } of publicPages(site)) {
    const card = cardAt(path, locale)
    expect([path, card.kind, card.title, card.text].filter(words => words === '')).toEqual([])
  }
  expect(cardAt('/docs/errors', locale).title).toBe(t('docs.errors.title'))
})

test('a card shows the site’s name or address instead of text that no font can write', () => {
  const words = { title: 'ᠮᠣᠩᠭᠣᠯ', description: 'ᠬᠠᠭᠤᠳᠠᠰᠤ' }
  expect(cardAt('/docs/errors', 'ja', words)).toMatchObject({
    site: 'muses.example',
    title: translator('ja')('docs.errors.title')
  })
  expect(cardAt('/auth/login', 'ja', words)).toMatchObject({
    kind: '',
    title: 'muses.example',
    text: ''
  })
  expect(cardAt('/auth/login', 'en', { title: '彩虹工坊', description: 'استوديو' })).toMatchObject({
    title: '彩虹工坊',
    text: 'استوديو'
  })
})

test('a card has an address that changes with its content and with nothing else', () => {
  const address = (path: string, locale?: Locale, site?: object): string =>
    cardAddress(asked(path, locale, site), null)
  expect(address('/flux', 'de')).toMatch(
    /^https:\/\/muses\.example\/de\/cards\/tool-flux-[0-9a-f]{12}\.png$/
  )
  expect(address('/flux', 'de')).toBe(address('/flux', 'de', { keywords: ['a'] }))
  const others = [{ title: 'Other' }, { accent: '#0055aa' }, { favicon: '/files/x' }].map(site =>
    address('/flux', 'de', site)
  )
  expect(new Set([address('/flux', 'de'), ...others]).size).toBe(4)
  expect(address('/console')).toMatch(/\/cards\/site-[0-9a-f]{12}\.png$/)
})

test('a card is found by its name while its page exists', () => {
  const { site } = asked('/')
  for (const page of publicPages(site))
    expect(pageOfCard(site, `${page.kind}-${page.id}`)).toEqual(page)
  expect(pageOfCard(site, 'site')).toBeNull()
  for (const name of ['', 'tool-nope', 'tool-../../x', 'docs-flux'])
    expect(pageOfCard(site, name)).toBeUndefined()
})

test('a card has the site’s accent colour and is mirrored in right-to-left languages', async () => {
  /** Red, green and blue in the middle of the bar above the title, and at its mirrored position. */
  const bars = async (locale: Locale, accent: string): Promise<number[][]> => {
    const card = { ...cardAt('/auth/login', locale, { accent }), text: '' }
    const { data, info } = await sharp(await drawCard(card, null))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject(CARD_SIZE)
    const rows = Array.from({ length: info.height }, (_, y) => y)
    const strongest = (x: number): number[] => {
      const pixels = rows.map(y => [
        ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)
      ])
      return pixels.toSorted((a, b) => Math.max(...b) - Math.max(...a))[0] ?? []
    }
    return [strongest(74), strongest(info.width - 74)]
  }
  const [[left = [], away = []], [otherSide = [], right = []]] = await Promise.all([
    bars('en', '#00cc44'),
    bars('ar', '#00cc44')
  ])
  expect(left).toEqual(right)
  expect(left[1]).toBeGreaterThan(180)
  for (const dark of [away, otherSide]) expect(Math.max(...dark)).toBeLessThan(120)
  const [[blue = []] = []] = [await bars('en', '#4488ff')]
  expect(blue[2]).toBeGreaterThan(230)
})

test('a card accepts text of any length and an invalid accent colour', async () => {
  const long = {
    ...cardAt('/flux'),
    title: 'W'.repeat(400),
    text: 'word '.repeat(400),
    site: 'x '.repeat(200),
    accent: 'red"'
  }
  expect(await sharp(await drawCard(long, null)).metadata()).toMatchObject(CARD_SIZE)
  expect(cardKey(asked('/flux'), long)).toMatch(/^[0-9a-f]{12}$/)
})
