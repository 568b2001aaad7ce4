import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { sweepDeleted } from '#servers/api/chat/forget.ts'
import { MAX_CONVERSATION } from '#servers/conversations/size.ts'
import { sweep } from '#servers/api/sweeper.ts'
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

const act = (body: object): Promise<Response> =>
  studio.call('/aichat/conversations', { json: body, token: ada.credential.token })
const talk = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} `.padEnd(length, 'word ')
  }))
const bring = (count: number, length: number): Promise<Conversation> =>
  json(act({ action: 'import', messages: talk(count, length) }))
const db = () => studio.context.database.db

/** Stored sizes of conversations, and the sums of their messages. */
async function sizes(): Promise<[said: number, held: number][]> {
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

test('a conversation knows its size, whatever is done with it', async () => {
  const { id, messages = [] } = await bring(4, 500)
  await frames(
    await act({ id, model: 'gpt-5-all', question: 'Und was n\u00fctzt das? [sandbox:tokens=9]' })
  )
  await json(
    act({
      action: 'update',
      id,
      messages: [...messages.slice(0, 2), { role: 'user', content: '\u754c' }]
    })
  )
  await frames(await act({ model: 'gpt-5-all', question: 'Hello [sandbox:tokens=3]' }))
  for (const [said, held] of await sizes()) expect(said).toBe(held)
  expect((await sizes()).length).toBeGreaterThan(1)
})

test('an import holds no more than a conversation may, and nothing of a larger one is kept', async () => {
  const answer = await act({ action: 'import', messages: talk(40, 60_000) })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({
    code: 'content_too_large',
    detail: expect.stringContaining(String(MAX_CONVERSATION)),
    error: { issues: [{ field: 'messages', code: 'too_large' }] }
  })
  expect(await sizes()).toEqual([])
})

test('an import that was cut off is in no list, and a sweep removes it', async () => {
  const { id } = await bring(2, 100)
  // As it stands before its last step.
  await db()
    .updateTable('conversation')
    .set({ listed: 0, updated_at: studio.context.clock.now() })
    .where('id', '=', id)
    .execute()
  expect(await json(act({ action: 'retrieve_batch' }))).toMatchObject({ items: [], count: 0 })
  studio.context.clock.advance(2 * 3_600_000)
  await sweep(studio.context)
  expect(await sizes()).toEqual([])
})

test('a full conversation takes no question, and costs nothing; a new one does', async () => {
  const { id } = await bring(22, 90_000)
  const [fund] = await db()
    .selectFrom('fund')
    .select('remaining')
    .where('application_id', '=', ada.application.id)
    .execute()
  await db()
    .updateTable('conversation')
    .set({ size: MAX_CONVERSATION })
    .where('id', '=', id)
    .execute()
  const refused = await act({ id, model: 'gpt-5-all', question: 'More?' })
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
  expect((await act({ model: 'gpt-5-all', question: 'Hi [sandbox:tokens=1]' })).status).toBe(200)
})

describe('a list', () => {
  test('brings messages as far as they fit into one answer', async () => {
    for (let more = 0; more < 4; more++) await bring(10, 80_000)
    const small = await bring(2, 100)
    const answer = await (await act({ action: 'retrieve_batch' })).text()
    expect(answer.length).toBeLessThan(MAX_CONVERSATION * 1.1)
    const { items, count } = JSON.parse(answer) as { items: Conversation[]; count: number }
    expect([count, items.length]).toEqual([5, 5])
    expect(items.filter(each => each.messages !== undefined)).toHaveLength(3)
    expect(items.find(({ id }) => id === small.id)?.messages).toHaveLength(2)
    // A conversation that did not fit can be retrieved alone.
    const left = items.find(each => each.messages === undefined)
    expect(
      (await json<Conversation>(act({ action: 'retrieve', id: left?.id }))).messages
    ).toHaveLength(10)
  })

  test('brings all messages of conversations as people have them, by their ids too', async () => {
    const made = [await bring(20, 2000), await bring(6, 900), await bring(2, 30)]
    const ids = made.map(({ id }) => id)
    const { items } = await json<{ items: Conversation[] }>(
      act({ action: 'retrieve_batch', ids, user_id: ada.application.user_id })
    )
    expect(items.map(({ messages = [] }) => messages.length).toSorted((a, b) => a - b)).toEqual([
      2, 6, 20
    ])
  })
})

test('of a conversation from before that is longer, the newest messages come, and earlier ones by `before`', async () => {
  const { id } = await bring(2, 100)
  let parent: string | null = null
  await db().deleteFrom('message').where('conversation_id', '=', id).execute()
  for (let position = 0; position < 60; position++) {
    const own = randomUUID()
    const content = JSON.stringify(`${position} `.padEnd(100_000, 'x'))
    const common = {
      id: own,
      conversation_id: id,
      position,
      parent_id: parent,
      role: 'user' as const,
      reasoning: '',
      error: null,
      run_id: null
    }
    await db()
      .insertInto('message')
      .values({ ...common, content, state: 'finished', created_at: 1 })
      .execute()
    parent = own
  }
  await db()
    .updateTable('conversation')
    .set({ leaf_id: parent, size: 6_018_000 })
    .where('id', '=', id)
    .execute()
  const seen: string[] = []
  for (let before: string | undefined, pages = 0; pages < 6; pages++) {
    const answer = await (
      await act({ action: 'retrieve', id, ...(before !== undefined && { before }) })
    ).text()
    expect(answer.length).toBeLessThan(MAX_CONVERSATION * 1.1)
    const { messages = [], earlier } = JSON.parse(answer) as Conversation
    seen.unshift(...messages.map(({ content }) => String(content).split(' ', 1)[0] ?? ''))
    before = earlier
    if (before === undefined) break
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, position) => String(position)))
  expect((await act({ action: 'retrieve', id, before: 'nothing' })).status).toBe(400)
  // A client that knows a part only cannot put it in place of the whole.
  expect((await act({ action: 'update', id, messages: talk(2, 10) })).status).toBe(413)
})

test('before a message come those that led to it, not other versions', async () => {
  const { id } = await bring(2, 10)
  await db().deleteFrom('message').where('conversation_id', '=', id).execute()
  const parents = { why: null, first: 'why', second: 'why', more: 'first' }
  const common = {
    conversation_id: id,
    role: 'user' as const,
    reasoning: '',
    error: null,
    run_id: null,
    state: 'finished' as const,
    created_at: 1
  }
  for (const [position, [own, parent_id]] of Object.entries(parents).entries()) {
    const row = {
      ...common,
      id: `${own}-${id}`,
      position,
      parent_id: parent_id && `${parent_id}-${id}`,
      content: JSON.stringify(own)
    }
    await db().insertInto('message').values(row).execute()
  }
  const { messages = [] } = await json<Conversation>(
    act({ action: 'retrieve', id, before: `more-${id}` })
  )
  expect(messages.map(({ content }) => content)).toEqual(['why', 'first'])
})

describe('messages that are replaced', () => {
  test('stay as they are up to the first that differs; the rest is gone, also from a search', async () => {
    const messages = [
      { role: 'user', content: 'Pomegranate?' },
      { role: 'assistant', content: 'A fruit.' },
      { role: 'user', content: 'Rutabaga?' }
    ]
    const made = await json<Conversation>(act({ action: 'import', title: 'Plants', messages }))
    const changed = [...messages.slice(0, 2), { role: 'user', content: 'Celeriac?' }]
    const kept = await json<Conversation>(act({ action: 'update', id: made.id, messages: changed }))
    expect(kept.messages?.map(({ content }) => content)).toEqual([
      'Pomegranate?',
      'A fruit.',
      'Celeriac?'
    ])
    expect(kept.messages?.slice(0, 2).map(({ id }) => id)).toEqual(
      made.messages?.slice(0, 2).map(({ id }) => id)
    )
    const found = (search: string): Promise<{ count: number }> =>
      json(act({ action: 'retrieve_batch', search }))
    expect([
      (await found('Rutabaga')).count,
      (await found('Celeriac')).count,
      (await found('Pomegranate')).count
    ]).toEqual([0, 1, 1])
    await sweepDeleted(db(), studio.context.clock.now())
    expect(await sizes()).toHaveLength(1)
  })

  test('bring no more new words than an edit has', async () => {
    const { id, messages = [] } = await bring(3, 100)
    expect((await act({ action: 'update', id, messages: talk(3, 90_000) })).status).toBe(413)
    const same = await json<Conversation>(act({ action: 'retrieve', id }))
    expect(same.messages?.map(each => each.id)).toEqual(messages.map(each => each.id))
  })
})
