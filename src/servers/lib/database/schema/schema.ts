import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import { chatTables } from '#servers/lib/database/schema/chat.ts'
import { identityTables, type ColumnTypes } from '#servers/lib/database/schema/identity.ts'
import { peopleTables } from '#servers/lib/database/schema/people.ts'
import { postgresSearch, sqliteSearch } from '#servers/lib/database/schema/search.ts'
import { shopTables } from '#servers/lib/database/schema/shop.ts'
import { siteTables } from '#servers/lib/database/schema/sites.ts'
import { workTables } from '#servers/lib/database/schema/work.ts'

const TYPES: Record<DatabaseKind, ColumnTypes> = {
  sqlite: { date: 'date', flag: 'integer' },
  postgres: { date: 'timestamptz', flag: 'boolean' }
}

/**
 * Creates the tables and indexes of Polymuse's first release. Migrations extend them; these files
 * never change.
 */
export async function createSchema(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const tables = [
    identityTables(TYPES[kind]),
    peopleTables,
    siteTables,
    shopTables,
    chatTables,
    workTables
  ].flatMap(text => text.trim().split(/;\n+/))
  const search = kind === 'postgres' ? postgresSearch : sqliteSearch
  for (const statement of [...tables, ...search]) await sql.raw(statement).execute(db)
}
