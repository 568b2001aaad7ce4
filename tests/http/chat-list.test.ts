import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { sweepExpired } from '#servers/api/sweeper.ts'
import { exported, idOf, whereIs } from '../support/account.ts'
import { writeConversation } from '../support/conversations.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const HOUR = 3_600_000

let studio: TestStudio
let ada: TestPerson
let adaId: string

function call(body: Record<string, unknown>, who = ada): Promise<Response> {
  return studio.call('/aichat/conversations', { json: body, token: who.credential.token })
}
function list(
  body: Record<string, unknown> = {},
  who = ada
): Promise<{ items: Conversation[]; count: number; total: number }> {
  return json(call({ action: 'retrieve_batch', with_messages: false, ...body }, who))
}
const titles = async (body: Record<string, unknown> = {}): Promise<string[]> =>
  (await list(body)).items.map(({ title }) => title)
const restore = (id: string, who = ada): Promise<Response> =>
  studio.call(`/aichat/conversations/${id}/restore`, {
    method: 'POST',
    token: who.credential.token
  })

beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio.close())
beforeEach(async () => {
  ada = await person(studio)
  adaId = await idOf(studio, ada)
})

describe('the list of conversations', () => {
  test('has pinned ones first, then the newest, and the full count on every page', async () => {
    const { db } = studio.context.database
    for (const [title, at] of Object.entries({ one: 1000, two: 2000, three: 3000, four: 4000 })) {
      await writeConversation(db, adaId, { id: `${adaId}-${title}`, title, at })
    }
    await json(call({ action: 'update', id: `${adaId}-two`, pinned: true }))
    expect(await titles()).toEqual(['two', 'four', 'three', 'one'])
    const { items } = await list()
    expect(items.map(({ pinned, updated_at }) => [pinned ?? false, updated_at])).toEqual([
      [true, 2],
      [false, 4],
      [false, 3],
      [false, 1]
    ])
    expect(await titles({ limit: 2, offset: 1 })).toEqual(['four', 'three'])
    for (const offset of [0, 2, 3, 4, 100]) expect((await list({ limit: 2, offset })).count).toBe(4)
    expect(await list()).toMatchObject({ count: 4, total: 4 })
    await json(call({ action: 'update', id: `${adaId}-two`, pinned: false }))
    expect(await titles()).toEqual(['four', 'three', 'two', 'one'])
  })

  test('of a group contains all its models, and the first group also contains unknown models', async () => {
    const { db } = studio.context.database
    const eve = await idOf(studio, await person(studio))
    const models = ['gpt-5-all', 'gpt-4o', 'o3', 'grok-4', 'a model of old']
    for (const [at, model] of [...models, ...models].entries())
      await writeConversation(db, adaId, { title: `${model} ${at}`, model, at })
    await writeConversation(db, eve, { title: 'hers', at: 99 })
    await writeConversation(db, adaId, { title: 'not kept', at: 99, listed: false })
    expect(await titles({ model_group: 'chatgpt' })).toEqual([
      'a model of old 9',
      'o3 7',
      'gpt-4o 6',
      'gpt-5-all 5',
      'a model of old 4',
      'o3 2',
      'gpt-4o 1',
      'gpt-5-all 0'
    ])
    expect(await list({ model_group: 'chatgpt', limit: 2, offset: 2 })).toMatchObject({
      items: [{ title: 'gpt-4o 6' }, { title: 'gpt-5-all 5' }],
      count: 8
    })
    expect(await titles({ model_group: 'grok' })).toEqual(['grok-4 8', 'grok-4 3'])
    expect((await list({ model_group: 'deepseek' })).count).toBe(0)
    expect((await list()).count).toBe(10)
  })

  test('omits messages when the caller wants none, and the preset always', async () => {
    const { db } = studio.context.database
    const { frames: found } = await frames(
      await call({ question: 'Why? [sandbox:tokens=5]', model: 'gpt-5-all' })
    )
    const id = String(found[0]?.['id'])
    await db
      .updateTable('conversation')
      .set({ preset: 'You are a pirate' })
      .where('id', '=', id)
      .execute()
    expect(Object.keys((await list()).items[0] ?? {}).toSorted()).toEqual([
      'created_at',
      'id',
      'model',
      'pinned',
      'title',
      'updated_at'
    ])
    const whole = await json<{ items: Conversation[] }>(call({ action: 'retrieve_batch' }))
    expect(whole.items[0]?.messages?.map(message => message.role)).toEqual(['user', 'assistant'])
    expect(JSON.stringify(whole)).not.toContain('pirate')
  })
})

describe('a deleted conversation', () => {
  test('is missing from every call and returns to its place when it is restored', async () => {
    const { db } = studio.context.database
    const [id] = [
      await writeConversation(db, adaId, { title: 'Ruby', said: ['ruby ring'], at: 5000 })
    ]
    await writeConversation(db, adaId, { title: 'Newer', at: 6000 })
    await writeConversation(db, adaId, { title: 'Older', at: 4000 })
    expect(await json(call({ action: 'delete', id }))).toEqual({ id, success: true })
    expect(await titles()).toEqual(['Newer', 'Older'])
    expect(await list({ search: 'ruby' })).toMatchObject({ items: [], count: 0 })
    expect((await list({ ids: [id] })).count).toBe(0)
    const { conversations } = (await exported(studio, ada.cookie)) as {
      conversations: { title: string }[]
    }
    expect(conversations.map(({ title }) => title)).toEqual(['Older', 'Newer'])
    const calls = [
      { action: 'retrieve', id },
      { action: 'update', id, title: 'x' },
      { action: 'delete', id },
      { action: 'stop', id },
      { action: 'share', id },
      { question: 'still there?', model: 'gpt-5-all', id }
    ]
    for (const body of calls)
      expect([body.action, (await call(body)).status]).toEqual([body.action, 404])
    expect(
      (await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token }))
        .status
    ).toBe(404)

    const eve = await person(studio)
    expect((await restore(id, eve)).status).toBe(404)
    expect(await json(restore(id))).toMatchObject({ id, title: 'Ruby', updated_at: 5 })
    expect(await titles()).toEqual(['Newer', 'Ruby', 'Older'])
    expect((await list({ search: 'ruby' })).count).toBe(1)
    expect((await restore(id)).status).toBe(404)
  })

  test('cannot be restored after an hour, and the sweep removes all of its text', async () => {
    const { context } = studio
    const id = await writeConversation(context.database.db, adaId, {
      title: 'Garnet',
      said: ['a garnet ring', 'granite']
    })
    await json(call({ action: 'delete', id }))
    context.clock.advance(HOUR - 1000)
    await sweepExpired(context)
    expect(await whereIs(studio, 'Garnet', 'garnet ring')).toContain('message')
    context.clock.advance(2000)
    expect((await restore(id)).status).toBe(404)
    await sweepExpired(context)
    expect(await whereIs(studio, 'Garnet', 'garnet ring', 'granite')).toEqual([])
    if (context.database.kind === 'sqlite') {
      const { rows } = await sql`select rowid from passage_grams
        where rowid not in (select id from passage)`.execute(context.database.db)
      expect(rows).toEqual([])
    }
  })

  test('stops its running answer', async () => {
    const answer = await call({ question: 'a long one [sandbox:tokens=4000]', model: 'gpt-5-all' })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const [, id = ''] = /"id":"([^"]+)"/.exec((await reader?.read())?.value ?? '') ?? []
    await json(call({ action: 'delete', id }))
    await reader?.cancel()
    const { db } = studio.context.database
    const run = await db
      .selectFrom('run')
      .select('state')
      .where('conversation_id', '=', id)
      .executeTakeFirst()
    expect(run?.state).toBe('cancelled')
  })
})
