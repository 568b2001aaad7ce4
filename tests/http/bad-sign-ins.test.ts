import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readProblem } from '../support/http-problem.ts'
import {
  BASE,
  codeFor,
  json,
  openStudio,
  person,
  pkce,
  signUp,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
})
afterAll(() => studio.close())

describe('a sign-up or sign-in', () => {
  const signIn = (body: Record<string, string>): Promise<Response> =>
    studio.call('/api/auth/sign-in/email', { json: body })
  test('with a wrong password gets the same answer as one with an unknown address', async () => {
    const wrong = await readProblem(signIn({ email: ada.email, password: 'not this one' }))
    const unknown = await readProblem(
      signIn({ email: 'nobody@example.com', password: 'not this one' })
    )
    expect(wrong).toEqual([400, 'bad_request', 'password wrong_password'])
    expect(unknown).toEqual(wrong)
  })
  test.each([
    [{ email: 'x', password: 'long enough' }, [400, 'bad_request', 'email invalid']],
    [{ email: 'new@example.com', password: 'short' }, [400, 'bad_request', 'password too_short']],
    [{ password: 'long enough' }, [400, 'bad_request', 'email required']],
    [
      { email: 'new@example.com', password: 'long enough', name: 'Ada\u202Eabc' },
      [400, 'bad_request', 'name invalid']
    ]
  ])('is refused for %j', async (body, expected) => {
    const peer = { address: '192.0.2.9', forwarded: false }
    expect(await readProblem(studio.call('/api/auth/sign-up/email', { json: body, peer }))).toEqual(
      expected
    )
  })
  test('is refused for an address that is taken', async () => {
    const again = studio.call('/api/auth/sign-up/email', {
      json: { email: ada.email, password: 'long enough' }
    })
    expect(await readProblem(again)).toEqual([409, 'duplication', 'email taken'])
  })
  test('is refused from a page of another origin', async () => {
    const answer = studio.call('/api/auth/sign-in/email', {
      json: { email: ada.email, password: 'correct horse battery' },
      headers: { origin: 'https://evil.example' }
    })
    expect(await readProblem(answer)).toEqual([403, 'forbidden', ''])
  })
})

describe('a sign-in is refused', () => {
  const hostile = [
    'https://evil.example/',
    'http://127.0.0.1:9999/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://127.0.0.1:4321@evil.example/',
    'http://user:pass@127.0.0.1:4321/',
    'http://127.0.0.1.evil.example:4321/',
    'data:text/html,x',
    'http://127.0.0.1:4321\\@evil.example/',
    'https://127.0.0.1:4321/',
    ' http://evil.example'
  ]
  test.each(hostile)('with the redirect %s', async redirect => {
    const answer = studio.call('/auth/authorize', {
      json: { redirect },
      headers: { cookie: ada.cookie }
    })
    expect(await readProblem(answer)).toEqual([400, 'bad_request', 'redirect not_allowed'])
  })
  test('for a foreign site', async () => {
    const answer = studio.call('/auth/authorize', {
      json: { site: 'https://evil.example' },
      headers: { cookie: ada.cookie }
    })
    expect(await readProblem(answer)).toEqual([400, 'bad_request', 'site not_allowed'])
  })
})

describe('a sign-in code', () => {
  const exchange = (body: Record<string, string>): Promise<Response> =>
    studio.call('/oauth2/v1/token', { json: body })
  const refused = [400, 'bad_request', 'code expired']
  test('works once, even when twenty requests use it at the same time', async () => {
    const code = await codeFor(studio, ada.cookie)
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange({ code })))
    expect(answers.filter(answer => answer.ok)).toHaveLength(1)
    expect(await readProblem(exchange({ code }))).toEqual(refused)
  })
  test('expires after a minute', async () => {
    const code = await codeFor(studio, ada.cookie)
    studio.context.clock.advance(61_000)
    expect(await readProblem(exchange({ code }))).toEqual(refused)
  })
  test('with a challenge works only with its verifier', async () => {
    const { verifier, challenge } = pkce()
    const question = { code_challenge: challenge, code_challenge_method: 'S256' }
    expect(
      await readProblem(exchange({ code: await codeFor(studio, ada.cookie, question) }))
    ).toEqual(refused)
    expect(
      await readProblem(
        exchange({
          code: await codeFor(studio, ada.cookie, question),
          code_verifier: pkce().verifier
        })
      )
    ).toEqual(refused)
    expect(
      (
        await exchange({
          code: await codeFor(studio, ada.cookie, question),
          code_verifier: verifier
        })
      ).status
    ).toBe(200)
  })
  test('that is unknown or missing is refused', async () => {
    expect(await readProblem(exchange({ code: 'made-up' }))).toEqual(refused)
    expect(await readProblem(exchange({}))).toEqual([400, 'bad_request', 'code required'])
  })
})

test('signing out ends the tokens of that sign-in', async () => {
  const cookie = await signUp(studio)
  const { access_token: token } = await json<{ access_token: string }>(
    studio.call('/oauth2/v1/token', { json: { code: await codeFor(studio, cookie) } })
  )
  expect((await studio.call('/api/v1/users/me', { token })).status).toBe(200)
  const out = await studio.call(
    `/auth/logout?redirect=${BASE}/auth/login?redirect=${BASE}/console/`,
    { headers: { cookie } }
  )
  expect([out.status, out.headers.get('location')]).toEqual([
    302,
    `${BASE}/auth/login?redirect=${BASE}/console/`
  ])
  expect(await readProblem(studio.call('/api/v1/users/me', { token }))).toEqual([
    401,
    'invalid_token',
    ''
  ])
  const foreign = await studio.call('/auth/logout?redirect=https://evil.example/')
  expect(foreign.headers.get('location')).toBe(`${BASE}/auth/login`)
})
