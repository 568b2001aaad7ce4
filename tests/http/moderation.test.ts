import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { Overview } from '#contract/operation.ts'
import type { Site } from '#contract/site.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { startModerationServer, type ModerationServer } from '../support/moderation-server.ts'
import { ledgerFaults, planOf, refusal, type List } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let server: ModerationServer
let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  server = await startModerationServer()
  studio = await openStudio({
    environment: {
      RATE_LIMITS: 'off',
      MODERATION_URL: `${server.url}/`,
      MODERATION_API_KEY: 'mod-key'
    }
  })
  ada = await person(studio)
  await turn(true)
})
beforeEach(() => {
  Object.assign(server, { mode: 'well', forbidden: /forbidden/ })
  server.requests.length = 0
})
afterAll(async () => {
  await studio.close()
  await server.close()
})

async function turn(enabled: boolean, where = studio, who = ada): Promise<void> {
  const token = who.token.access_token
  const { items } = await json<List<Site>>(where.call(`/api/v1/sites/?origin=${BASE}`, { token }))
  await json(
    where.call(`/api/v1/sites/${items[0]?.id}`, {
      method: 'PUT',
      json: { features: { moderation: { enabled } } },
      token
    })
  )
  // The servers may use the old settings of a site for some seconds after a change.
  where.context.clock.advance(10_000)
}
const post = (path: string, body: object, where = studio, who = ada): Promise<Response> =>
  where.call(path, {
    json: body,
    token: who.credential.token,
    headers: { accept: 'application/json', origin: BASE }
  })
const ask = (question: string, more: object = {}): Promise<Response> =>
  post('/aichat/conversations', {
    model: 'gpt-5-all',
    question: `${question} [sandbox:tokens=3]`,
    ...more
  })
const left = async (): Promise<number> =>
  (await planOf(studio, ada, ada.application.id)).remaining_amount
const runs = async (): Promise<number> =>
  (await studio.context.database.db.selectFrom('run').select('id').execute()).length
const FLAGGED = [403, 'forbidden', 'question flagged']

/** Makes a call and returns its refusal. The call must write nothing and charge nothing. */
async function refused(call: () => Promise<Response>): Promise<unknown[]> {
  const before = [await left(), await runs()]
  const found = await refusal(call())
  expect([await left(), await runs()]).toEqual(before)
  expect(await ledgerFaults(studio)).toEqual([])
  return found
}

describe('on a site that checks prompts', () => {
  test('a question is checked before credits are held, with the configured model and key', async () => {
    const { id } = await json<{ id: string }>(ask('Why are there tides?'))
    expect(id).not.toBe('')
    expect(server.requests).toHaveLength(1)
    const [asked] = server.requests
    expect(asked).toMatchObject({
      path: '/v1/moderations',
      headers: { authorization: 'Bearer mod-key' },
      body: { model: 'omni-moderation-latest', input: 'Why are there tides? [sandbox:tokens=3]' }
    })
  })

  test('a flagged text is refused at its field, in the reader’s language', async () => {
    expect(await refused(() => ask('something forbidden'))).toEqual(FLAGGED)
    expect(await refused(() => ask('fine', { preset: 'forbidden orders' }))).toEqual([
      403,
      'forbidden',
      'preset flagged'
    ])
    const answer = await studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', question: 'forbidden' },
      token: ada.credential.token,
      headers: { 'accept-language': 'de' }
    })
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining('gegen die Regeln') }
    })
  })

  test('the prompts of every service are checked and named by their field', async () => {
    expect(
      await refused(() => post('/flux/images', { prompt: 'forbidden lighthouse', async: true }))
    ).toEqual([403, 'forbidden', 'prompt flagged'])
    const songs = {
      action: 'generate',
      custom: true,
      lyric: 'la la forbidden',
      title: 'Song',
      style: 'pop',
      async: true
    }
    expect(await refused(() => post('/suno/audios', songs))).toEqual([
      403,
      'forbidden',
      'lyric flagged'
    ])
    expect((await post('/flux/images', { prompt: 'a lighthouse', async: true })).status).toBe(200)
  })

  test('calls in OpenAI’s format are checked completely', async () => {
    const userMessage = (content: string): object => ({ role: 'user', content })
    const messages = [
      { role: 'system', content: 'forbidden orders' },
      userMessage('hi [sandbox:tokens=3]')
    ]
    const complete = (body: object): Promise<Response> =>
      post('/v1/chat/completions', { model: 'gpt-5-all', ...body })
    const before = await left()
    expect((await complete({ messages })).status).toBe(403)
    expect(
      (
        await complete({
          messages: [
            userMessage('hi'),
            { role: 'assistant', content: 'forbidden' },
            userMessage('go on')
          ]
        })
      ).status
    ).toBe(403)
    const picture = await post('/v1/images/generations', {
      model: 'flux-schnell',
      prompt: 'forbidden'
    })
    const message = groupTranslator('en', 'problem')('issue.flagged')
    expect([picture.status, await picture.json()]).toMatchObject([
      403,
      { error: { message, param: 'prompt' } }
    ])
    expect(await left()).toBe(before)
    expect((await complete({ messages: [userMessage('hi [sandbox:tokens=3]')] })).status).toBe(200)
  })

  test('an imported question is checked before it is asked again', async () => {
    const messages = [
      { id: 'a', parent_id: null, role: 'user', content: 'forbidden question' },
      { id: 'b', parent_id: 'a', role: 'assistant', content: 'an answer' }
    ]
    const { id } = await json<{ id: string }>(
      post('/aichat/conversations', { action: 'import', title: 'Old', messages })
    )
    expect((await refused(() => ask('go on', { id })))[0]).toBe(403)
    const again = { model: 'gpt-5-all', id, regenerate: 'b' }
    expect((await refused(() => post('/aichat/conversations', again)))[0]).toBeGreaterThanOrEqual(
      400
    )
  })

  test('an answer written by a user is checked, since only real answers of the model are trusted', async () => {
    const messages = [
      { role: 'user', content: 'nice' },
      { role: 'assistant', content: 'forbidden words' }
    ]
    const { id } = await json<{ id: string }>(ask('Hi'))
    await json(post('/aichat/conversations', { action: 'update', id, messages }))
    const kept = await json<Conversation>(post('/aichat/conversations', { action: 'retrieve', id }))
    const answer = kept.messages?.at(-1)?.id ?? ''
    const wrong = [403, 'forbidden', `messages.${answer} flagged`]
    expect(await refused(() => ask('go on', { id }))).toEqual(wrong)
    expect(
      await refused(() =>
        post('/aichat/conversations', { model: 'gpt-5-all', id, continue: answer })
      )
    ).toEqual(wrong)
    expect(
      await refused(() =>
        post('/aichat/conversations', { model: 'gpt-5-all', id, regenerate: answer })
      )
    ).toEqual(wrong)
    const brought = await json<{ id: string }>(
      post('/aichat/conversations', { action: 'import', title: 'Old', messages })
    )
    expect((await refused(() => ask('go on', brought)))[2]).toMatch(/^messages\.\S+ flagged$/)
  })

  test('tool calls and answer formats are checked, however their letters are escaped', async () => {
    const called = (written: string): object[] => [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: written } }]
      },
      { role: 'tool', tool_call_id: 'a', content: 'ok' }
    ]
    const complete = (messages: object[], more: object = {}): Promise<Response> =>
      post('/v1/chat/completions', { model: 'gpt-5-all', messages, ...more })
    const form = (json_schema: object): object => ({
      response_format: { type: 'json_schema', json_schema }
    })
    const messages = [{ role: 'user', content: 'hi [sandbox:tokens=3]' }]
    const statuses = [
      complete(called('{"q":"forbidden"}')),
      complete(called('{"q":"\\u0066orbidden","q":"fine"}')),
      complete(messages, form({ name: 'a', description: 'forbidden', schema: {} })),
      complete(
        messages,
        form({
          name: 'a',
          schema: { type: 'object', properties: { a: { type: 'string', enum: ['forbidden'] } } }
        })
      ),
      complete(called('{"q":"fine"}')),
      complete(messages, form({ name: 'a', schema: { type: 'object' } }))
    ].map(async answer => (await answer).status)
    expect(await Promise.all(statuses)).toEqual([403, 403, 403, 403, 200, 200])
  })

  test('a flagged word is found deep in a long text and across two pieces of it', async () => {
    const long = (at: number): string => `${'a '.repeat(at / 2)}forbidden${' b'.repeat(4000)}`
    for (const at of [7996, 8000, 15_000, 20_000])
      expect(await refused(() => ask(long(at)))).toEqual(FLAGGED)
  })

  test('the question is checked each time, earlier messages only once', async () => {
    const { id } = await json<{ id: string }>(ask('One'))
    await json(ask('Two', { id }))
    await json(ask('Three', { id }))
    expect(server.requests.map(({ body }) => body.input)).toEqual(
      ['One', 'Two', 'Three'].map(text => `${text} [sandbox:tokens=3]`)
    )
    server.forbidden = /Three/
    expect(await refused(() => ask('Three', { id }))).toEqual(FLAGGED)
  })

  test('each of many simultaneous questions is checked', async () => {
    const texts = ['a', 'forbidden 1', 'b', 'forbidden 2', 'c', 'forbidden 3']
    const statuses = await Promise.all(texts.map(async text => (await ask(text)).status))
    expect(statuses).toEqual([200, 403, 200, 403, 200, 403])
  })
})

describe('while the check does not answer', () => {
  const BUSY = [500, 'busy', 'moderation not_checked']

  test.each(['broken', 'nonsense', 'short', 'words'] as const)(
    'every prompt is refused: %s',
    async mode => {
      server.mode = mode
      expect(await refused(() => ask('Harmless'))).toEqual(BUSY)
      expect(
        await refused(() => post('/flux/images', { prompt: 'harmless', async: true }))
      ).toEqual(BUSY)
    }
  )

  test('operators see how often and since when the check fails, until it works again', async () => {
    const moderation = async (): Promise<Overview['moderation']> =>
      (
        await json<Overview>(
          studio.call('/api/v1/operation/overview', { token: ada.token.access_token })
        )
      ).moderation
    await json(ask('Harmless'))
    expect(await moderation()).toMatchObject({ configured: true, failed: 0, failed_at: null })
    server.mode = 'broken'
    await refused(() => ask('Harmless'))
    studio.context.clock.advance(1000)
    const at = new Date(studio.context.clock.now()).toISOString()
    await refused(() => ask('Harmless'))
    expect(await moderation()).toMatchObject({ configured: true, failed: 2, failed_at: at })
    Object.assign(server, { mode: 'well' })
    expect(await refused(() => ask('forbidden'))).toEqual(FLAGGED)
    expect(await moderation()).toMatchObject({ failed: 0, failed_at: null })
  })

  test('a prompt is refused if the check is silent for 5 s', { timeout: 20_000 }, async () => {
    server.mode = 'silent'
    const began = performance.now()
    expect(await refused(() => ask('Harmless'))).toEqual(BUSY)
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  test('every prompt is refused when no check is configured, and operators see that', async () => {
    const bare = await openStudio({ environment: { RATE_LIMITS: 'off' } })
    const eve = await person(bare)
    await turn(true, bare, eve)
    const asked = { model: 'gpt-5-all', question: 'Harmless' }
    expect(await refusal(post('/aichat/conversations', asked, bare, eve))).toEqual(BUSY)
    const overview = await json<Overview>(
      bare.call('/api/v1/operation/overview', { token: eve.token.access_token })
    )
    expect(overview.moderation).toMatchObject({ sites: 1, configured: false })
    await turn(false, bare, eve)
    expect((await post('/aichat/conversations', asked, bare, eve)).status).toBe(200)
    await bare.close()
  })
})

test('nothing is checked on a site with the check switched off', async () => {
  await turn(false)
  await json(ask('something forbidden'))
  expect(server.requests).toEqual([])
  await turn(true)
})

describe('the API key for the check', () => {
  const headersOf = async (environment: Record<string, string>): Promise<string | undefined> => {
    const own = await openStudio({ environment: { RATE_LIMITS: 'off', ...environment } })
    const eve = await person(own)
    await turn(true, own, eve)
    await post('/aichat/conversations', { model: 'gpt-5-all', question: 'Hi' }, own, eve)
    await own.close()
    return server.requests.at(-1)?.headers.authorization
  }

  test('is the OpenAI key if the check is at OpenAI’s own address', async () => {
    expect(await headersOf({ OPENAI_API_KEY: 'sk-openai-1', OPENAI_BASE_URL: server.url })).toBe(
      'Bearer sk-openai-1'
    )
    expect(
      await headersOf({
        OPENAI_API_KEY: 'sk-openai-2',
        OPENAI_BASE_URL: server.url,
        MODERATION_URL: server.url
      })
    ).toBe('Bearer sk-openai-2')
  })

  test('is sent to no other address', async () => {
    expect(
      await headersOf({
        OPENAI_API_KEY: 'sk-openai-3',
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        MODERATION_URL: server.url
      })
    ).toBeUndefined()
  })
})
