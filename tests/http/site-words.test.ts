import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNamedSites } from '../support/named-sites.ts'
import { visit, type Page } from '../support/process.ts'

const ALPHA = 'https://alpha.example'
const BETA = 'https://beta.example'
const SITES = {
  [ALPHA]: {
    title: 'Alpha',
    description: 'Alpha makes pictures & songs.',
    keywords: '["art","song"]',
    texts: JSON.stringify({
      de: { title: 'Alpha Atelier', description: 'Alpha macht Bilder.', keywords: ['Kunst'] },
      ar: { description: 'ألفا يصنع الصور.' }
    })
  },
  [BETA]: { title: 'Beta', page_title: '{site}: {page}', features: '{"chat":{"enabled":false}}' }
}
const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Twitterbot/1.0',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'
]

let studio: Awaited<ReturnType<typeof startNamedSites>>
beforeAll(async () => {
  studio = await startNamedSites(SITES)
})
afterAll(() => studio.stop())

/** Follows redirects as a crawler does. */
async function crawl(origin: string, path: string, agent = CRAWLERS[0] ?? ''): Promise<Page> {
  const headers = {
    connection: 'close',
    'user-agent': agent,
    'x-forwarded-host': new URL(origin).host,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '8.8.8.8'
  }
  const page = await visit(studio.url + path, { headers })
  const next = page.headers['location']
  return page.status === 302 && typeof next === 'string'
    ? crawl(origin, new URL(next, origin).pathname, agent)
    : page
}

/** Returns all texts in a page's head that describe the page. */
function saidBy({ text }: Page) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(text)
  const meta = (name: string): string | null =>
    document
      .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
      ?.getAttribute('content') ?? null
  const things = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
    each => {
      return (
        (JSON.parse(each.textContent) as { '@graph'?: Record<string, unknown>[] })['@graph'] ?? []
      )
    }
  )
  return {
    titles: [...new Set([document.title, meta('og:title'), meta('twitter:title')])],
    descriptions: [
      ...new Set([meta('description'), meta('og:description'), meta('twitter:description')])
    ],
    keywords: meta('keywords'),
    site: things.find(thing => thing['@type'] === 'WebSite')
  }
}

describe.each(CRAWLERS)('%s follows the redirect of / and', agent => {
  test.each([
    ['/', 'Alpha', 'Alpha makes pictures & songs.', 'art, song'],
    ['/de', 'Alpha Atelier', 'Alpha macht Bilder.', 'Kunst'],
    ['/ar', 'Alpha', 'ألفا يصنع الصور.', 'art, song']
  ])('reads the owner’s texts at %s', async (path, title, description, keywords) => {
    const said = saidBy(await crawl(ALPHA, path, agent))
    expect(said).toMatchObject({
      titles: [`${title} · ${description.slice(0, -1)}`],
      descriptions: [description],
      keywords,
      site: { name: title, description }
    })
  })

  test.each(['/', '/de', '/ar'])(
    'reads the texts of the first page at %s when a site has no description',
    async path => {
      const { titles, descriptions } = saidBy(await crawl(BETA, path, agent))
      expect(titles).toEqual([expect.stringMatching(/^Beta · .+/)])
      expect(descriptions).toEqual([expect.stringMatching(/.{20}/)])
    }
  )
})

test('other pages begin with their own text and add the site’s description as far as there is room', async () => {
  const { titles, descriptions } = saidBy(await crawl(ALPHA, '/de/docs/errors'))
  expect(titles).toEqual([expect.stringMatching(/ · Alpha Atelier$/)])
  expect(descriptions).toEqual([expect.stringMatching(/^.+ Alpha macht Bilder\.$/)])
})

test('a site’s own pattern builds the titles of its pages, also of unlisted ones', async () => {
  for (const path of ['/docs/errors', '/suno', '/auth/login', '/no/such/page'])
    expect(saidBy(await crawl(BETA, path)).titles).toEqual([expect.stringMatching(/^Beta: [^{]+$/)])
})

test('a site shows no text of another site', async () => {
  for (const path of ['/', '/de', '/de/docs/errors', '/ar/suno']) {
    expect((await crawl(BETA, path)).text).not.toMatch(/Alpha|ألفا/)
    expect((await crawl(ALPHA, path)).text).not.toContain('Beta')
  }
})
