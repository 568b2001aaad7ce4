import { sql, type CreateTableBuilder, type Kysely, type Transaction } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

type Db = Transaction<unknown> | Kysely<unknown>
type Table = CreateTableBuilder<string, string>

/** Sign-in, sites, plans, money, conversations: everything the main job stands on. */
export async function up(db: Db, kind: DatabaseKind): Promise<void> {
  await identity(db, kind)
  await people(db)
  await money(db)
  await talk(db)
}

/** better-auth's own tables, in the types its Kysely adapter expects of each database. */
async function identity(db: Db, kind: DatabaseKind): Promise<void> {
  const date = kind === 'postgres' ? sql`timestamptz` : sql`date`
  const flag = kind === 'postgres' ? 'boolean' : 'integer'
  const table = (name: string): Table => db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey()) as Table
  const dated = (builder: Table): Table =>
    builder.addColumn('createdAt', date, column => column.notNull()).addColumn('updatedAt', date, column => column.notNull())
  const owned = (builder: Table): Table =>
    builder.addColumn('userId', 'text', column => column.notNull().references('user.id').onDelete('cascade'))

  await dated(text(table('user'), 'name', 'email'))
    .addColumn('emailVerified', flag, column => column.notNull())
    .addColumn('image', 'text')
    .addUniqueConstraint('user_email', ['email'])
    .execute()
  await owned(dated(text(table('session'), 'token')))
    .addColumn('expiresAt', date, column => column.notNull())
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addUniqueConstraint('session_token', ['token'])
    .execute()
  await owned(dated(text(table('account'), 'accountId', 'providerId')))
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', date)
    .addColumn('refreshTokenExpiresAt', date)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .execute()
  await dated(text(table('verification'), 'identifier', 'value'))
    .addColumn('expiresAt', date, column => column.notNull())
    .execute()
  await index(db, 'session', 'userId')
  await index(db, 'account', 'userId')
  await index(db, 'verification', 'identifier')
}

async function people(db: Db): Promise<void> {
  await text(db.schema.createTable('meta') as Table, 'value')
    .addColumn('key', 'text', column => column.primaryKey())
    .execute()
  await times(
    text(rows(db, 'site'), 'origin', 'title', 'description', 'keywords', 'favicon', 'logo', 'accent', 'admins', 'features', 'distribution'),
    'created_at',
    'updated_at'
  )
    .addUniqueConstraint('site_origin', ['origin'])
    .execute()
  await times(text(db.schema.createTable('code') as Table, 'user_id', 'origin', 'redirect'), 'expires_at')
    .addColumn('hash', 'text', column => column.primaryKey())
    .addColumn('auth_session', 'text')
    .addColumn('challenge', 'text')
    .addColumn('inviter_id', 'text')
    .addColumn('used_at', 'bigint')
    .execute()
  await times(text(rows(db, 'grant'), 'user_id', 'origin', 'refresh_hash'), 'rotated_at', 'expires_at', 'created_at')
    .addColumn('auth_session', 'text')
    .addColumn('previous_hash', 'text')
    .addColumn('revoked_at', 'bigint')
    .addUniqueConstraint('grant_refresh', ['refresh_hash'])
    .execute()
  await times(text(db.schema.createTable('hub_session') as Table, 'grant_id'), 'expires_at', 'created_at')
    .addColumn('hash', 'text', column => column.primaryKey())
    .execute()
  await index(db, 'grant', 'previous_hash')
  await index(db, 'grant', 'auth_session')
}

async function money(db: Db): Promise<void> {
  await times(text(rows(db, 'application'), 'user_id', 'type', 'scope', 'service_id'), 'created_at', 'updated_at')
    .addColumn('used', 'bigint', column => column.notNull().defaultTo(0))
    .addColumn('expired_at', 'bigint')
    .addUniqueConstraint('application_once', ['user_id', 'type', 'scope', 'service_id'])
    .execute()
  await text(db.schema.createTable('fund') as Table, 'application_id', 'kind')
    .addColumn('remaining', 'bigint', column => column.notNull().check(sql`remaining >= 0`))
    .addPrimaryKeyConstraint('fund_key', ['application_id', 'kind'])
    .execute()
  await times(text(rows(db, 'ledger'), 'application_id', 'fund', 'kind', 'reference'), 'created_at')
    .addColumn('amount', 'bigint', column => column.notNull())
    .addUniqueConstraint('ledger_once', ['kind', 'reference'])
    .execute()
  await times(text(rows(db, 'credential'), 'application_id', 'user_id', 'name', 'type', 'token_hash'), 'created_at', 'updated_at')
    .addColumn('host', 'text')
    .addColumn('token_box', 'text')
    .addColumn('expired_at', 'bigint')
    .addUniqueConstraint('credential_token', ['token_hash'])
    .addUniqueConstraint('credential_origin', ['application_id', 'host'])
    .execute()
  await index(db, 'ledger', 'application_id')
}

async function talk(db: Db): Promise<void> {
  await times(text(rows(db, 'conversation'), 'user_id', 'application_id', 'origin', 'model', 'title'), 'created_at', 'updated_at')
    .addColumn('listed', 'integer', column => column.notNull())
    .execute()
  await times(text(rows(db, 'message'), 'role', 'content', 'reasoning', 'state'), 'created_at')
    .addColumn('conversation_id', 'text', column => column.notNull().references('conversation.id').onDelete('cascade'))
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('error', 'text')
    .addColumn('run_id', 'text')
    .addUniqueConstraint('message_position', ['conversation_id', 'position'])
    .execute()
  await times(
    text(rows(db, 'run'), 'service', 'action', 'user_id', 'application_id', 'origin', 'state', 'fund', 'reason', 'trace_id', 'lease_owner'),
    'held',
    'charged',
    'lease_until',
    'created_at'
  )
    .addColumn('credential_id', 'text')
    .addColumn('conversation_id', 'text')
    .addColumn('measure', 'text')
    .addColumn('status_code', 'integer', column => column.notNull())
    .addColumn('stop_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  await times(text(db.schema.createTable('event') as Table, 'run_id', 'data'), 'created_at')
    .addColumn('seq', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('event_key', ['run_id', 'seq'])
    .execute()
  await db.schema.createIndex('conversation_recent').on('conversation').columns(['user_id', 'updated_at']).execute()
  await db.schema.createIndex('run_recent').on('run').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('run_state').on('run').columns(['state', 'lease_until']).execute()
}

function rows(db: Db, name: string): Table {
  return db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey()) as Table
}

function text(builder: Table, ...names: string[]): Table {
  return names.reduce((table, name) => table.addColumn(name, 'text', column => column.notNull()), builder)
}

/** Unix milliseconds and other whole numbers of 64 bits. */
function times(builder: Table, ...names: string[]): Table {
  return names.reduce((table, name) => table.addColumn(name, 'bigint', column => column.notNull()), builder)
}

async function index(db: Db, table: string, column: string): Promise<void> {
  await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}
