import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { findModel } from '#catalog/chat/models.ts'
import { toCredits, tokenCost } from '#core/money.ts'
import { readConfig } from '#servers/config.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const WARM = 'gpt-4o-all'
const THINKING = 'gpt-5-all'

let vendor: OpenaiServer
let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  vendor = await startOpenaiServer()
  studio = await openStudio({
    config: readConfig({ OPENAI_API_KEY: 'secret-key', OPENAI_BASE_URL: vendor.url })
  })
  ada = await person(studio)
})
afterAll(async () => {
  await studio.close()
  await vendor.close()
})

function call(body: Record<string, unknown>): Promise<Response> {
  return studio.call('/aichat/conversations', { json: body, token: ada.credential.token })
}
async function ask(
  body: Record<string, unknown>
): Promise<{ id: string; last: Record<string, unknown> | undefined }> {
  const { frames: events } = await frames(await call({ model: WARM, question: 'hello', ...body }))
  return { id: String(events[0]?.['id']), last: events.at(-1) }
}
function readConversation(id: string): Promise<Conversation> {
  return json(call({ action: 'retrieve', id }))
}
function update(id: string, changes: Record<string, unknown>): Promise<Conversation> {
  return json(call({ action: 'update', id, ...changes }))
}
function lastRequest(): { temperature?: unknown; messages: readonly unknown[] } | undefined {
  return vendor.requests.at(-1)?.body
}
async function searchableTexts(id: string): Promise<string[]> {
  const rows = await studio.context.database.db
    .selectFrom('passage')
    .select('text')
    .where('conversation_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(row => row.text)
}

test('settings of the first question apply to the next questions', async () => {
  const { id } = await ask({ preset: 'Be brief.', temperature: 0.3 })
  expect(await readConversation(id)).toMatchObject({
    model: WARM,
    preset: 'Be brief.',
    temperature: 0.3,
    pinned: false,
    share: null
  })
  await ask({ id, model: '' })
  expect(lastRequest()).toMatchObject({ model: 'gpt-4o', temperature: 0.3 })
  expect(lastRequest()?.messages).toMatchObject([
    { role: 'system', content: 'Be brief.' },
    { role: 'user' },
    { role: 'assistant' },
    { role: 'user' }
  ])
})

test('a question may change the settings, and a model without temperature receives none', async () => {
  const { id } = await ask({ preset: 'Be brief.', temperature: 0.3 })
  await ask({ id, preset: '', temperature: null })
  expect(await readConversation(id)).toMatchObject({ preset: '', temperature: null })
  expect(lastRequest()).not.toHaveProperty('temperature')
  await ask({ id, model: THINKING, temperature: 1.5 })
  expect(await readConversation(id)).toMatchObject({ model: THINKING, temperature: 1.5 })
  expect(lastRequest()).not.toHaveProperty('temperature')
})

test('settings can change without a question, which does not move the conversation in the list', async () => {
  const { id } = await ask({})
  const before = await readConversation(id)
  studio.context.clock.advance(60_000)
  const changes = {
    model: THINKING,
    preset: 'Rhyme.',
    temperature: 2,
    pinned: true,
    title: 'Verses'
  }
  expect(await update(id, changes)).toMatchObject({ ...changes, updated_at: before.updated_at })
  expect(await update(id, { temperature: null, pinned: false })).toMatchObject({
    preset: 'Rhyme.',
    temperature: null,
    pinned: false
  })
  await ask({ id })
  expect((await readConversation(id)).updated_at).toBeGreaterThan(before.updated_at)
})

test.each([
  ['an unknown model', { model: 'gpt-99' }, 'model'],
  ['a preset that is too long', { preset: 'x'.repeat(8001) }, 'preset'],
  ['a temperature beyond the scale', { temperature: 2.1 }, 'temperature']
])('%s is refused, and nothing changes', async (_, changes, field) => {
  const { id } = await ask({})
  const answer = await call({ action: 'update', id, title: 'x', ...changes })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'bad_request', error: { issues: [{ field }] } })
  expect((await readConversation(id)).title).toBe('hello')
})

test('an answer has its cost in its last event and when it is read later', async () => {
  vendor.mode = 'reasoning'
  const { id, last } = await ask({ model: THINKING })
  vendor.mode = 'answer'
  const [question, answer] = (await readConversation(id)).messages ?? []
  const price = toCredits(tokenCost(findModel(THINKING)?.price ?? { input: 0, output: 0 }, 12, 34))
  const cost = {
    usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 },
    price,
    estimated: false
  }
  expect(last).toMatchObject({
    type: 'done',
    ...cost,
    message_id: answer?.id,
    question_id: question?.id,
    thought: expect.any(Number)
  })
  expect(answer).toMatchObject({
    ...cost,
    model: findModel(THINKING)?.becomes,
    reasoning: 'The person greets me.',
    thought: last?.['thought']
  })
  expect(question).not.toHaveProperty('price')
})

test('an unmeasured answer is estimated; an empty one is free and has a trace id', async () => {
  vendor.mode = 'no_usage'
  expect((await ask({})).last).toMatchObject({ type: 'done', estimated: true })
  vendor.mode = 'failed'
  const { id, last } = await ask({})
  vendor.mode = 'answer'
  expect(last).toMatchObject({
    type: 'error',
    price: 0,
    error: { code: 'api_error', trace_id: expect.any(String) }
  })
  expect(last).not.toHaveProperty('usage')
  const answer = (await readConversation(id)).messages?.[1]
  expect(answer).toMatchObject({ price: 0, error: { trace_id: Object(last?.['error']).trace_id } })
})

test('a model receives only those parts of an earlier question that it can read', async () => {
  const { id } = await ask({
    references: ['https://example.com/report.pdf', 'https://example.com/tide.png']
  })
  expect(lastRequest()?.messages).toMatchObject([
    {
      content: [
        { text: 'hello' },
        { text: 'https://example.com/report.pdf' },
        { type: 'image_url' }
      ]
    }
  ])
  await ask({ id, model: 'gpt-5', question: 'and now' })
  expect(lastRequest()?.messages).toMatchObject([
    { content: [{ text: 'hello' }, { type: 'image_url' }] },
    {},
    { content: 'and now' }
  ])
  expect((await readConversation(id)).messages?.[0]?.content).toHaveLength(3)
})

test('thoughts that a server leaves in the text are separated from it', async () => {
  const before = vendor.pieces
  vendor.pieces = ['<th', 'ink>\nHm', 'm.</thi', 'nk>\n\nSo', ' it is.']
  const { id } = await ask({})
  vendor.pieces = before
  expect((await readConversation(id)).messages?.[1]).toMatchObject({
    content: 'So it is.',
    reasoning: 'Hmm.',
    thought: expect.any(Number)
  })
})

test('replacing messages keeps the known data of those that stay', async () => {
  const { id } = await ask({})
  await ask({ id, question: 'and now' })
  const { messages: before = [] } = await readConversation(id)
  const { messages: after = [] } = await update(id, {
    messages: before.slice(0, 2).map(({ role, content }) => ({ role, content }))
  })
  expect(after).toEqual(before.slice(0, 2))
  await ask({ id, question: 'instead' })
  expect((await readConversation(id)).messages?.map(message => message.parent_id)).toEqual([
    null,
    before[0]?.id,
    before[1]?.id,
    expect.any(String)
  ])
})

test('renaming with all messages keeps every version and the place in the list', async () => {
  const { id } = await ask({})
  await ask({ id, regenerate: (await readConversation(id)).messages?.[1]?.id })
  const before = await json<Conversation>(call({ action: 'retrieve', id, tree: true }))
  studio.context.clock.advance(1000)
  const { messages } = await readConversation(id)
  await update(id, { ...before, messages, editing: true, title: 'Renamed' })
  const after = await json<Conversation>(call({ action: 'retrieve', id, tree: true }))
  expect(after).toEqual({ ...before, title: 'Renamed' })
})

test('a NUL in the thoughts of a model does not break the answer on any database', async () => {
  const { thoughts: keptThoughts, pieces: keptPieces } = vendor
  Object.assign(vendor, { mode: 'reasoning', thoughts: ['Hm\0m.'], pieces: ['So\0 it is.'] })
  const { id, last } = await ask({ model: THINKING })
  Object.assign(vendor, { mode: 'answer', thoughts: keptThoughts, pieces: keptPieces })
  expect(last).toMatchObject({ type: 'done' })
  expect((await readConversation(id)).messages?.[1]).toMatchObject({
    state: 'finished',
    content: 'So\0 it is.',
    reasoning: 'Hm m.'
  })
})

test('empty message ids count as not given: the question follows the last message', async () => {
  const { id } = await ask({})
  await ask({ id, parent_id: '', regenerate: '', continue: '' })
  expect((await readConversation(id)).messages).toHaveLength(4)
})

test('title and text are searchable while they exist, those of an unsaved conversation never', async () => {
  const { id } = await ask({ question: 'tides' })
  const answer = 'Grüße aus dem **Test**: 你好, мир 🎉.'
  expect(await searchableTexts(id)).toEqual(['tides', 'tides', answer])
  const { messages = [] } = await update(id, { title: 'The sea' })
  expect(await searchableTexts(id)).toEqual(['tides', answer, 'The sea'])
  await update(id, { messages: [{ ...messages[0], content: 'waves' }] })
  expect(await searchableTexts(id)).toEqual(['The sea', 'waves'])
  expect(await searchableTexts((await ask({ stateful: false })).id)).toEqual([])
})

test('a deleted conversation cannot be read, changed or continued', async () => {
  const { id } = await ask({})
  await studio.context.database.db
    .updateTable('conversation')
    .set({ deleted_at: studio.context.clock.now() })
    .where('id', '=', id)
    .execute()
  for (const body of [
    { action: 'retrieve' },
    { action: 'update', title: 'x' },
    { question: 'hello', model: WARM }
  ])
    expect((await call({ ...body, id })).status).toBe(404)
})
