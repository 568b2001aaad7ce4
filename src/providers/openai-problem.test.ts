import { afterAll, beforeAll, expect, test } from 'vitest'
import { openaiChat } from '#providers/openai.ts'
import { askProvider, type Outcome } from '../../tests/support/asking.ts'
import { startOpenaiServer, type OpenaiServer } from '../../tests/support/openai-server.ts'

const KEY = 'operator-secret-1234'
const QUESTION = 'a question nobody else may read'

let server: OpenaiServer
beforeAll(async () => {
  server = await startOpenaiServer()
})
afterAll(() => server.close())

function ask(model: string): Promise<Outcome> {
  return askProvider(openaiChat, {
    model,
    baseURL: server.url,
    apiKey: KEY,
    turns: [{ role: 'user', content: QUESTION }]
  })
}

test.each([
  ['busy', 'busy'],
  ['unavailable', 'busy'],
  ['busy_frame', 'busy'],
  ['no_quota', 'api_error'],
  ['failed', 'api_error'],
  ['unauthorized', 'api_error'],
  ['denied', 'api_error'],
  ['unknown_model', 'api_error'],
  ['html_refusal', 'api_error'],
  ['html', 'api_error'],
  ['reset', 'api_error'],
  ['cut_frame', 'chat_error'],
  ['malformed', 'chat_error'],
  ['refused', 'bad_request'],
  ['too_long', 'content_too_large'],
  ['too_large', 'content_too_large'],
  ['moderated', 'forbidden'],
  ['filtered', 'forbidden']
])('a vendor answer of %s becomes %s, without the key or the question', async (mode, code) => {
  const { problem } = await ask(`test/${mode}`)
  expect(problem).toMatchObject({ code, detail: expect.stringMatching(/^\w/) })
  for (let each: unknown = problem; each instanceof Error; each = each.cause) {
    const all = [
      each.message,
      each.stack,
      ...Object.values(each).map(value => JSON.stringify(value))
    ].join('\n')
    expect(all).not.toContain(KEY)
    expect(all).not.toContain(QUESTION)
  }
})

test('a busy vendor says when to retry, in seconds or as a date on its own clock', async () => {
  expect((await ask('test/busy')).problem?.retryAfter).toBe(2)
  server.retryAfter = new Date(Date.now() + 90_000).toUTCString()
  const { retryAfter } = (await ask('test/unavailable')).problem ?? {}
  expect(retryAfter).toBeGreaterThanOrEqual(88)
  expect(retryAfter).toBeLessThanOrEqual(91)
  server.retryAfter = 'soon'
  expect((await ask('test/unavailable')).problem?.retryAfter).toBeUndefined()
  server.retryAfter = '2'
})

test('a busy vendor is asked only once: a provider does not retry', async () => {
  const before = server.requests.length
  server.busyTimes = 1
  expect((await ask('again/busy')).problem?.code).toBe('busy')
  expect(server.requests.length).toBe(before + 1)
  expect((await ask('again/busy')).problem).toBeUndefined()
  server.busyTimes = Number.POSITIVE_INFINITY
})

test('a refusal that the user can fix is quoted, without the key', async () => {
  expect((await ask('test/refused')).problem?.detail).toBe(
    'the vendor refused this question (400): Invalid image in the call of Bearer ***'
  )
})
