import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { ProblemBody } from '#core/problem.ts'
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
let eve: TestPerson

beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

async function problem(response: Response | Promise<Response>): Promise<[number, string, string]> {
  const answer = await response
  const body = (await answer.json()) as ProblemBody
  expect(body.trace_id).toBe(answer.headers.get('x-trace-id'))
  return [
    answer.status,
    body.code,
    (body.error.issues ?? []).map(issue => `${issue.field} ${issue.code}`).join(', ')
  ]
}

const ask = (body: unknown, token = ada.credential.token): Promise<Response> =>
  studio.call('/aichat/conversations', { json: body, token })

describe('a question is refused', () => {
  test.each([
    [{ question: '  ', model: 'gpt-5-all' }, [400, 'bad_request', 'question required']],
    [{ model: 'gpt-5-all' }, [400, 'bad_request', 'question required']],
    [
      { question: 'x'.repeat(32_001), model: 'gpt-5-all' },
      [413, 'content_too_large', 'question too_long']
    ],
    [{ question: 'hi', model: 'gpt-99' }, [400, 'bad_request', 'model not_allowed']],
    [{ question: 'hi' }, [400, 'bad_request', 'model required']],
    [
      { question: 'hi', model: 'deepseek-v3', references: ['https://a.example/x.pdf'] },
      [400, 'bad_request', 'references not_allowed']
    ],
    [{ question: 7, model: 'gpt-5-all' }, [400, 'bad_request', 'question wrong_type']],
    [{ question: 'hi', model: 'gpt-5-all', id: crypto.randomUUID() }, [404, 'not_found', '']],
    [{ action: 'sing' }, [400, 'bad_request', 'action not_allowed']],
    [{ action: 'retrieve' }, [400, 'bad_request', 'id required']]
  ])('for its input: %j', async (body, expected) => {
    expect(await problem(ask(body))).toEqual(expected)
  })

  test('at no cost, and nothing is stored', async () => {
    const application = await json<Application>(
      studio.call(`/api/v1/applications/${ada.application.id}`, { token: ada.token.access_token })
    )
    expect(application).toMatchObject({ remaining_amount: 5, used_amount: 0 })
    expect(await json(ask({ action: 'retrieve_batch' }))).toMatchObject({ items: [], count: 0 })
  })

  test('with the access token or for another user’s plan', async () => {
    expect(
      await problem(ask({ question: 'hi', model: 'gpt-5-all' }, ada.token.access_token))
    ).toEqual([401, 'token_mismatched', ''])
    const body = { question: 'hi', model: 'gpt-5-all', application_id: eve.application.id }
    expect(await problem(ask(body))).toEqual([401, 'token_mismatched', ''])
  })

  test('with a key of a plan for another service', async () => {
    const token = ada.token.access_token
    const flux = {
      type: 'Usage',
      scope: 'Individual',
      service_id: 'e8ebe055-429a-48e9-9d34-5089eae5fd89'
    }
    const application = await json<Application>(
      studio.call('/api/v1/applications/', { json: flux, token })
    )
    const credential = await json<{ token: string }>(
      studio.call('/api/v1/credentials/', {
        json: { application_id: application.id, host: BASE },
        token
      })
    )
    expect(await problem(ask({ question: 'hi', model: 'gpt-5-all' }, credential.token))).toEqual([
      401,
      'token_mismatched',
      ''
    ])
  })
})

describe('a request body is refused when it is', () => {
  const post = (body: BodyInit): Promise<Response> =>
    studio.call('/aichat/conversations', {
      method: 'POST',
      body,
      token: ada.credential.token,
      headers: { 'content-type': 'application/json' }
    })
  test.each<[string, BodyInit, [number, string, string]]>([
    ['cut off', '{"question": "hi', [400, 'bad_request', 'body not_json']],
    ['a list', '[]', [400, 'bad_request', 'body wrong_type']],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), [400, 'bad_request', 'body not_utf8']],
    ['very deep', '['.repeat(5000) + ']'.repeat(5000), [400, 'bad_request', 'body too_deep']],
    ['huge', `{"question":"${'x'.repeat(5 * 1024 * 1024)}"}`, [413, 'content_too_large', '']]
  ])('%s', async (_, body, expected) => {
    expect(await problem(post(body))).toEqual(expected)
  })
})

describe('a sign-up or sign-in', () => {
  const signIn = (body: Record<string, string>): Promise<Response> =>
    studio.call('/api/auth/sign-in/email', { json: body })
  test('with a wrong password gets the same answer as one with an unknown address', async () => {
    const wrong = await problem(signIn({ email: ada.email, password: 'not this one' }))
    const unknown = await problem(signIn({ email: 'nobody@example.com', password: 'not this one' }))
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
    expect(await problem(studio.call('/api/auth/sign-up/email', { json: body, peer }))).toEqual(
      expected
    )
  })
  test('is refused for an address that is taken', async () => {
    const again = studio.call('/api/auth/sign-up/email', {
      json: { email: ada.email, password: 'long enough' }
    })
    expect(await problem(again)).toEqual([409, 'duplication', 'email taken'])
  })
  test('is refused from a page of another origin', async () => {
    const answer = studio.call('/api/auth/sign-in/email', {
      json: { email: ada.email, password: 'correct horse battery' },
      headers: { origin: 'https://evil.example' }
    })
    expect(await problem(answer)).toEqual([403, 'forbidden', ''])
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
    expect(await problem(answer)).toEqual([400, 'bad_request', 'redirect not_allowed'])
  })
  test('for a foreign site', async () => {
    const answer = studio.call('/auth/authorize', {
      json: { site: 'https://evil.example' },
      headers: { cookie: ada.cookie }
    })
    expect(await problem(answer)).toEqual([400, 'bad_request', 'site not_allowed'])
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
    expect(await problem(exchange({ code }))).toEqual(refused)
  })
  test('expires after a minute', async () => {
    const code = await codeFor(studio, ada.cookie)
    studio.context.clock.advance(61_000)
    expect(await problem(exchange({ code }))).toEqual(refused)
  })
  test('with a challenge works only with its verifier', async () => {
    const { verifier, challenge } = pkce()
    const question = { code_challenge: challenge, code_challenge_method: 'S256' }
    expect(await problem(exchange({ code: await codeFor(studio, ada.cookie, question) }))).toEqual(
      refused
    )
    expect(
      await problem(
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
    expect(await problem(exchange({ code: 'made-up' }))).toEqual(refused)
    expect(await problem(exchange({}))).toEqual([400, 'bad_request', 'code required'])
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
  expect(await problem(studio.call('/api/v1/users/me', { token }))).toEqual([
    401,
    'invalid_token',
    ''
  ])
  const foreign = await studio.call('/auth/logout?redirect=https://evil.example/')
  expect(foreign.headers.get('location')).toBe(`${BASE}/auth/login`)
})
