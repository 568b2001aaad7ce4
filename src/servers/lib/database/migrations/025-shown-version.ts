import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

/** Tables whose rows appear on public pages. Operators and admins change them rarely. */
const SHOWN = [
  'site',
  'package',
  'service_change',
  'own_service',
  'chat_model',
  'drift',
  'provider_key',
  'featured',
  'taken_file',
  'block'
]

/**
 * Columns of large tables. Their changes count only if they remove a featured result: its task or
 * its file is deleted.
 */
const FEATURED = [
  { table: 'run', column: 'deleted_at', by: 'run_id' },
  { table: 'file', column: 'blob', by: 'file_id' }
]

const COUNT = 'update shown_version set version = version + 1'

/**
 * Adds the version of the content of public pages. Triggers count the changes, whichever process
 * makes them.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('shown_version')
    .addColumn('version', 'bigint', column => column.notNull())
    .execute()
  await sql`insert into shown_version (version) values (1)`.execute(db)
  for (const { by } of FEATURED)
    await db.schema.createIndex(`featured_${by}`).on('featured').column(by).execute()
  for (const statement of kind === 'sqlite' ? sqliteTriggers() : postgresTriggers())
    await sql.raw(statement).execute(db)
}

function sqliteTriggers(): string[] {
  return [
    ...SHOWN.flatMap(table =>
      ['insert', 'update', 'delete'].map(
        event =>
          `create trigger shown_${table}_${event} after ${event} on ${table} begin ${COUNT}; end`
      )
    ),
    ...FEATURED.flatMap(({ table, column, by }) =>
      [`update of ${column}`, 'delete'].map(
        event =>
          `create trigger shown_${table}_${event.slice(0, 6)} after ${event} on ${table} begin
            ${COUNT} where exists (select 1 from featured where ${by} = old.id); end`
      )
    )
  ]
}

function postgresTriggers(): string[] {
  return [
    triggerFunction('count_shown', COUNT),
    ...SHOWN.map(
      table =>
        `create trigger shown_${table} after insert or update or delete on ${table}
          for each statement execute function count_shown()`
    ),
    ...FEATURED.flatMap(({ table, column, by }) => [
      triggerFunction(
        `count_shown_${table}`,
        `${COUNT} where exists (select 1 from featured where ${by} = old.id)`
      ),
      `create trigger shown_${table} after update of ${column} or delete on ${table}
        for each row execute function count_shown_${table}()`
    ])
  ]
}

function triggerFunction(name: string, statement: string): string {
  return `create function ${name}() returns trigger language plpgsql as
    $$ begin ${statement}; return null; end $$`
}
