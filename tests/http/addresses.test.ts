import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNamedSites, type NamedSites } from '../support/named-sites.ts'
import { field, heading, location, openBrowser } from '../support/plain-browser.ts'
import { visit, type Page } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

/** This site’s default language is Russian, and it does not offer Japanese. */
const NORD = 'http://nord.example'

let studio: NamedSites
beforeAll(async () => {
  studio = await startNamedSites({ [NORD]: { title: 'Atelier Nord', locales: '["ru","de"]' } })
})
afterAll(() => studio.stop())

const at = (path: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> =>
  visit(studio.url + path, options)
const languageOf = ({ text }: Page): string | undefined =>
  /<html[^>]* lang="([^"]+)"/.exec(text)?.[1]

describe('?lang= chooses a language and is removed from the address', () => {
  test.each([
    ['/flux?lang=de', '/de/flux', 'de'],
    ['/ja/flux?x=a&lang=pt-BR&y=b', '/pt/flux?x=a&y=b', 'pt'],
    ['/de/flux?lang=en', '/flux', 'en'],
    ['/?lang=zh-Hant', '/zh-TW', 'zh-TW'],
    ['/flux?lang=tlh', '/flux', null],
    ['/flux?lang=%0d%0aset-cookie:x', '/flux', null],
    ['/flux?lang=', '/flux', null]
  ])('%s redirects to %s', async (requested, address, kept) => {
    const page = await at(requested)
    expect([page.status, location(page)]).toEqual([302, address])
    const cookies = [page.headers['set-cookie'] ?? []]
      .flat()
      .filter(each => each.startsWith('LOCALE='))
    expect(cookies).toEqual(
      kept === null ? [] : [expect.stringMatching(new RegExp(`^LOCALE=${kept};`))]
    )
  })

  test('a language that the site does not offer is ignored', async () => {
    const headers = { 'x-forwarded-host': 'nord.example' }
    expect(location(await at('/ru/flux?lang=ja', { headers }))).toBe('/ru/flux')
    expect(location(await at('/ru/flux?lang=de', { headers }))).toBe('/de/flux')
  })

  test('a posted form is not redirected', async () => {
    const sent = await at('/de/auth/login?lang=fr', {
      method: 'POST',
      body: 'email=a',
      headers: { origin: studio.url }
    })
    expect(location(sent)).not.toBe('/fr/auth/login')
  })
})

test('/auth redirects to the sign-in page', async () => {
  expect(location(await at('/de/auth'))).toBe('/auth/begin?redirect=%2Fde')
})

describe('every page has one address', () => {
  test.each([
    ['//de/flux?x=a//b', '/de/flux?x=a//b'],
    ['/de//flux', '/de/flux'],
    ['/%64%65/flux', '/de/flux'],
    ['/de/%66lux', '/de/flux'],
    ['/%2566lux', '/flux'],
    ['/chatgpt//conversations', '/chatgpt/conversations'],
    ['//Docs/%65rrors', '/docs/errors'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['//other.example/x', '/other.example/x'],
    ['/%5Cother.example/x', '/other.example/x'],
    ['/%0A/other.example', '/other.example'],
    ['//a|b', '/a%7Cb']
  ])('%s redirects once, to %s', async (requested, address) => {
    for (const method of ['GET', 'HEAD']) {
      const page = await at(requested, { method })
      expect([method, page.status, location(page)]).toEqual([method, 308, address])
    }
    expect((await at(address)).status).not.toBe(308)
  })

  test('files and forms are answered at the requested address', async () => {
    expect((await at('//robots.txt')).status).toBe(200)
    const sent = await at('//de/auth/login', {
      method: 'POST',
      body: 'email=a',
      headers: { origin: studio.url }
    })
    expect([sent.status, location(sent)]).not.toContain(308)
  })

  test.each(['/a%7Cb', '/a|b', '/a%5Eb', '/nowhere/%5Bx%5D', '/de/%7C', '/%60%7B%22', "/it's"])(
    '%s is not redirected, whichever of its characters the browser encodes',
    async path => {
      expect((await at(path)).status).toBe(404)
    }
  )

  test.each(['/%zz', '/de/%zz', '/de/flux/%ff', '/de/share/%ff', '/de/auth/%ff'])(
    '%s is not found',
    async path => {
      const page = await at(path)
      expect([page.status, languageOf(page)]).toEqual([404, path.startsWith('/de') ? 'de' : 'en'])
      expect(page.headers['content-language']).toBe(languageOf(page))
    }
  )

  test.each([
    '/%6Fperator',
    '/%256Fperator',
    '//operator',
    '/./operator',
    '/x/..%2Foperator',
    '/x/%2E%2E/operator',
    '/operator;x',
    '/operator%00',
    '/OPERATOR',
    '/de/%6Fperator'
  ])('%s does not open the page of operators', async path => {
    const page = await at(path)
    expect(page.status).not.toBe(200)
    expect(location(page)).not.toMatch(/^\/\//)
  })

  test('an address longer than any of ours is not echoed', async () => {
    const page = await at(`/de/${'x'.repeat(8000)}`)
    expect([page.status, page.text.includes('xxx')]).toEqual([404, false])
    expect(page.text).toContain(`redirect=${encodeURIComponent('/ar/404')}`)
  })
})

test('the login page under a language keeps every slash of the requested addresses', async () => {
  const callback = `${studio.url}/auth/callback`
  const query = `?redirect=${callback}&site=${studio.url}&state=a//b`
  const { open, post } = openBrowser({ url: studio.url })
  const login = await open(`/de/auth/login${query}`)
  expect(['site', 'redirect', 'state'].map(name => field(login, name))).toEqual([
    studio.url,
    callback,
    'a//b'
  ])
  const person = { mode: 'sign-up', email: 'ada@example.com', password: 'correct horse battery' }
  const to = new URL(
    location(await post({ ...person, redirect: callback, state: 'a//b' }, '/de/auth/login'))
  )
  expect([to.origin + to.pathname, to.searchParams.get('state')]).toEqual([callback, 'a//b'])
  // A user who requested no other page continues in the language of the login page.
  for (const [page, home] of [
    ['/ar/auth/login?mode=phone', '/ar'],
    [`/de/auth/login?site=${studio.url}`, '/de'],
    ['/auth/login', '/']
  ] as const)
    expect([page, new URL(location(await open(page))).pathname]).toEqual([page, home])
})

describe('a form posted from another site is refused', () => {
  const send = (path: string, headers: Record<string, string> = {}): Promise<Page> =>
    at(path, {
      method: 'POST',
      body: 'a=1',
      headers: { origin: 'https://evil.example', ...headers }
    })

  test.each([
    ['/ar/site', 'ja', 'ar', '/ar/site'],
    ['/site', 'ja', 'ja', '/ja/site'],
    // A visit to this address changes a preference, so the error page must not link to it.
    ['/preferences', 'tlh', 'en', '/'],
    ['/de/auth/sign-out', 'ja', 'de', '/de']
  ] as const)(
    'at %s for a reader of %s: the page is in %s and links to %s',
    async (path, reader, locale, next) => {
      const page = await send(path, { 'accept-language': reader })
      const t = wordsOf(locale)
      expect([page.status, languageOf(page), page.headers['content-language']]).toEqual([
        403,
        locale,
        locale
      ])
      expect(heading(page)).toBe(t('common.foreign.title'))
      expect(page.text).toMatch(new RegExp(`href="${next}"[^>]*>\\s*${t('common.action.retry')}`))
      expect((await at('/de/403')).status, 'nobody asks for it').toBe(404)
    }
  )

  test('with the name and in a language of the site; its links repeat nothing that was sent', async () => {
    const page = await send(`/site?code=sent&setup=${'sent'.repeat(8)}`, {
      host: 'nord.example',
      'accept-language': 'ja, de;q=0.5'
    })
    expect([page.status, languageOf(page), page.headers['set-cookie']]).toEqual([
      403,
      'de',
      undefined
    ])
    expect(page.text).toContain('Atelier Nord')
    expect(page.text).not.toContain('sent')
  })
})

describe('a link that leads nowhere', () => {
  const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test.each([
    ['/s/ZzZ', { 'accept-language': 'ar' }, 'ar'],
    ['/files/zz', { 'accept-language': 'ar', cookie: 'LOCALE=ja' }, 'ja'],
    ['/files/zz', {}, 'en'],
    ['/files/zz/cat.png', {}, 'en'],
    ['/s/zzz', { 'accept-language': 'ja', host: 'nord.example' }, 'ru']
  ])('%s shows a page to a browser with %j, in %s', async (path, headers, locale) => {
    const page = await at(path, { headers: { ...person, ...headers } })
    expect([page.status, languageOf(page), heading(page)]).toEqual([
      404,
      locale,
      wordsOf(locale)('common.missing.title')
    ])
    expect(
      (await at(path, { method: 'HEAD', headers: { ...person, ...headers } })).headers[
        'content-type'
      ]
    ).toMatch(/html/)
  })

  test('answers an API client with a problem document', async () => {
    for (const [path, headers] of [
      ['/s/zzz', {}],
      ['/files/zz', { accept: '*/*' }],
      ['/files/zz/more/yet', person],
      ['/api/v1/nope', person]
    ] as const) {
      const { status, text } = await at(path, { headers })
      expect([path, status, (JSON.parse(text) as { success: boolean }).success]).toEqual([
        path,
        404,
        false
      ])
    }
  })
})
