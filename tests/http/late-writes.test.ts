import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatDeletions } from '#servers/auth/account/repeat-deletion.ts'
import { removeOrphans } from '#servers/conversations/size.ts'
import { whereIs } from '../support/account.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { STAYS } from '../support/stays.ts'
import { fillPerson, MARKS, type WholePerson } from '../support/whole-person.ts'

/** The list of deletions, which keeps the id of a deleted user for a day. */
const DELETIONS = 'deleted_account'

/** Tables that keep the id longer. */
const BOOKS = Object.keys(STAYS).filter(name => name !== DELETIONS)

const MINUTE = 60_000

type Rows = Record<string, unknown>[]

let world: MediaWorld
let who: WholePerson
let rows: [table: string, rows: Rows][]
beforeAll(async () => {
  world = await openMediaWorld()
  who = await fillPerson(world)
  rows = await readOwnRows()
}, 120_000)
afterAll(() => world.close())

const db = () => world.studio.context.database.db

/** Reads the user's rows of all tables but the books. */
async function readOwnRows(): Promise<typeof rows> {
  const tables = await db().introspection.getTables()
  const names = tables
    .filter(({ columns }) => columns.some(each => each.name === 'user_id'))
    .map(({ name }) => name)
    // The search index of chats goes with their messages.
    .filter(name => ![...BOOKS, 'passage'].includes(name))
  // A table that others refer to comes before them in the alphabet.
  const read = names.toSorted().map(async (name): Promise<(typeof rows)[number]> => {
    const found = await sql<Rows[number]>`
      select * from ${sql.table(name)} where user_id = ${who.id}`.execute(db())
    return [name, found.rows]
  })
  return (await Promise.all(read)).filter(([, own]) => own.length > 0)
}

async function writeAgain(table: string, own: Rows): Promise<void> {
  for (const written of own) {
    // The row of a file stays, empty, until its bytes are deleted.
    const row = { ...written, ...(table === 'file' && { id: crypto.randomUUID() }) }
    const columns = sql.join(Object.keys(row).map(name => sql.ref(name)))
    const values = sql.join(Object.values(row))
    await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db())
  }
}

/** Begins a call whose body does not end before `finish`. */
function beginProject(): { finish(): Promise<Response> } {
  const rest = Promise.withResolvers<undefined>()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from('{"name":'))
      await rest.promise
      controller.enqueue(Buffer.from(JSON.stringify(MARKS.prompt) + '}'))
      controller.close()
    }
  })
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
    token: who.mina.token.access_token
  }
  const answer = world.studio.call('/library/projects', init)
  return {
    finish() {
      rest.resolve(undefined)
      return answer
    }
  }
}

test('rows that a call writes after its user is deleted are erased, too', async () => {
  const { studio } = world
  const project = beginProject()
  const body = { password: 'correct horse battery', confirm: MARKS.email }
  const headers = { cookie: who.mina.cookie }
  const deleted = await studio.call('/auth/account/delete', { json: body, headers })
  expect(deleted.status).toBe(204)

  expect((await project.finish()).status).toBe(200)
  const late = [...BOOKS, DELETIONS, 'project'].toSorted()
  expect(await whereIs(studio, who.id)).toEqual(late)

  studio.context.clock.advance(MINUTE)
  await repeatDeletions(studio.context)
  expect(await whereIs(studio, who.id)).toEqual([...BOOKS, DELETIONS].toSorted())
})

test('rows of every table are erased, for a day after the deletion', async () => {
  const { studio } = world
  expect(rows.length).toBeGreaterThan(12)
  for (const minutes of [7, 56, 448]) {
    await removeOrphans(db())
    for (const [table, own] of rows) await writeAgain(table, own)
    await repeatDeletions(studio.context)
    expect((await whereIs(studio, who.id)).length, 'not due yet').toBeGreaterThan(20)
    studio.context.clock.advance(minutes * MINUTE)
    await repeatDeletions(studio.context)
    expect(await whereIs(studio, who.id)).toEqual([...BOOKS, DELETIONS].toSorted())
  }
  studio.context.clock.advance(3_584 * MINUTE)
  await repeatDeletions(studio.context)
  expect(await whereIs(studio, who.id)).toEqual(BOOKS)
})
