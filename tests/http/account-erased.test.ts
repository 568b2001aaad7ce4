import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileStore } from '#servers/files/file-store.ts'
import { sweepUploads } from '#servers/files/sweep.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { filesWith, readEveryTable, tablesWith, type Scanned } from '../support/scan.ts'
import { STAYS } from '../support/stays.ts'
import { json } from '../support/studio.ts'
import { fillPerson, MARKS, type WholePerson } from '../support/whole-person.ts'

/** Tables that hold data of no user, or that no call can fill for one here, and why. */
const NOT_OF_USERS: Record<string, string> = {
  audit_head: 'the end of the chain of hashes',
  audit_link: 'hashes of the log of changes',
  chat_model: 'models that operators change',
  deleted_account: 'users who were deleted within the last day',
  distribution_level: 'rules of the deployment',
  drift: 'differences between price lists',
  free_slot: 'counts free amounts by a keyed hash of an address, for two days',
  key_rest: 'vendor keys that rest',
  mail: 'encrypted, until it is sent or given up: the last test fills it',
  meta: 'facts of the deployment',
  own_service: 'services that operators make',
  package: 'what is on sale',
  process: 'server processes',
  provider_key: 'keys of the deployment; `added_by` is the id of an operator',
  schema_version: 'the version of the tables',
  service_change: 'changes of operators to services',
  shown_version: 'a counter'
}

/** Tables of SQLite itself, and of its full-text indexes, which have no rows of their own meaning. */
const INTERNAL = /^(sqlite_|(library|passage)_grams|kysely_)/

/** Tables in which words about a deleted user stay: what an operator wrote about a payment. */
const NOTES: Record<string, string> = {
  audit: 'repeats the note',
  distribution_history: 'accounting: the note on a payout'
}

/** Tables that name rows of the user after the rows are gone, and why. */
const REFERENCES: Record<string, string> = {
  report: 'a report by another user keeps the id of what it was about',
  taken_file: 'a file that operators took down can never be shown again'
}

/** Tables whose rows are the user's without a column for the user. */
const NEAR = [
  'application',
  'conversation',
  'grant',
  'library_item',
  'order',
  'push',
  'run'
] as const

/** Tables whose rows are deleted, so that no other table may name them. */
const DELETED = ['conversation', 'credential', 'file', 'grant', 'library_item', 'preset'] as const

let world: MediaWorld
let who: WholePerson
let before: Scanned
let near: string[]
let deleted: string[]
beforeAll(async () => {
  world = await openMediaWorld()
  who = await fillPerson(world)
  before = await readEveryTable(world.studio)
  near = await idsOf(NEAR)
  deleted = await idsOf([...DELETED, 'project', 'publication', 'push', 'share'])
}, 120_000)
afterAll(() => world.close())

type Named = (typeof NEAR)[number] | (typeof DELETED)[number] | 'project' | 'publication' | 'share'

async function idsOf(tables: readonly Named[]): Promise<string[]> {
  const { db } = world.studio.context.database
  const lists = tables.map(table =>
    sql<{ id: string }>`select id from ${sql.table(table)} where user_id = ${who.id}`.execute(db)
  )
  return (await Promise.all(lists)).flatMap(({ rows }) => rows.map(({ id }) => id))
}

const words = Object.values(MARKS)

test('a user has something in every table, except in those listed with a reason', () => {
  const theirs = tablesWith(before, [who.id, ...words, ...near])
  const all = Object.keys(before).filter(name => !INTERNAL.test(name))
  expect(all.filter(name => !theirs.includes(name)).toSorted()).toEqual(
    Object.keys(NOT_OF_USERS).toSorted()
  )
})

test('each mark is found before the account is deleted', async () => {
  const { config } = world.studio.context
  const bytes = await filesWith(config.dataDir, [MARKS.bytes])
  expect(bytes.some(path => path.startsWith('blobs/'))).toBe(true)
  const inTables = words.filter(word => tablesWith(before, [word]).length > 0)
  expect(words.filter(word => !inTables.includes(word))).toEqual([MARKS.bytes, MARKS.key])
})

/** Queues an encrypted mail, as a deployment with a mail server does. @returns its id */
async function queueMail(to: string): Promise<string> {
  const { database, secrets, clock } = world.studio.context
  const [id, now] = [crypto.randomUUID(), clock.now()]
  const times = { next_at: now, give_up_at: now + 1000, created_at: now }
  const box = secrets.seal(JSON.stringify({ to, kind: 'magic' }))
  await database.db
    .insertInto('mail')
    .values({ id, kind: 'magic', box, note: '', attempts: 0, ...times })
    .execute()
  return id
}

test('nothing of a deleted account is left in any table, file or free page', async () => {
  const { studio } = world
  const [, kept] = [await queueMail(MARKS.email), await queueMail(who.eve.email)]
  const body = { password: 'correct horse battery', confirm: MARKS.email }
  const headers = { cookie: who.mina.cookie }
  const answer = await studio.call('/auth/account/delete', { json: body, headers })
  expect(answer.status).toBe(204)

  const queued = await studio.context.database.db.selectFrom('mail').select('id').execute()
  expect(queued).toEqual([{ id: kept }])
  const after = await readEveryTable(studio)
  expect(tablesWith(after, [who.id])).toEqual(Object.keys(STAYS))
  expect(tablesWith(after, words)).toEqual(Object.keys(NOTES))
  const { file: _, ...others } = after
  expect(tablesWith(others, deleted)).toEqual(Object.keys(REFERENCES))

  const { context } = studio
  const files = createFileStore({ context })
  while ((await sweepUploads(context, files)) > 0);
  expect(tablesWith(await readEveryTable(studio), deleted)).toEqual(Object.keys(REFERENCES))
  if (context.database.kind === 'sqlite')
    await sql`pragma wal_checkpoint(truncate)`.execute(context.database.db)
  const { name, ...gone } = MARKS
  expect(await filesWith(context.config.dataDir, Object.values(gone))).toEqual([])
  expect((await filesWith(context.config.dataDir, [name])).filter(isBlob)).toEqual([])
})

const isBlob = (path: string): boolean => path.startsWith('blobs/')

test('other users keep what they have', async () => {
  const { items } = await json<{ items: unknown[] }>(
    world.studio.call('/library/items', { token: who.eve.token.access_token })
  )
  expect(items).toHaveLength(1)
})
