import { describe, expect, test, vi } from 'vitest'
import { withSignInRedirect, withBearer } from '#client/bearer.ts'
import { requestJson } from '#client/call.ts'
import { Problem, problemBody } from '#core/problem.ts'

const answerWith = (...answers: (Response | Error)[]): ReturnType<typeof vi.fn> => {
  const fetch = vi.fn(async () => {
    const answer = answers.shift() ?? new Error('nothing more')
    if (answer instanceof Error) throw answer
    return answer
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((thrown: unknown) => thrown)

describe('a request', () => {
  test('sends JSON with its bearer token and returns the response', async () => {
    const fetch = answerWith(Response.json({ id: 'a' }))
    expect(
      await requestJson('/x', { method: 'POST', body: { question: 'ü' }, token: 'secret' })
    ).toEqual({
      id: 'a'
    })
    const [, init] = fetch.mock.calls[0] as [string, RequestInit]
    expect(init.body).toBe('{"question":"ü"}')
    expect(init.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json'
    })
  })

  test('throws the problem in the body with its sentence, issues and trace id', async () => {
    const body = problemBody(
      new Problem('bad_request', {
        detail: 'no',
        issues: [{ field: 'model', code: 'not_allowed' }]
      }),
      'Check it.',
      't1'
    )
    answerWith(Response.json(body, { status: 400 }))
    expect(await failureOf(requestJson('/x'))).toMatchObject({
      code: 'bad_request',
      detail: 'no',
      sentence: 'Check it.',
      traceId: 't1',
      issues: [{ field: 'model', code: 'not_allowed' }]
    })
  })

  test.each([
    [401, 'invalid_token'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'duplication'],
    [413, 'content_too_large'],
    [429, 'too_many_requests'],
    [502, 'api_error'],
    [504, 'timeout'],
    [418, 'bad_request']
  ])('maps status %i without a problem in the body to %s', async (status, code) => {
    answerWith(
      new Response('<h1>no</h1>', { status, headers: { 'x-trace-id': 't2', 'retry-after': '7' } })
    )
    expect(await failureOf(requestJson('/x'))).toMatchObject({
      code,
      detail: `HTTP ${status}`,
      traceId: 't2',
      retryAfter: 7
    })
  })

  test('throws an offline problem when there is no response', async () => {
    answerWith(new TypeError('Failed to fetch'))
    expect(await failureOf(requestJson('/x'))).toMatchObject({ code: 'unknown', detail: 'offline' })
  })

  test('throws `timeout` on its own deadline and `canceled` on an abort', async () => {
    answerWith(new DOMException('', 'TimeoutError'), new DOMException('', 'AbortError'))
    expect(await failureOf(requestJson('/x'))).toMatchObject({ code: 'timeout' })
    expect(await failureOf(requestJson('/x'))).toMatchObject({ code: 'canceled' })
  })

  test('refuses a response that is not JSON', async () => {
    answerWith(new Response('<h1>hello</h1>'))
    expect(await failureOf(requestJson('/x'))).toMatchObject({ code: 'api_error' })
  })
})

describe('a bearer token', () => {
  const refused = (): Problem => new Problem('token_expired')
  const source = (renewed: string | null) => ({
    current: async () => 'old',
    renew: vi.fn(async (_stale: string) => renewed)
  })

  test('is renewed once when it is refused', async () => {
    const tokens = source('new')
    const run = vi.fn(async (token: string) =>
      token === 'old' ? Promise.reject(refused()) : token
    )
    expect(await withBearer(tokens, run)).toBe('new')
    expect(tokens.renew).toHaveBeenCalledWith('old')
  })

  test('throws the problem when it is refused twice', async () => {
    const run = vi.fn(() => Promise.reject(refused()))
    expect(await failureOf(withBearer(source('new'), run))).toMatchObject({ code: 'token_expired' })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('redirects to the sign-in page without a session only for requests the user started', async () => {
    const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const asked = (): Promise<never> => withBearer(source(null), () => Promise.reject(refused()))
    expect(await failureOf(asked())).toMatchObject({ code: 'invalid_token' })
    expect(went).not.toHaveBeenCalled()
    expect(await failureOf(withSignInRedirect(asked()))).toMatchObject({ code: 'invalid_token' })
    expect(await failureOf(withSignInRedirect(Promise.reject(refused())))).toMatchObject({
      code: 'token_expired'
    })
    expect(went).toHaveBeenCalledOnce()
  })

  test('is not renewed for other problems', async () => {
    const tokens = source('new')
    expect(
      await failureOf(withBearer(tokens, () => Promise.reject(new Problem('used_up'))))
    ).toMatchObject({ code: 'used_up' })
    expect(tokens.renew).not.toHaveBeenCalled()
  })
})
