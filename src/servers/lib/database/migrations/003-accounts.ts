import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

type Db = Kysely<unknown>
type Table = CreateTableBuilder<string, string>

/** Second factors, passkeys, profiles, refresh tokens of their own, sign-ins by phone, and mails on their way. */
export async function up(db: Db, kind: DatabaseKind): Promise<void> {
  await factors(db, kind)
  await profiles(db)
  await refreshTokens(db)
  await text(rows(db, 'phone_sign_in'), 'secret_hash', 'origin', 'agent', 'address', 'state')
    .addColumn('user_id', 'text')
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('phone_sign_in_secret', ['secret_hash'])
    .execute()
  await text(rows(db, 'mail'), 'kind', 'box', 'note')
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('next_at', 'bigint', column => column.notNull())
    .addColumn('give_up_at', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('mail_due').on('mail').column('next_at').execute()
}

/** better-auth's tables for time-based codes and passkeys. */
async function factors(db: Db, kind: DatabaseKind): Promise<void> {
  const date = kind === 'postgres' ? sql`timestamptz` : sql`date`
  const flag = kind === 'postgres' ? 'boolean' : 'integer'
  const owned = (name: string): Table =>
    rows(db, name).addColumn('userId', 'text', column => column.notNull().references('user.id').onDelete('cascade'))

  await db.schema.alterTable('user').addColumn('twoFactorEnabled', flag).execute()
  await text(owned('twoFactor'), 'secret', 'backupCodes')
    .addColumn('verified', flag)
    .addColumn('failedVerificationCount', 'integer')
    .addColumn('lockedUntil', date)
    .execute()
  await text(owned('passkey'), 'publicKey', 'credentialID', 'deviceType')
    .addColumn('name', 'text')
    .addColumn('counter', 'integer', column => column.notNull())
    .addColumn('backedUp', flag, column => column.notNull())
    .addColumn('transports', 'text')
    .addColumn('createdAt', date)
    .addColumn('aaguid', 'text')
    .execute()
  for (const [table, column] of [
    ['twoFactor', 'secret'],
    ['twoFactor', 'userId'],
    ['passkey', 'userId'],
    ['passkey', 'credentialID']
  ] as const)
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}

/** What people say of themselves, and who invited them: settled for everybody who is here already. */
async function profiles(db: Db): Promise<void> {
  await text(db.schema.createTable('profile') as Table, 'origin', 'first_name', 'last_name', 'gender', 'city', 'province', 'country')
    .addColumn('user_id', 'text', column => column.primaryKey())
    .addColumn('inviter_id', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('profile_inviter').on('profile').columns(['inviter_id', 'created_at']).execute()
  await sql`insert into profile (user_id, origin, first_name, last_name, gender, city, province, country, created_at)
    select id, '', '', '', '', '', '', '', 0 from "user"`.execute(db)
}

/** A grant's refresh tokens, each a row: so that any earlier one that comes back is known for what it is. */
async function refreshTokens(db: Db): Promise<void> {
  await text(db.schema.createTable('refresh_token') as Table, 'grant_id')
    .addColumn('hash', 'text', column => column.primaryKey())
    .addColumn('next_box', 'text')
    .addColumn('used_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('refresh_token_grant').on('refresh_token').column('grant_id').execute()
  await sql`insert into refresh_token (hash, grant_id, created_at) select refresh_hash, id, rotated_at from "grant"`.execute(db)

  await db.schema.alterTable('grant').renameTo('grant_before').execute()
  for (const name of ['grant_previous_hash', 'grant_auth_session']) await db.schema.dropIndex(name).execute()
  await text(rows(db, 'grant'), 'user_id', 'origin', 'agent', 'address')
    .addColumn('auth_session', 'text')
    .addColumn('used_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await sql`insert into "grant" (id, user_id, origin, agent, address, auth_session, used_at, expires_at, revoked_at, created_at)
    select id, user_id, origin, '', '', auth_session, rotated_at, expires_at, revoked_at, created_at from grant_before`.execute(db)
  await db.schema.dropTable('grant_before').execute()
  await db.schema.createIndex('grant_auth_session').on('grant').column('auth_session').execute()
  await db.schema.createIndex('grant_user').on('grant').column('user_id').execute()
}

function rows(db: Db, name: string): Table {
  return db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey()) as Table
}

function text(builder: Table, ...names: string[]): Table {
  return names.reduce((table, name) => table.addColumn(name, 'text', column => column.notNull()), builder)
}
