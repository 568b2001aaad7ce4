import { CompiledQuery } from 'kysely'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterAbstract
} from 'rate-limiter-flexible'
import type { Database } from '#servers/lib/database/database.ts'

/** A limit of `points` calls in a window of `seconds`, and who is counted. */
export type RateLimit = {
  points: number
  seconds: number
  of: 'address' | 'caller' | 'account' | 'recipient'
}

/** PostgreSQL's table of counters. It may be lost in a crash, and backups do not need it. */
export const COUNTERS_TABLE = 'rate_limit'

/**
 * Creates one counter per limit: in memory with SQLite, which serves a single process, else in the
 * database.
 */
export function createRateCounters<Name extends string>(
  database: Database,
  table: Record<Name, RateLimit>
): Record<Name, RateLimiterAbstract> {
  const storeClient = database.kind === 'postgres' ? storeOn(database) : null
  const counters = Object.entries<RateLimit>(table).map(([keyPrefix, { points, seconds }]) => {
    const options = { keyPrefix, points, duration: seconds }
    const memory = new RateLimiterMemory(options)
    if (storeClient === null) return [keyPrefix, memory]
    const store = {
      storeClient,
      storeType: 'client',
      tableName: COUNTERS_TABLE,
      tableCreated: true
    }
    return [keyPrefix, new RateLimiterPostgres({ ...options, ...store, insuranceLimiter: memory })]
  })
  return Object.fromEntries(counters) as Record<Name, RateLimiterAbstract>
}

type Query = { text: string; values: readonly unknown[] }

/**
 * Presents the database's own connections as a `pg` client; creates the table before its first
 * query.
 */
function storeOn({ db }: Database): {
  query(query: Query): Promise<{ rows: unknown[]; rowCount: number }>
} {
  let ready: Promise<unknown> | null = null
  const run = ({ text, values }: Query) => db.executeQuery(CompiledQuery.raw(text, [...values]))
  const create = async (): Promise<void> => {
    try {
      await run({
        text: `create unlogged table if not exists ${COUNTERS_TABLE} (key text primary key, points integer not null, expire bigint)`,
        values: []
      })
    } catch (error) {
      ready = null
      // 23505: another process created the table at the same moment.
      if ((error as { code?: unknown }).code !== '23505') throw error
    }
  }
  return {
    async query(query) {
      await (ready ??= create())
      const { rows, numAffectedRows } = await run(query)
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    }
  }
}
