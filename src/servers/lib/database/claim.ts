import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database } from '#servers/lib/database/database.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

/** Tables of messages that are sent later, and again after a failure. */
type Queue = 'callback' | 'mail' | 'push_message'

type Claim = {
  /** Unix milliseconds. */
  now: number
  /** Milliseconds until another process may claim the same rows; longer than sending takes. */
  lease: number
  /** Rows to claim at most. */
  atOnce: number
  /** A condition besides the time. */
  where?: RawBuilder<unknown>
}

/**
 * Claims messages that are due for this process, and counts the attempt. The time of the next try
 * moves first. If the process dies while it sends, another one sends the message then.
 * @returns the claimed rows, as they are now
 */
export async function claimMessages<T extends Queue>(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  queue: T,
  { now, lease, atOnce, where = sql`1 = 1` }: Claim
): Promise<Selectable<Tables[T]>[]> {
  const table = sql.table(queue)
  const lock = kind === 'postgres' ? sql`for update skip locked` : sql``
  const due = sql`
    select id from ${table} where next_at <= ${now} and ${where}
    order by next_at limit ${atOnce} ${lock}`
  const { rows } = await sql<Selectable<Tables[T]>>`
    update ${table} set attempts = attempts + 1, next_at = ${now + lease}
    where id in (${due}) and next_at <= ${now} returning *`.execute(db)
  return rows
}
