import { PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700

/**
 * Kysely's PostgreSQL dialect. It returns 64-bit integers and sums as numbers: all counts here
 * (micro-credits, milliseconds) stay below 2^53.
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
  // When the server ends an idle connection, the process goes on; the next query opens another.
  pool.on('error', () => undefined)
  return { dialect: new PostgresDialect({ pool }), pool }
}
