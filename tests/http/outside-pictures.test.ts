import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/user.ts'
import { idOf } from '../support/account.ts'
import { INSIDE } from '../support/inside.ts'
import { startOAuthServer, type OAuthServer } from '../support/oauth-server.ts'
import {
  BASE,
  codeFor,
  cookiesOf,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/** A server in the operator's network, which nothing may reach. */
let inside: Server
let reached: string[] = []
let address: string
let oauth: OAuthServer
let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  inside = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('x')
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/picture.png`
  oauth = await startOAuthServer()
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', ...oauth.environment } })
  ada = await person(studio)
})
afterEach(() => {
  expect(reached).toEqual([])
  reached = []
})
afterAll(async () => {
  await studio.close()
  await oauth.close()
  inside.close()
})

const change = (body: object): Promise<Response> =>
  studio.call('/api/v1/users/me', { method: 'PUT', json: body, token: ada.token.access_token })

test.each(['github', 'google'])(
  'the picture of an account at %s is not fetched',
  async provider => {
    oauth.person = {
      id: 7000 + provider.length,
      name: 'Eve',
      email: `eve@${provider}.example`,
      verified: true,
      picture: address
    }
    const back = { callbackURL: `${BASE}/auth/login`, errorCallbackURL: `${BASE}/auth/login` }
    const away = await studio.call('/api/auth/sign-in/social', { json: { provider, ...back } })
    const { url } = await json<{ url: string }>(away.clone())
    const page = await (await fetch(url)).text()
    const allow = /href="(http[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const returned = await studio.call(allow.slice(BASE.length), {
      headers: { cookie: cookiesOf(away) }
    })
    const code = await codeFor(studio, cookiesOf(returned))
    const token = await json<{ access_token: string }>(
      studio.call('/oauth2/v1/token', { json: { code } })
    )
    const me = studio.call('/api/v1/users/me', { token: token.access_token })
    expect((await json<User>(me)).avatar).toBe('')
  }
)

test('an address outside is no avatar', async () => {
  const hosts = [...Object.values(INSIDE).flat().slice(0, 40), 'evil.example']
  for (const avatar of [address, 'file:///etc/passwd', 'javascript:alert(1)', '//evil.example/x'])
    expect((await change({ avatar })).status, avatar).toBe(400)
  for (const host of hosts)
    expect((await change({ avatar: `http://${host}/files/x` })).status, host).toBe(400)
  const { image } = await studio.context.database.db
    .selectFrom('user')
    .select('image')
    .where('id', '=', await idOf(studio, ada))
    .executeTakeFirstOrThrow()
  expect(image).toBeNull()
})

test('the pictures of a site and its tools are not fetched from inside either', async () => {
  const { items } = await json<{ items: { id: string }[] }>(
    studio.call('/api/v1/sites/', { token: ada.token.access_token })
  )
  for (const body of [{ logo: address }, { favicon: address }]) {
    const path = `/api/v1/sites/${items[0]?.id}`
    await studio.call(path, { method: 'PUT', json: body, token: ada.token.access_token })
  }
  const drawn = await studio.call('/flux/images', {
    json: { prompt: 'a fox', action: 'edit', image_url: address, model: 'flux-kontext-pro' },
    token: ada.credential.token
  })
  expect(drawn.status).toBe(400)
})
