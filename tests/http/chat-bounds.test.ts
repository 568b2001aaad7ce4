import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { sweepDeleted } from '#servers/api/chat/forget.ts'
import { MAX_CONVERSATION_BYTES } from '#servers/conversations/size.ts'
import { sweepExpired } from '#servers/api/sweeper.ts'
import { longMessages } from '../support/http-chat-messages.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
})
beforeEach(async () => {
  ada = await person(studio)
})
afterAll(() => studio.close())

const post = (body: object): Promise<Response> =>
  studio.call('/aichat/conversations', { json: body, token: ada.credential.token })
const importMessages = (count: number, length: number): Promise<Conversation> =>
  json(post({ action: 'import', messages: longMessages(count, length) }))
const db = () => studio.context.database.db

/** Returns the stored size of each conversation and the summed size of its messages. */
async function sizes(): Promise<[stored: number, held: number][]> {
  const rows = await db()
    .selectFrom('conversation')
    .select(['id', 'size'])
    .where('user_id', '=', ada.application.user_id)
    .execute()
  return Promise.all(
    rows.map(async ({ id, size }) => {
      const messages = await db()
        .selectFrom('message')
        .select(['content', 'reasoning'])
        .where('conversation_id', '=', id)
        .execute()
      const held = messages.reduce(
        (sum, { content, reasoning }) => sum + Buffer.byteLength(content + reasoning) + 300,
        0
      )
      return [Number(size), held] as [number, number]
    })
  )
}

test('the stored size of a conversation matches its messages after every change', async () => {
  const { id, messages = [] } = await importMessages(4, 500)
  await frames(
    await post({ id, model: 'gpt-5-all', question: 'Und was n\u00fctzt das? [sandbox:tokens=9]' })
  )
  await json(
    post({
      action: 'update',
      id,
      messages: [...messages.slice(0, 2), { role: 'user', content: '\u754c' }]
    })
  )
  await frames(await post({ model: 'gpt-5-all', question: 'Hello [sandbox:tokens=3]' }))
  for (const [stored, held] of await sizes()) expect(stored).toBe(held)
  expect((await sizes()).length).toBeGreaterThan(1)
})

test('an import over the size limit is refused and stores nothing', async () => {
  const answer = await post({ action: 'import', messages: longMessages(40, 60_000) })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({
    code: 'content_too_large',
    detail: expect.stringContaining(String(MAX_CONVERSATION_BYTES)),
    error: { issues: [{ field: 'messages', code: 'too_large' }] }
  })
  expect(await sizes()).toEqual([])
})

test('an unfinished import is not listed, and a sweep removes it', async () => {
  const { id } = await importMessages(2, 100)
  // Put the conversation into the state before the last step of an import.
  await db()
    .updateTable('conversation')
    .set({ listed: 0, updated_at: studio.context.clock.now() })
    .where('id', '=', id)
    .execute()
  expect(await json(post({ action: 'retrieve_batch' }))).toMatchObject({ items: [], count: 0 })
  studio.context.clock.advance(2 * 3_600_000)
  await sweepExpired(studio.context)
  expect(await sizes()).toEqual([])
})

test('a full conversation refuses a question at no cost, and a new one accepts it', async () => {
  const { id } = await importMessages(22, 90_000)
  const [fund] = await db()
    .selectFrom('fund')
    .select('remaining')
    .where('application_id', '=', ada.application.id)
    .execute()
  await db()
    .updateTable('conversation')
    .set({ size: MAX_CONVERSATION_BYTES })
    .where('id', '=', id)
    .execute()
  const refused = await post({ id, model: 'gpt-5-all', question: 'More?' })
  const { error } = (await refused.json()) as { error: { message: string; issues: unknown } }
  expect(refused.status).toBe(413)
  expect(error).toMatchObject({
    message: expect.stringContaining('Start a new one'),
    issues: [{ code: 'conversation_full' }]
  })
  expect(
    await db()
      .selectFrom('fund')
      .select('remaining')
      .where('application_id', '=', ada.application.id)
      .execute()
  ).toEqual([fund])
  expect((await post({ model: 'gpt-5-all', question: 'Hi [sandbox:tokens=1]' })).status).toBe(200)
})

describe('replacing messages', () => {
  test('keeps those before the first difference and removes the rest, also from the search', async () => {
    const messages = [
      { role: 'user', content: 'Pomegranate?' },
      { role: 'assistant', content: 'A fruit.' },
      { role: 'user', content: 'Rutabaga?' }
    ]
    const made = await json<Conversation>(post({ action: 'import', title: 'Plants', messages }))
    const changed = [...messages.slice(0, 2), { role: 'user', content: 'Celeriac?' }]
    const updated = await json<Conversation>(
      post({ action: 'update', id: made.id, messages: changed })
    )
    expect(updated.messages?.map(({ content }) => content)).toEqual([
      'Pomegranate?',
      'A fruit.',
      'Celeriac?'
    ])
    expect(updated.messages?.slice(0, 2).map(({ id }) => id)).toEqual(
      made.messages?.slice(0, 2).map(({ id }) => id)
    )
    const found = (search: string): Promise<{ count: number }> =>
      json(post({ action: 'retrieve_batch', search }))
    expect([
      (await found('Rutabaga')).count,
      (await found('Celeriac')).count,
      (await found('Pomegranate')).count
    ]).toEqual([0, 1, 1])
    await sweepDeleted(db(), studio.context.clock.now())
    expect(await sizes()).toHaveLength(1)
  })

  test('accepts no more new text than an edit does', async () => {
    const { id, messages = [] } = await importMessages(3, 100)
    expect((await post({ action: 'update', id, messages: longMessages(3, 90_000) })).status).toBe(
      413
    )
    const same = await json<Conversation>(post({ action: 'retrieve', id }))
    expect(same.messages?.map(each => each.id)).toEqual(messages.map(each => each.id))
  })
})
