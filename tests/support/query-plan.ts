import { sql } from 'kysely'
import type { Database } from '#servers/lib/database/database.ts'

/** A query that Kysely has built. */
type BuiltQuery = { compile(): { sql: string; parameters: readonly unknown[] } }

/** Returns the plan of the database for a query: one line for each step. */
export async function queryPlan({ db, kind }: Database, query: BuiltQuery): Promise<string> {
  const { sql: text, parameters } = query.compile()
  const explain = kind === 'sqlite' ? 'explain query plan ' : 'explain '
  const { rows } = await db.executeQuery<Record<string, unknown>>({
    ...sql.raw(explain + text).compile(db),
    parameters
  })
  return rows.map(row => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}
