import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { MAX_CONVERSATION_BYTES } from '#servers/conversations/size.ts'
import { longMessages } from '../support/http-chat-messages.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

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

describe('the list of conversations', () => {
  test('contains messages only as far as they fit into one answer', async () => {
    for (let more = 0; more < 4; more++) await importMessages(10, 80_000)
    const small = await importMessages(2, 100)
    const answer = await (await post({ action: 'retrieve_batch' })).text()
    expect(answer.length).toBeLessThan(MAX_CONVERSATION_BYTES * 1.1)
    const { items, count } = JSON.parse(answer) as { items: Conversation[]; count: number }
    expect([count, items.length]).toEqual([5, 5])
    expect(items.filter(each => each.messages !== undefined)).toHaveLength(3)
    expect(items.find(({ id }) => id === small.id)?.messages).toHaveLength(2)
    // A conversation that did not fit can be retrieved alone.
    const unread = items.find(each => each.messages === undefined)
    expect(
      (await json<Conversation>(post({ action: 'retrieve', id: unread?.id }))).messages
    ).toHaveLength(10)
  })

  test('contains all messages of ordinary conversations, also when requested by id', async () => {
    const made = [
      await importMessages(20, 2000),
      await importMessages(6, 900),
      await importMessages(2, 30)
    ]
    const ids = made.map(({ id }) => id)
    const { items } = await json<{ items: Conversation[] }>(
      post({ action: 'retrieve_batch', ids, user_id: ada.application.user_id })
    )
    expect(items.map(({ messages = [] }) => messages.length).toSorted((a, b) => a - b)).toEqual([
      2, 6, 20
    ])
  })
})

test('an oversized old conversation is read newest first, and earlier messages with `before`', async () => {
  const { id } = await importMessages(2, 100)
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
      await post({ action: 'retrieve', id, ...(before !== undefined && { before }) })
    ).text()
    expect(answer.length).toBeLessThan(MAX_CONVERSATION_BYTES * 1.1)
    const { messages = [], earlier } = JSON.parse(answer) as Conversation
    seen.unshift(...messages.map(({ content }) => String(content).split(' ', 1)[0] ?? ''))
    before = earlier
    if (before === undefined) break
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, position) => String(position)))
  expect((await post({ action: 'retrieve', id, before: 'nothing' })).status).toBe(400)
  // A client that has only a part of the messages must not replace all of them with that part.
  expect((await post({ action: 'update', id, messages: longMessages(2, 10) })).status).toBe(413)
})

test('`before` returns the ancestors of a message and no other versions', async () => {
  const { id } = await importMessages(2, 10)
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
    post({ action: 'retrieve', id, before: `more-${id}` })
  )
  expect(messages.map(({ content }) => content)).toEqual(['why', 'first'])
})
