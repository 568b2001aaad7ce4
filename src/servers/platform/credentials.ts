import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Credential, NewCredential } from '#contract/credential.ts'
import { toCredits, toMicro } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { spentWith } from '#servers/api/ledger/key-limit.ts'
import type { Context } from '#servers/lib/context.ts'
import { CREDENTIAL_PREFIX } from '#servers/lib/credential.ts'
import type { CredentialTable } from '#servers/lib/database/tables.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'secrets'>
type Row = Selectable<CredentialTable>

/** Keys of one application by name; nobody keeps track of more. */
const MOST_KEYS = 100

/** A fresh token, and how it is kept: a page's own can be read again, a named key's cannot. */
export function freshToken({ secrets }: Pick<Context, 'secrets'>, host: string | null) {
  const token = randomToken(CREDENTIAL_PREFIX)
  return { token, kept: { token_hash: hashToken(token), token_box: host === null ? null : secrets.seal(token) } }
}

/** A person's credentials, newest first; of one application where that is asked for. */
export async function listCredentials(
  context: Needs,
  userId: string,
  applicationId: string | undefined,
  page: { limit: number; offset: number }
): Promise<{ items: Credential[]; count: number }> {
  let query = context.database.db.selectFrom('credential').where('user_id', '=', userId)
  if (applicationId !== undefined) query = query.where('application_id', '=', applicationId)
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { items: await toCredentials(context, rows), count: Number(count) }
}

/** All credentials of an application, the oldest first. */
export async function credentialsOf(context: Needs, applicationId: string): Promise<Credential[]> {
  const rows = await context.database.db
    .selectFrom('credential')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return toCredentials(context, rows)
}

/** @throws Problem `not_found` */
export async function getCredential(context: Needs, id: string): Promise<Credential> {
  const row = await context.database.db.selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: `no credential ${id}` })
  return toCredential(context, row)
}

/**
 * The credential of an application for one page origin: made at the first call, the same working one at every later.
 * Without an origin a new key by its name, whose token is in this answer and never again.
 * @throws Problem `bad_request` naming the field
 */
export function createCredential(context: Needs, userId: string, input: NewCredential): Promise<Credential> {
  return input.host === undefined ? createKey(context, userId, input) : createForOrigin(context, userId, input, originOf(input.host))
}

async function createKey(context: Needs, userId: string, input: NewCredential): Promise<Credential> {
  const { database, clock } = context
  if (input.name === undefined) throw refused('name', 'required', 'a key without a host has a name')
  if (input.expired_at && input.expired_at <= clock.now()) throw refused('expired_at', 'too_small', 'expired_at is over already')
  const keys = await database.db
    .selectFrom('credential')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('application_id', '=', input.application_id)
    .where('host', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(keys.count) >= MOST_KEYS)
    throw refused('application_id', 'too_many', `an application has ${MOST_KEYS} keys at most: delete one that is not used`)
  const { token, kept } = freshToken(context, null)
  const limited = input.limited_amount == null ? null : toMicro(input.limited_amount)
  const row = await database.db
    .insertInto('credential')
    .values({ ...newRow(context, userId, input), name: input.name, host: null, ...kept, limited, expired_at: input.expired_at ?? null })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCredential(context, row, token)
}

async function createForOrigin(context: Needs, userId: string, input: NewCredential, host: string): Promise<Credential> {
  const { database, clock } = context
  const { kept } = freshToken(context, host)
  await database.db
    .insertInto('credential')
    .values({ ...newRow(context, userId, input), name: input.name ?? host, host, ...kept, expired_at: null })
    .onConflict(conflict => conflict.columns(['application_id', 'host']).doNothing())
    .execute()
  // One that has ended would leave its page without a way to work.
  await database.db
    .updateTable('credential')
    .set({ ...kept, expired_at: null, updated_at: clock.now() })
    .where('application_id', '=', input.application_id)
    .where('host', '=', host)
    .where('expired_at', '<=', clock.now())
    .execute()
  const row = await database.db
    .selectFrom('credential')
    .selectAll()
    .where('application_id', '=', input.application_id)
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return toCredential(context, row)
}

/**
 * A credential as its owner sees it: with its token where that is kept.
 * @param token of a named key that was just made
 */
export async function toCredential(context: Needs, row: Row, token = ''): Promise<Credential> {
  const spent = await spentWith(context.database.db, [row.id])
  return shown(context, row, spent.get(row.id) ?? 0, token)
}

async function toCredentials(context: Needs, rows: readonly Row[]): Promise<Credential[]> {
  const spent = await spentWith(
    context.database.db,
    rows.map(row => row.id)
  )
  return rows.map(row => shown(context, row, spent.get(row.id) ?? 0, ''))
}

function shown({ secrets }: Needs, row: Row, spent: number, token: string): Credential {
  return {
    id: row.id,
    application_id: row.application_id,
    user_id: row.user_id,
    name: row.name,
    type: row.type,
    token: row.token_box === null ? token : secrets.open(row.token_box),
    host: row.host ?? '',
    limited_amount: row.limited === null ? null : toCredits(row.limited),
    used_amount: toCredits(spent),
    expired_at: row.expired_at === null ? null : new Date(row.expired_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}

function newRow({ clock }: Needs, userId: string, { application_id }: NewCredential) {
  const now = clock.now()
  return { id: randomUUID(), application_id, user_id: userId, type: 'Token' as const, created_at: now, updated_at: now }
}

function originOf(host: string): string {
  if (URL.canParse(host) && new URL(host).origin === host.replace(/\/$/, '')) return new URL(host).origin
  throw refused('host', 'invalid', 'host must be the origin of a page, like https://studio.example')
}

function refused(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field, code }] })
}
