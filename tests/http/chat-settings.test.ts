import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { chatCalls, openVendorChat, type VendorChat } from '../support/http-chat-calls.ts'
import { json } from '../support/studio.ts'

const WARM = 'grok-4.7'
const THINKING = 'gpt-5-all'

let world: VendorChat
beforeAll(async () => {
  world = await openVendorChat()
})
afterAll(() => world.close())

const { ask, call, readConversation, update } = chatCalls(() => world, {
  model: WARM,
  question: 'hello'
})
function lastRequest(): { temperature?: unknown; messages: readonly unknown[] } | undefined {
  return world.vendor.requests.at(-1)?.body
}
async function searchableTexts(id: string): Promise<string[]> {
  const rows = await world.studio.context.database.db
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
  expect(lastRequest()).toMatchObject({ model: WARM, temperature: 0.3 })
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
  world.studio.context.clock.advance(60_000)
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

test('replacing messages keeps the other data of the messages that stay', async () => {
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
  world.studio.context.clock.advance(1000)
  const { messages } = await readConversation(id)
  await update(id, { ...before, messages, editing: true, title: 'Renamed' })
  const after = await json<Conversation>(call({ action: 'retrieve', id, tree: true }))
  expect(after).toEqual({ ...before, title: 'Renamed' })
})

test('empty message ids count as not given: the question follows the last message', async () => {
  const { id } = await ask({})
  await ask({ id, parent_id: '', regenerate: '', continue: '' })
  expect((await readConversation(id)).messages).toHaveLength(4)
})

test('title and text are searchable while they exist, but never for an unsaved conversation', async () => {
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
  await world.studio.context.database.db
    .updateTable('conversation')
    .set({ deleted_at: world.studio.context.clock.now() })
    .where('id', '=', id)
    .execute()
  for (const body of [
    { action: 'retrieve' },
    { action: 'update', title: 'x' },
    { question: 'hello', model: WARM }
  ])
    expect((await call({ ...body, id })).status).toBe(404)
})
