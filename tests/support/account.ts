import { sql } from 'kysely'
import type { Account } from '#contract/account.ts'
import { frames, json, type TestPerson, type TestStudio } from './studio.ts'

export const overview = (studio: TestStudio, cookie: string, site?: string): Promise<Account> =>
  json(
    studio.call(`/auth/account/overview${site === undefined ? '' : `?site=${site}`}`, {
      headers: { cookie }
    })
  )

export const exported = (studio: TestStudio, cookie: string): Promise<Record<string, unknown>> =>
  json(studio.call('/auth/account/export', { headers: { cookie } }))

export async function idOf(studio: TestStudio, { token }: TestPerson): Promise<string> {
  const { id } = await json<{ id: string }>(
    studio.call('/api/v1/users/me', { token: token.access_token })
  )
  return id
}

/** Asks a question with an idempotency key of its own and reads the whole answer. */
export async function ask(
  studio: TestStudio,
  { credential }: TestPerson,
  question: string
): Promise<void> {
  const headers = { 'idempotency-key': encodeURIComponent(question) }
  const body = { model: 'gpt-5-all', question }
  await frames(
    await studio.call('/aichat/conversations', { json: body, token: credential.token, headers })
  )
}

/** Tables in which SQLite keeps full-text indexes: numbers, too large for JavaScript, no text. */
const INDEX = /^(library|passage)_grams_/

/** Reads all rows of the database, as text by table. */
export async function everything({
  context: { database }
}: TestStudio): Promise<Record<string, string>> {
  const tables = await database.db.introspection.getTables()
  const own = tables.filter(({ name }) => !INDEX.test(name))
  const read = own.map(async ({ name }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.db)
    return [name, JSON.stringify(rows)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Returns the tables that contain any of these words. */
export async function whereIs(studio: TestStudio, ...words: string[]): Promise<string[]> {
  const tables = Object.entries(await everything(studio)).filter(([, rows]) =>
    words.some(word => rows.includes(word))
  )
  return tables.map(([name]) => name).toSorted()
}
