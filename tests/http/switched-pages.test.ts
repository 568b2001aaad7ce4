import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Token } from '#contract/token.ts'
import { startStudio, visit } from '../support/process.ts'
import { cookiesOf, json } from '../support/studio.ts'

let studio: Awaited<ReturnType<typeof startStudio>>
let put: (body: object) => Promise<Site>

beforeAll(async () => {
  studio = await startStudio()
  const post = (
    path: string,
    body: object,
    headers: Record<string, string> = {}
  ): Promise<Response> =>
    fetch(studio.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body)
    })
  const signedUp = await post('/api/auth/sign-up/email', {
    email: 'ada@example.com',
    password: 'correct horse battery'
  })
  const { location } = await json<SignInResponse>(
    post('/auth/authorize', { redirect: `${studio.url}/` }, { cookie: cookiesOf(signedUp) })
  )
  const code = new URL(location ?? '').searchParams.get('code')
  const { access_token: token } = await json<Token>(post('/oauth2/v1/token', { code }))
  const authorization = `Bearer ${token}`
  const { items } = await json<{ items: Site[] }>(
    fetch(`${studio.url}/api/v1/sites/?origin=${studio.url}`, { headers: { authorization } })
  )
  put = body =>
    json(
      fetch(`${studio.url}/api/v1/sites/${items[0]?.id}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })
    )
  await put({ title: 'Muses' })
})
afterAll(() => studio.stop())

test('pages of a switched-off service are not found, and show the site’s brand without its links', async () => {
  const paths = ['/flux', '/de/flux', '/grok/conversations', '/grok/conversations/x']
  expect((await visit(`${studio.url}/flux`)).status).toBe(200)
  await put({
    features: { flux: { enabled: false }, grok: { enabled: false }, chatgpt: { enabled: false } }
  })
  for (const path of paths) {
    const page = await visit(studio.url + path)
    expect([path, page.status]).toEqual([path, 404])
    expect(page.text).toMatch(/<title>[^<]*Muses<\/title>/)
    for (const off of ['/flux', '/grok/conversations', '/chatgpt/conversations'])
      expect(page.text).not.toContain(`href="${off}"`)
  }
  expect((await visit(`${studio.url}/luma`)).status).toBe(200)
  const home = await visit(`${studio.url}/`)
  expect([home.status, home.headers['location']]).toEqual([302, '/deepseek/conversations'])
  await put({ features: { flux: null, grok: null, chatgpt: null } })
  for (const path of paths.slice(0, 3))
    expect([path, (await visit(studio.url + path)).status]).toEqual([path, 200])
})

test('without chat, the documentation does not mention it', async () => {
  const linksTo = async (path: string): Promise<boolean> =>
    (await visit(studio.url + path)).text.includes('href="/docs/chat"')
  expect([(await visit(`${studio.url}/docs/chat`)).status, await linksTo('/docs')]).toEqual([
    200,
    true
  ])
  await put({ features: { chat: { enabled: false } } })
  for (const path of ['/docs/chat', '/de/docs/chat'])
    expect([path, (await visit(studio.url + path)).status]).toEqual([path, 404])
  for (const path of ['/docs', '/docs/openai', '/docs/services/flux']) {
    const page = await visit(studio.url + path)
    expect([path, page.status, page.text.includes('href="/docs/chat"')]).toEqual([path, 200, false])
    expect([path, page.text.includes('/aichat/conversations')]).toEqual([path, false])
  }
  await put({ features: { chat: null } })
})
