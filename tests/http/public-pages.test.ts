import { OPTIONAL_GROUPS } from '#core/chat.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  directionOf,
  sortLocales,
  localizePath,
  offeredLocales,
  type Locale
} from '#i18n/locale.ts'
import { CARD_SIZE } from '#sections/discovery/card.ts'
import { textWidth } from '#core/description.ts'
import { openGraphLocale } from '#layouts/head.ts'
import { pageSummary, publicPages, type PublicPage } from '#sections/shared/public-pages.ts'
import { headOf, plain, type Head } from '../support/head.ts'
import { startNamedSites, type NamedSites } from '../support/named-sites.ts'
import { wordsOf } from '../support/words.ts'
import { doseOf } from '../support/dose.ts'

type Site = Parameters<typeof publicPages>[0]
type Named = {
  origin: string
  title: string
  locales: string[]
  features: object
  foreign: string[]
}

/** One site has all languages. The other has three, another accent and fewer services. */
const MUSES: Named = {
  origin: 'https://muses.example',
  title: 'Muses <& Co>',
  locales: [],
  features: {},
  foreign: ['Atelier Nord', 'nord.example']
}
const NORD: Named = {
  origin: 'https://nord.example:8443',
  title: 'Atelier Nord',
  locales: ['de', 'ar', 'ja'],
  features: { flux: { enabled: false }, grok: { enabled: false } },
  foreign: ['Muses', 'muses.example']
}
/** The page to which both sites redirect `/`. */
const FIRST_PAGE = '/chatgpt/conversations'
/**
 * One case for each site and language; a case covers all pages. The pages do not depend on the
 * database, so PostgreSQL gets only a few languages.
 */
const FEW: readonly Locale[] | null =
  process.env['TEST_DATABASE'] === 'postgres' ? ['en', 'ar'] : null
const CASES = [MUSES, NORD].flatMap(site => {
  const locales = sortLocales(offeredLocales(site.locales)).filter(
    locale => FEW?.includes(locale) ?? true
  )
  return locales.map(locale => [site.title, locale, site] as const)
})

/** The titles of all pages that were read, with their languages. */
const titles = new Map<string, Locale>()

let studio: NamedSites
beforeAll(async () => {
  const rows = [MUSES, NORD].map(({ origin, title, locales, features }) => {
    const accent = title === NORD.title ? '#0055aa' : ''
    return [
      origin,
      { title, accent, locales: JSON.stringify(locales), features: JSON.stringify(features) }
    ]
  })
  studio = await startNamedSites(Object.fromEntries(rows) as Record<string, object>)
})
afterAll(() => studio.stop())

const pagesOf = ({ features }: Named): PublicPage[] =>
  publicPages({ features, switched_off: OPTIONAL_GROUPS, own_services: [] } as unknown as Site)
const distinct = (texts: readonly string[]): number => new Set(texts).size
const one = (head: Head, name: string): string => {
  const values = head.meta.get(name) ?? []
  expect([name, values.length]).toEqual([name, 1])
  return values[0] ?? ''
}
const read = async (
  site: Named,
  page: PublicPage,
  locale: Locale
): Promise<{ head: Head; html: string }> => {
  const answer = await studio.ask(site.origin, localizePath(page.path, locale))
  const html = await answer.text()
  expect([page.path, answer.status, answer.headers.get('content-language')]).toEqual([
    page.path,
    200,
    locale
  ])
  return { head: headOf(html), html }
}

describe.each(doseOf(CASES, 2))('public pages of %s in %s', (_, locale, site) => {
  const pages = pagesOf(site)
  const t = wordsOf(locale)
  let answers: Awaited<ReturnType<typeof read>>[]
  beforeAll(async () => {
    answers = await Promise.all(pages.map(page => read(site, page, locale)))
  })

  test('have a language, and a unique title and description', async () => {
    for (const [index, { head }] of answers.entries()) {
      expect([head.lang, head.dir]).toEqual([locale, directionOf(locale)])
      // Only the title of the first page begins with the name of the site.
      const shape = pages[index]?.path === FIRST_PAGE ? `^${site.title} · .` : `. · ${site.title}$`
      expect(head.title).toMatch(new RegExp(shape))
      expect(textWidth(one(head, 'description')), head.title).toBeGreaterThanOrEqual(50)
      expect(textWidth(one(head, 'description')), head.title).toBeLessThanOrEqual(160)
      expect(head.meta.has('robots')).toBe(false)
    }
    expect(distinct(answers.map(({ head }) => head.title))).toBe(pages.length)
    expect(distinct(answers.map(({ head }) => one(head, 'description')))).toBe(pages.length)
  })

  test('have one heading and their content in their language', () => {
    for (const [index, { html }] of answers.entries()) {
      const page = pages[index] as PublicPage
      const text = plain(
        html.slice(html.indexOf('<body')).replaceAll(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ')
      ).replaceAll(/\s+/g, ' ')
      expect([page.path, html.match(/<h1[\s>]/g)?.length]).toEqual([page.path, 1])
      const [said = ''] = pageSummary(page, t).text.split('`')
      expect(text, page.path).toContain(said.replaceAll(/\s+/g, ' ').trim())
      expect(text, page.path).toContain(t('common.frame.skip'))
    }
  })

  test('have one canonical address, and link to the same page in every offered language', () => {
    const offered = sortLocales(offeredLocales(site.locales))
    const fallback = offered.includes('en') ? 'en' : (offeredLocales(site.locales)[0] ?? 'en')
    for (const [index, { head }] of answers.entries()) {
      const { path } = pages[index] as PublicPage
      const at = (each: Locale): string => site.origin + localizePath(path, each)
      expect(head.canonical).toBe(at(locale))
      expect(head.alternates).toEqual([
        ...offered.map(each => [each, at(each)]),
        ['x-default', at(fallback)]
      ])
    }
  })

  test('have a preview for shared links', () => {
    const others = sortLocales(offeredLocales(site.locales)).filter(each => each !== locale)
    for (const { head } of answers) {
      for (const kind of ['og', 'twitter']) {
        expect(one(head, `${kind}:title`)).toBe(head.title)
        expect(one(head, `${kind}:description`)).toBe(one(head, 'description'))
        expect(one(head, `${kind}:image`)).toMatch(/\/cards\/[\w-]+-[0-9a-f]{12}\.png$/)
        expect(one(head, `${kind}:image:alt`)).toBe(head.title)
      }
      const named = [
        'url',
        'site_name',
        'type',
        'image:type',
        'image:width',
        'image:height',
        'locale'
      ].map(name => one(head, `og:${name}`))
      const { width, height } = CARD_SIZE
      expect(named).toEqual([
        head.canonical,
        site.title,
        'website',
        'image/png',
        `${width}`,
        `${height}`,
        openGraphLocale(locale)
      ])
      expect(head.meta.get('og:locale:alternate')).toEqual(others.map(openGraphLocale))
      expect(one(head, 'twitter:card')).toBe('summary_large_image')
    }
    expect(distinct(answers.map(({ head }) => one(head, 'og:image')))).toBe(pages.length)
  })

  test('have structured data with addresses of their own site', () => {
    for (const [index, { head, html }] of answers.entries()) {
      const page = pages[index] as PublicPage
      const isApp = page.kind === 'chat' || page.kind === 'tool'
      if (isApp) expect(head.title).not.toBe(`${pageSummary(page, t).title} · ${site.title}`)
      const expected = isApp ? ['WebApplication'] : page.path === '/docs' ? [] : ['BreadcrumbList']
      const found = [...head.things.keys()].filter(type => type !== 'FAQPage')
      expect([page.path, found]).toEqual([
        page.path,
        index === 0 ? ['WebSite', ...expected] : expected
      ])
      if (isApp)
        expect(head.things.get('WebApplication')).toMatchObject({
          name: pageSummary(page, t).title,
          description: one(head, 'description'),
          url: head.canonical,
          image: one(head, 'og:image'),
          inLanguage: locale
        })
      for (const [address] of JSON.stringify([...head.things]).matchAll(
        /https?:\/\/(?!schema\.org)[^/"]+/g
      ))
        expect(address).toBe(site.origin)
      for (const foreign of site.foreign) expect(html).not.toContain(foreign)
    }
    const [first] = answers
    expect(first?.head.things.get('WebSite')).toEqual({
      '@type': 'WebSite',
      name: site.title,
      url: site.origin + localizePath('/', locale),
      inLanguage: locale
    })
  })

  test('have different texts in each language', () => {
    for (const { head } of answers) {
      expect([head.title, titles.get(head.title)]).toEqual([head.title, undefined])
      titles.set(head.title, locale)
    }
    if (locale === 'en') return
    const english = wordsOf('en')
    for (const [index, { head }] of answers.entries()) {
      const page = pages[index] as PublicPage
      expect(pageSummary(page, t).text).not.toBe(pageSummary(page, english).text)
      if (page.kind !== 'chat')
        expect(pageSummary(page, english).text.slice(0, 40)).not.toBe(
          one(head, 'description').slice(0, 40)
        )
    }
  })

  test('have a preview card', async () => {
    // All kinds of cards are checked in the site's own language, and one kind in each other
    // language.
    const own = offeredLocales(site.locales)[0] === locale
    const chosen = own ? ['chat', 'tool', 'docs', 'reference', 'operate'] : ['tool']
    for (const kind of chosen) {
      const index = pages.findIndex(page => page.kind === kind)
      const head = answers[index]?.head as Head
      const { pathname, origin } = new URL(one(head, 'og:image'))
      const answer = await studio.ask(site.origin, pathname)
      expect([origin, answer.status, answer.headers.get('content-type')]).toEqual([
        site.origin,
        200,
        'image/png'
      ])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
        format: 'png',
        ...CARD_SIZE
      })
    }
  })
})
