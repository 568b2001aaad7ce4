import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { searchConversations } from '#servers/api/chat/search.ts'
import { transferPassages } from '#servers/api/chat/passages.ts'
import { PASSAGE_INDEX, passageNumbers } from '#servers/conversations/words.ts'
import { FIRST_SCHEMA, listMissingMigrations, migrate } from '#servers/lib/database/migrate.ts'
import { indexedRows } from '#servers/lib/database/word-index.ts'
import { idOf } from '../support/account.ts'
import { writeConversation } from '../support/conversations.ts'
import { freshStore } from '../support/database.ts'
import { withDatabase } from '../support/old-database.ts'
import { queryPlan } from '../support/query-plan.ts'
import { growingSteps, watchStatements } from '../support/statements.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Conversations of the user, of which every second one has the words in its title. */
const MANY = 300

/** A search among all conversations, which counts them. */
const ALL = {
  models: null,
  applicationId: undefined,
  ids: undefined,
  limit: 100,
  offset: 0,
  counted: true
}

let studio: TestStudio
let ada: TestPerson
let adaId: string
let eveId: string
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  adaId = await idOf(studio, ada)
  eveId = await idOf(studio, await person(studio))
  for (let at = 0; at < MANY; at++)
    for (const userId of [adaId, eveId]) {
      const title = at % 2 === 0 ? `Harbour ${at}` : `Tides ${at}`
      await writeConversation(db(), userId, {
        id: `${userId}-${at}`,
        title,
        said: [`In the harbour, ship ${at}`, 'A quiet answer'],
        at
      })
    }
})
afterAll(() => studio.close())

const db = () => studio.context.database.db

type Found = { items: Conversation[]; count: number }

function search(words: string, more: Record<string, unknown> = {}): Promise<Found> {
  const body = { action: 'retrieve_batch', with_messages: false, search: words, ...more }
  return json(studio.call('/aichat/conversations', { json: body, token: ada.credential.token }))
}

/** Counts the passages, and on SQLite those that the index has numbers of. */
async function countIndexed(): Promise<number[]> {
  const { kind } = studio.context.database
  const tables = kind === 'sqlite' ? ['passage', 'passage_grams'] : ['passage']
  const counts = tables.map(table =>
    sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db())
  )
  return (await Promise.all(counts)).map(({ rows }) => Number(rows[0]?.n))
}

// This test comes first, since it sees only statements that were not prepared before.
test('each statement of a search finds its rows by an index, without sorting', async () => {
  const { database } = studio.context
  if (database.kind === 'sqlite') {
    const watched = watchStatements()
    try {
      for (const words of ['harbour', 'ha', 'ü', 'nothing like it'])
        for (const offset of [0, 250])
          await watched.during(() => search(words, { offset, model_group: 'chatgpt' }))
    } finally {
      watched.stop()
    }
    expect([...watched.seen].some(text => text.includes('passage_grams'))).toBe(true)
    expect(await growingSteps(db(), watched.seen)).toEqual([])
    return
  }
  await sql`vacuum analyze passage`.execute(db())
  for (const [part, words] of [
    ['title', 'harbour 42'],
    ['message', 'ship 42'],
    ['message', 'zz']
  ] as const) {
    const wanted = { numbers: passageNumbers(adaId, part, words), place: null, limit: 200 }
    const index = { ...PASSAGE_INDEX, columns: sql`conversation_id` }
    const rows = indexedRows('postgres', index, adaId, wanted)
    const plan = await queryPlan(database, { compile: () => rows.compile(db()) })
    expect(plan, words).toContain('passage_grams')
    expect(plan, words).not.toContain('Seq Scan')
  }
})

test('pages of a search have every conversation once, with matches in titles first', async () => {
  const seen: string[] = []
  for (let offset = 0; offset < MANY; offset += 40) {
    const { items, count } = await search('harbour', { limit: 40, offset })
    expect(count > offset + 40).toBe(offset + 40 < MANY)
    seen.push(...items.map(({ id }) => id))
  }
  const inOrder = Array.from({ length: MANY }, (_, at) => MANY - 1 - at).toSorted(
    (a, b) => (a % 2) - (b % 2)
  )
  expect(seen).toEqual(inOrder.map(at => `${adaId}-${at}`))
})

test('a search counts all conversations only on request', async () => {
  expect((await search('harbour', { limit: 1 })).count).toBe(51)
  expect((await search('harbour', { limit: 1, counted: true })).count).toBe(MANY)
  expect((await search('ship 29')).count).toBe(11)
})

test('a conversation that was changed later is before others of its page', async () => {
  const change = (updated_at: number): Promise<unknown> =>
    db().updateTable('conversation').set({ updated_at }).where('id', '=', `${adaId}-291`).execute()
  await change(9000)
  expect((await search('ship 29')).items[0]?.id).toBe(`${adaId}-291`)
  await change(291)
  expect((await search('ship 29')).items[0]?.id).toBe(`${adaId}-299`)
})

test('rows of the index are read in order, a few at a time', async () => {
  const read: number[] = []
  const spy = vi.spyOn(Object.getPrototypeOf(db().getExecutor()), 'executeQuery')
  await search('harbour', { limit: 40 })
  spy.mock.calls.forEach(([asked], call) => {
    const { value } = spy.mock.settledResults[call] as { value: { rows: unknown[] } }
    if ((asked as CompiledQuery).sql.includes('passage')) read.push(value.rows.length)
  })
  spy.mockRestore()
  // Rows of titles, their texts, and the texts of the page.
  expect(read).toEqual([64, 64, 40])
})

test('deleted texts leave the index, and those of a guest move to the account', async () => {
  const guest = crypto.randomUUID()
  const id = await writeConversation(db(), guest, { title: 'Lagoon', said: ['Where is the reef?'] })
  const find = async (userId: string, words: string): Promise<string[]> => {
    const found = await searchConversations(studio.context.database, userId, words, {
      ...ALL,
      counted: false
    })
    return [...found.places.keys()]
  }
  const before = await countIndexed()
  expect(await find(guest, 'the reef')).toEqual([id])
  await db().updateTable('conversation').set({ user_id: adaId }).where('id', '=', id).execute()
  await transferPassages(db(), guest, adaId)
  expect(await find(guest, 'reef')).toEqual([])
  for (const words of ['the reef', 'lagoon', 'oo']) expect(await find(adaId, words)).toEqual([id])
  expect(await countIndexed()).toEqual(before)
  await db().deleteFrom('conversation').where('id', '=', id).execute()
  expect(await find(adaId, 'reef')).toEqual([])
  expect(await countIndexed()).toEqual(before.map(count => count - 2))
})

test('texts from before the index are found after the migration', async () => {
  const store = await freshStore()
  const [version] = listMissingMigrations(FIRST_SCHEMA).filter(name =>
    name.includes('passageGrams')
  )
  await withDatabase(store, async old => {
    await migrate(old, store.kind, { target: Number.parseInt(version ?? '') - 1 })
    const times = { created_at: 1, updated_at: 1 }
    for (let at = 0; at < 250; at++) {
      const user_id = at % 50 === 0 ? 'eve' : 'ada'
      const more = { application_id: 'a', origin: '', model: 'm', listed: 1, ...times }
      const row = { id: `c${at}`, user_id, title: `Boat ${at}`, ...more }
      await old.insertInto('conversation').values(row).execute()
      await sql`insert into passage (user_id, conversation_id, text)
        values (${user_id}, ${row.id}, ${row.title})`.execute(old)
    }
    await migrate(old, store.kind)
    const find = async (userId: string, words: string): Promise<string[]> => {
      const database = { ...studio.context.database, db: old, kind: store.kind }
      const found = await searchConversations(database, userId, words, ALL)
      return [...found.places.keys()]
    }
    expect(await find('eve', 'BOAT')).toEqual(['c0', 'c100', 'c150', 'c200', 'c50'])
    expect(await find('ada', 'boat 24')).toEqual(
      ['c24', ...Array.from({ length: 10 }, (_, at) => `c24${at}`)].toSorted()
    )
    await old.deleteFrom('conversation').where('user_id', '=', 'ada').execute()
    expect(await find('ada', 'boat')).toEqual([])
    expect(await find('eve', 'o')).toHaveLength(5)
  })
  await store.remove()
})
