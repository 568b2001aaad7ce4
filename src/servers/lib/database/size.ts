import { sql } from 'kysely'
import type { Database } from '#servers/lib/database/database.ts'

/** Returns the bytes that the database takes. */
export async function readDatabaseSize({ db, kind }: Database): Promise<number> {
  const size =
    kind === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return Number((await size.execute(db)).rows[0]?.bytes ?? 0)
}
