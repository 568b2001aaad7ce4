import { afterAll, beforeAll, expect, test } from 'vitest'
import { WELCOME_SKIPPED_COOKIE } from '#client/welcome.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import {
  BASE,
  codeFor,
  cookiesOf,
  json,
  LOCAL,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const TEST = 'https://test.example'

let studio: TestStudio
let hub: Studio
let ada: TestPerson
let session: string
beforeAll(async () => {
  ;[studio, hub] = await open({})
  ada = await person(studio)
  // Skip the first-run page: until then, an admin sees the bar of that page instead.
  session = `${await signInHere()}; ${WELCOME_SKIPPED_COOKIE}=1`
})
afterAll(() => close([studio, hub]))

async function open(environment: Record<string, string>): Promise<[TestStudio, Studio]> {
  const opened = await openStudio({
    environment: { RATE_LIMITS: 'off', HUB_TEST_URL: TEST, ...environment }
  })
  return [opened, await mountParts(opened.context, { site: true })]
}

async function close([opened, pages]: [TestStudio, Studio]): Promise<void> {
  for (const part of Object.values(pages.parts)) await part.stop()
  await opened.close()
}

/** Signs the admin in at the pages and returns the studio's session cookies. */
async function signInHere(): Promise<string> {
  const begun = await hub.fetch(new Request(`${BASE}/auth/begin?redirect=/flux`), LOCAL)
  const asked = new URL(begun.headers.get('location') ?? '', BASE).searchParams
  const code = await codeFor(studio, ada.cookie, Object.fromEntries(asked))
  const back = new URL(asked.get('redirect') ?? '', BASE)
  back.searchParams.set('code', code)
  back.searchParams.set('state', asked.get('state') ?? '')
  const signed = await hub.fetch(
    new Request(back, { headers: { cookie: cookiesOf(begun) } }),
    LOCAL
  )
  return cookiesOf(signed)
}

async function read(path: string, { cookie = '', origin = BASE, pages = hub } = {}) {
  const answer = await pages.fetch(new Request(origin + path, { headers: { cookie } }), LOCAL)
  const text = await answer.text()
  const bars = ['demo', 'demoOperator'].filter(key => text.includes(t(`common.frame.${key}`)))
  return { status: answer.status, bars, links: text.includes(t('common.frame.demoConnect')) }
}

/** Shares a conversation and returns the path of its page. */
async function sharedPage(): Promise<string> {
  const act = <T>(body: object): Promise<T> =>
    json<T>(
      studio.call('/aichat/conversations', {
        json: body,
        token: ada.credential.token,
        headers: { accept: 'application/json', origin: BASE }
      })
    )
  const { id } = await act<{ id: string }>({ model: 'gpt-5-all', question: 'Tides' })
  const { share } = await act<{ share: { id: string } }>({ action: 'share', id })
  return `/share/${share.id}`
}

test.each([
  ['/chatgpt/conversations', 200],
  ['/flux', 200],
  ['/docs', 200],
  ['/auth/login', 200],
  ['/auth/callback', 200],
  ['/auth/sign-out-question', 200],
  ['/nothing-there', 404]
])('of a demo, %s says to guests that results are placeholders', async (path, status) => {
  expect(await read(path)).toEqual({ status, bars: ['demo'], links: false })
})

test('a shared conversation has the bar too, since its answers come from the sandbox', async () => {
  const path = await sharedPage()
  expect(await read(path)).toEqual({ status: 200, bars: ['demo'], links: false })
  expect(await read(path, { cookie: session })).toMatchObject({ bars: ['demoOperator'] })
})

test('a sign-in page in a frame shows no bar, since the page around it has one', async () => {
  const framed = `/auth/login?display=popup&redirect=${encodeURIComponent(`${BASE}/flux`)}`
  expect(await read(framed)).toEqual({ status: 200, bars: [], links: false })
})

test('the operator reads that no provider is connected, with a link except on pages for connecting one', async () => {
  for (const [path, links] of [
    ['/flux', true],
    ['/auth/sign-out-question', true],
    ['/operator/providers', false],
    ['/welcome', false]
  ] as const)
    expect([path, await read(path, { cookie: session })]).toEqual([
      path,
      { status: 200, bars: ['demoOperator'], links }
    ])
})

test('with a provider, only a test host has the bar, which does not ask operators to connect one', async () => {
  const opened = await open({ OPENAI_API_KEY: 'sk-test' })
  const [, pages] = opened
  for (const path of ['/flux', '/auth/login']) {
    expect(await read(path, { pages })).toMatchObject({ status: 200, bars: [] })
    expect(await read(path, { pages, origin: TEST })).toMatchObject({ status: 200, bars: ['demo'] })
  }
  await close(opened)
})
