import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { PhoneSignInTable } from '#servers/lib/database/people-tables.ts'
import { hashToken, randomToken } from '#servers/lib/secrets.ts'

/** Milliseconds after which a QR code expires. */
export const PHONE_LIFE = 120_000

type Needs = Pick<Context, 'database' | 'clock'>
type PhoneSignIn = Selectable<PhoneSignInTable>

/**
 * Begins a sign-in that a phone may confirm.
 * @returns the id for the QR code, and the secret for the page that shows it
 */
export async function beginPhoneSignIn(
  { database, clock }: Needs,
  from: Pick<PhoneSignIn, 'origin' | 'agent' | 'address'>
): Promise<{ id: string; secret: string }> {
  const id = randomBytes(16).toString('base64url')
  const secret = randomToken()
  const now = clock.now()
  const row = {
    ...from,
    id,
    secret_hash: hashToken(secret),
    state: 'waiting' as const,
    user_id: null
  }
  await database.db
    .insertInto('phone_sign_in')
    .values({
      ...row,
      agent: from.agent.slice(0, 400),
      expires_at: now + PHONE_LIFE,
      created_at: now
    })
    .execute()
  return { id, secret }
}

/** Returns the state of a sign-in for the page with its QR code. An unknown one is `expired`. */
export async function readPhoneSignInState(
  { database, clock }: Needs,
  secret: string
): Promise<PhoneSignIn['state'] | 'expired'> {
  const row = await database.db
    .selectFrom('phone_sign_in')
    .select(['state', 'expires_at'])
    .where('secret_hash', '=', hashToken(secret))
    .executeTakeFirst()
  return row === undefined || row.expires_at <= clock.now() || row.state === 'used'
    ? 'expired'
    : row.state
}

/**
 * Returns the waiting sign-in of a link.
 * @throws Problem `bad_request` when it is over
 */
export async function findWaitingPhoneSignIn(
  { database, clock }: Needs,
  id: string
): Promise<PhoneSignIn> {
  const row = await database.db
    .selectFrom('phone_sign_in')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (row === undefined) throw over()
  return row
}

/**
 * Takes the answer of a signed-in user; the first one counts.
 * @throws Problem `bad_request` when it is over
 */
export async function answerPhoneSignIn(
  { database, clock }: Needs,
  id: string,
  userId: string,
  accept: boolean
): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('phone_sign_in')
    .set({ state: accept ? 'confirmed' : 'refused', user_id: accept ? userId : null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw over()
}

/**
 * Uses up a confirmed sign-in. Of several calls, one gets it.
 * @returns its user; null when it is not confirmed or over
 */
export async function redeemPhoneSignIn(
  { database, clock }: Needs,
  secret: string
): Promise<string | null> {
  const row = await database.db
    .updateTable('phone_sign_in')
    .set({ state: 'used' })
    .where('secret_hash', '=', hashToken(secret))
    .where('state', '=', 'confirmed')
    .where('expires_at', '>', clock.now())
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

function over(): Problem {
  return new Problem('bad_request', {
    detail: 'this sign-in has ended',
    issues: [{ field: 'id', code: 'expired' }]
  })
}
