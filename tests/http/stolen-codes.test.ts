import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { readProblem } from '../support/http-problem.ts'
import {
  codeFor,
  cookiesOf,
  json,
  openStudio,
  person,
  pkce,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const REFUSED = [400, 'bad_request', 'code expired']
const HOME = { agent: 'Firefox', address: '192.0.2.1' }
const ELSEWHERE = { agent: 'curl', address: '198.51.100.9' }

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
beforeEach(() => studio.context.clock.advance(1000))
afterAll(() => studio.close())

type Place = { agent: string; address: string }

function call(path: string, body: object, from: Place, cookie = ''): Promise<Response> {
  return studio.call(path, {
    json: body,
    peer: { address: from.address, forwarded: false },
    headers: { 'user-agent': from.agent, cookie }
  })
}
const exchange = (body: object, from: Place, cookie = ''): Promise<Response> =>
  call('/oauth2/v1/token', body, from, cookie)
const status = async (token: Token): Promise<number> =>
  (await studio.call('/api/v1/applications/', { token: token.access_token })).status

test('a used code from another browser ends the sign-in that it began', async () => {
  const code = await codeFor(studio, ada.cookie)
  const token = await json<Token>(exchange({ code }, HOME))
  expect(await status(token)).toBe(200)
  expect(await readProblem(exchange({ code }, ELSEWHERE))).toEqual(REFUSED)
  expect(await status(token)).toBe(401)
  const { refresh_token } = token
  const renewed = call('/auth/refresh', { refresh_token }, HOME)
  expect((await renewed).status).toBe(401)
  // Other sign-ins of the same user go on.
  expect(await status(ada.token)).toBe(200)
})

test('a browser that repeats its call is refused, but keeps its sign-in', async () => {
  const code = await codeFor(studio, ada.cookie)
  const token = await json<Token>(exchange({ code }, HOME))
  expect(await readProblem(exchange({ code }, HOME))).toEqual(REFUSED)
  expect(await status(token)).toBe(200)
})

test('the verifier of a code proves the same browser, a wrong one does not', async () => {
  const { verifier, challenge } = pkce()
  const question = { code_challenge: challenge, code_challenge_method: 'S256' }
  const code = await codeFor(studio, ada.cookie, question)
  const token = await json<Token>(exchange({ code, code_verifier: verifier }, HOME))
  const again = (code_verifier: string): Promise<unknown> =>
    readProblem(exchange({ code, code_verifier }, ELSEWHERE))
  expect(await again(verifier)).toEqual(REFUSED)
  expect(await status(token)).toBe(200)
  expect(await again('w'.repeat(43))).toEqual(REFUSED)
  expect(await status(token)).toBe(401)
})

test('the cookie of a sign-in proves the same browser, also in another network', async () => {
  const code = await codeFor(studio, ada.cookie)
  const answer = await call('/auth/session', { code }, HOME)
  expect(answer.status).toBe(200)
  const cookie = cookiesOf(answer)
  const isSignedIn = async (): Promise<boolean> =>
    (await call('/auth/session', {}, HOME, cookie)).status === 200
  expect((await call('/auth/session', { code }, ELSEWHERE, cookie)).status).toBe(400)
  expect(await isSignedIn()).toBe(true)
  expect((await call('/auth/session', { code }, ELSEWHERE, ada.cookie)).status).toBe(400)
  expect(await isSignedIn()).toBe(false)
})
