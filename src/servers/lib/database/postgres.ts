import { PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700

/**
 * Creates Kysely's PostgreSQL dialect. It returns 64-bit integers and sums as numbers, since all of
 * ours (micro-credits, milliseconds) stay below 2^53.
 * @param url `postgres://…`
 */
export function postgresDialect(url: string): { dialect: PostgresDialect; pool: pg.Pool } {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC
        ? Number
        : pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser
  }
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  // Without a listener, the process would end when the server closes an idle connection. The next
  // query opens another one.
  pool.on('error', () => undefined)
  return { dialect: new PostgresDialect({ pool }), pool }
}
