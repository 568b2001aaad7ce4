import type { CompiledQuery, SelectQueryBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Above this number of rows, reading them all takes longer than a page should. */
const MANY = 1000

/** Milliseconds for which an answer about many rows is kept. */
const KEPT = 60_000

/** The most answers that are kept for a database. */
const MOST = 2000

const answers = new WeakMap<Queries, LRUCache<string, unknown[]>>()

/**
 * Runs a query that sums up rows. If they are many, the answer may be up to a minute old.
 * @param query its text and parameters name the answer, so it must contain its user
 * @param readBy returns the number of rows that the database read for the answer
 */
export async function readKeptRows<R>(
  db: Queries,
  query: CompiledQuery<R>,
  readBy: (answer: R[]) => number
): Promise<R[]> {
  const name = JSON.stringify([query.sql, query.parameters])
  const known = answers.get(db)?.get(name)
  if (known !== undefined) return known as R[]
  const { rows } = await db.executeQuery(query)
  if (readBy(rows) > MANY) keep(db, name, rows)
  return rows
}

function keep(db: Queries, name: string, rows: unknown[]): void {
  const all = answers.get(db) ?? new LRUCache<string, unknown[]>({ max: MOST, ttl: KEPT })
  answers.set(db, all.set(name, rows))
}

/** Counts rows. A count of many may be up to a minute old. */
export async function countMatches<DB, TB extends keyof DB, O>(
  db: Queries,
  rows: SelectQueryBuilder<DB, TB, O>
): Promise<number> {
  const query = rows.select(({ fn }) => fn.countAll<number>().as('count')).compile()
  const [found] = await readKeptRows<{ count: number }>(
    db,
    query as CompiledQuery<{ count: number }>,
    ([first]) => Number(first?.count)
  )
  return Number(found?.count ?? 0)
}

/**
 * Counts the rows of a list after a page of it was read. A first page that is not full has them
 * all, so that nothing is asked then.
 * @param found rows of that page
 */
export async function countList<DB, TB extends keyof DB, O>(
  db: Queries,
  rows: SelectQueryBuilder<DB, TB, O>,
  { limit, offset }: { limit: number; offset: number },
  found: number
): Promise<number> {
  return offset === 0 && found < limit ? found : countMatches(db, rows)
}
