import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedComparison, ComparisonList } from '#contract/comparison.ts'
import { exported } from '../support/account.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'
import { ownRows } from '../support/own-rows.ts'

const COMPARISONS = '/api/v1/comparisons'

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const MODELS = [
  { service: 'chat', model: 'gpt-5-all' },
  { service: 'chat', model: 'gpt-6-sol' }
]
const NEW = { kind: 'chat', prompt: 'Why?', models: MODELS }

type Asked = { method?: string; body?: object; who?: TestPerson; key?: string }

function send(path: string, { method = 'POST', body, who = ada, key }: Asked): Promise<Response> {
  return studio.call(`${COMPARISONS}${path}`, {
    method,
    ...(body !== undefined && { json: body }),
    token: who.token.access_token,
    ...(key !== undefined && { headers: { 'idempotency-key': key } })
  })
}

const start = (body: object = NEW): Promise<SavedComparison> => json(send('', { body }))
const read = (id: string): Promise<SavedComparison> => json(send(`/${id}`, { method: 'GET' }))
const list = (query = ''): Promise<ComparisonList> => json(send(query, { method: 'GET' }))

test('a comparison is kept before its runs begin, and names each run', async () => {
  const { id, models, winner } = await start()
  expect([models.map(({ run_id }) => run_id), winner]).toEqual([[null, null], null])
  const { run = '', conversation } = await ownRows(studio, ada)
  const answer = (
    await studio.context.database.db
      .selectFrom('run')
      .select('id')
      .where('conversation_id', '=', conversation ?? '')
      .executeTakeFirstOrThrow()
  ).id
  // Both begin at the same time.
  await Promise.all([
    json(send(`/${id}/run`, { method: 'PUT', body: { place: 0, run_id: answer } })),
    json(send(`/${id}/run`, { method: 'PUT', body: { place: 1, run_id: run } }))
  ])
  expect((await read(id)).models).toMatchObject([
    {
      ...MODELS[0],
      run_id: answer,
      conversation_id: conversation,
      state: 'succeeded',
      seconds: expect.any(Number),
      price: expect.any(Number)
    },
    { ...MODELS[1], run_id: run, conversation_id: null }
  ])
})

test('a vote is one, can be changed, and can be taken back', async () => {
  const { id } = await start()
  const vote = async (winner: number | null): Promise<number | null> =>
    (await json<SavedComparison>(send(`/${id}/vote`, { method: 'PUT', body: { winner } }))).winner
  expect([await vote(1), await vote(0)]).toEqual([1, 0])
  expect((await list()).items.find(each => each.id === id)?.winner).toBe(0)
  expect(await vote(null)).toBeNull()
})

test('the list has the newest first, and a deleted comparison leaves it', async () => {
  studio.context.clock.advance(1000)
  const { id } = await start({ ...NEW, prompt: 'The newest?' })
  const { items, count } = await list('?limit=1')
  expect([items.map(({ prompt }) => prompt), items.length]).toEqual([['The newest?'], 1])
  expect((await send(`/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await send(`/${id}`, { method: 'GET' })).status).toBe(404)
  expect((await list()).count).toBe(count - 1)
})

test('a repeated call with its key keeps one comparison', async () => {
  const { count } = await list()
  const once = () => json<SavedComparison>(send('', { body: NEW, key: 'same' }))
  expect((await once()).id).toBe((await once()).id)
  expect((await list()).count).toBe(count + 1)
})

test('a comparison and a run of another user are not found', async () => {
  const { id } = await start()
  const foreign = { who: eve }
  expect((await send(`/${id}`, { method: 'GET', ...foreign })).status).toBe(404)
  expect((await send(`/${id}`, { method: 'DELETE', ...foreign })).status).toBe(404)
  const vote = { method: 'PUT', body: { winner: 0 }, ...foreign }
  expect((await send(`/${id}/vote`, vote)).status).toBe(404)
  const { run: run_id } = await ownRows(studio, eve)
  const named = { method: 'PUT', body: { place: 0, run_id } }
  expect((await send(`/${id}/run`, named)).status).toBe(404)
  expect((await read(id)).models[0]?.run_id).toBeNull()
  const theirs = await json<ComparisonList>(send('', { method: 'GET', ...foreign }))
  expect(theirs.items.map(each => each.id)).not.toContain(id)
})

test('a wrong comparison is refused and its field named', async () => {
  const { id } = await start()
  const { run: run_id } = await ownRows(studio, ada)
  const five = Array.from({ length: 5 }, (_, at) => ({ service: 'chat', model: `m${at}` }))
  const wrong: [string, string, Asked][] = [
    ['prompt', '', { body: { ...NEW, prompt: '  ' } }],
    ['models', '', { body: { ...NEW, models: MODELS.slice(0, 1) } }],
    ['models', '', { body: { ...NEW, models: five } }],
    ['models', '', { body: { ...NEW, models: [MODELS[0], MODELS[0]] } }],
    ['kind', '', { body: { ...NEW, kind: 'poem' } }],
    ['winner', `/${id}/vote`, { method: 'PUT', body: { winner: 2 } }],
    ['winner', `/${id}/vote`, { method: 'PUT', body: { winner: -1 } }],
    ['place', `/${id}/run`, { method: 'PUT', body: { place: 3, run_id } }]
  ]
  for (const [field, path, asked] of wrong) {
    const answer = await send(path, asked)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(field)])
  }
})

test('a user has at most 200, and a further one replaces the oldest', async () => {
  const bob = await person(studio)
  const { user_id } = bob.application
  const rows = Array.from({ length: 200 }, (_, at) => ({
    id: `c${at}`,
    user_id,
    kind: 'chat' as const,
    prompt: 'Why?',
    models: '[]',
    winner: null,
    created_at: at
  }))
  await studio.context.database.db.insertInto('comparison_vote').values(rows).execute()
  await json(send('', { body: NEW, who: bob }))
  const all = await json<ComparisonList>(send('?limit=100&offset=100', { method: 'GET', who: bob }))
  expect([all.count, all.items.at(-1)?.id]).toEqual([200, 'c1'])
})

test('the export of an account has its comparisons and votes', async () => {
  const cid = await person(studio)
  const { id } = await json<SavedComparison>(send('', { body: NEW, who: cid }))
  await json(send(`/${id}/vote`, { method: 'PUT', body: { winner: 1 }, who: cid }))
  const { comparisons } = await exported(studio, cid.cookie)
  expect(comparisons).toMatchObject([{ id, kind: 'chat', prompt: 'Why?', winner: 1 }])
})
