import { afterAll, beforeAll, expect, test } from 'vitest'
import { headOf } from '../support/head.ts'
import { startNamedSites, type NamedSites } from '../support/named-sites.ts'

const MUSES = 'https://muses.example'
const NORD = 'https://nord.example'

let studio: NamedSites
beforeAll(async () => {
  studio = await startNamedSites({
    [MUSES]: { title: 'Muses' },
    [NORD]: {
      title: 'Atelier Nord',
      favicon: 'https://elsewhere.example/icon.png',
      features: '{"flux":{"enabled":false}}'
    }
  })
})
afterAll(() => studio.stop())

const cardOf = async (origin: string, path: string): Promise<string> => {
  const head = headOf(await (await studio.ask(origin, path)).text())
  return new URL(head.meta.get('og:image')?.[0] ?? '').pathname
}
const statusAndLocation = async (
  origin: string,
  path: string,
  headers?: Record<string, string>
): Promise<unknown[]> => {
  const answer = await studio.ask(origin, path, headers)
  return [answer.status, answer.headers.get('location')]
}

test('a card is the same for every visitor and is revalidated by its etag', async () => {
  const path = await cardOf(MUSES, '/de/flux')
  const first = await studio.ask(MUSES, path, {
    cookie: 'LOCALE=ar; SESSION=x',
    'accept-language': 'ar'
  })
  expect([first.status, first.headers.get('vary') ?? '', first.headers.get('set-cookie')]).toEqual([
    200,
    expect.not.stringMatching(/cookie/i),
    null
  ])
  const tag = first.headers.get('etag') ?? ''
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await studio.ask(MUSES, path, { 'if-none-match': known })
    expect([known, again.status, (await again.arrayBuffer()).byteLength]).toEqual([known, 304, 0])
  }
  expect((await studio.ask(MUSES, path, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('an outdated card address redirects to the current card, and an unknown one is not found', async () => {
  const path = await cardOf(MUSES, '/de/flux')
  const old = path.replace(/-[0-9a-f]{12}\./, '-000000000000.')
  expect(await statusAndLocation(MUSES, old)).toEqual([302, path])
  expect(await statusAndLocation(MUSES, '/cards/site-000000000000.png')).toEqual([
    302,
    await cardOf(MUSES, '/auth/login')
  ])
  for (const none of [
    '/cards/tool-nope-000000000000.png',
    '/cards/x.png',
    '/cards/..%2F..%2Fsecret-000000000000.png',
    '/cards/tool-flux.png'
  ])
    expect([none, ...(await statusAndLocation(MUSES, none))]).toEqual([none, 404, null])
  expect(
    await statusAndLocation(NORD, path),
    'what a site does not offer has no card there'
  ).toEqual([404, null])
})

test('an icon on another host is not fetched: the card shows only text', async () => {
  const answer = await studio.ask(NORD, await cardOf(NORD, '/docs'))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('other spellings of a page address redirect to it, and never to another site', async () => {
  const spellings = [
    ['/Flux/?x=1', '/flux?x=1'],
    ['/de/flux/', '/de/flux'],
    ['/ZH-cn/Docs/Errors', '/zh-CN/docs/errors'],
    ['/en/flux', '/flux'],
    ['/en//evil.example/flux', '/evil.example/flux'],
    ['/ChatGPT/Conversations', '/chatgpt/conversations'],
    ['/fr-CA/Docs/', '/fr/docs']
  ]
  for (const [spelling = '', address] of spellings)
    expect([spelling, ...(await statusAndLocation(MUSES, spelling))]).toEqual([
      spelling,
      308,
      address
    ])
})

test('a missing page has the status 404 and is listed nowhere', async () => {
  for (const path of [
    '/nope',
    '/xx/flux',
    '/xx',
    '/de/nope',
    '/docs/nope',
    '/de/docs/services/nope',
    '/claude/conversations'
  ]) {
    const answer = await studio.ask(MUSES, path)
    const head = headOf(await answer.text())
    expect([
      path,
      answer.status,
      head.meta.get('robots'),
      head.canonical,
      head.things.size
    ]).toEqual([path, 404, ['noindex'], '', 0])
  }
  for (const path of ['/flux', '/docs/services/flux', '/de/flux'])
    expect([path, (await studio.ask(NORD, path)).status]).toEqual([path, 404])
  for (const path of ['/auth/login', '/offline']) {
    const head = headOf(await (await studio.ask(MUSES, path)).text())
    expect([path, head.meta.get('robots'), head.alternates]).toEqual([path, ['noindex'], []])
  }
})
