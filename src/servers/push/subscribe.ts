import { ECDH, randomUUID } from 'node:crypto'
import type { NewPushSubscription, SavedPushSubscription } from '#contract/push.ts'
import { Problem } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { PUSH_KEY_CURVE } from '#servers/push/keys.ts'

/** Most browsers of a user that receive messages. A further one replaces the oldest. */
const MAX_PUSHES = 20

type Needs = Pick<Context, 'database' | 'clock'>

/**
 * Subscribes a browser to messages about its user's runs, until they sign out in it. A browser has
 * one endpoint, which belongs to the user who subscribed last.
 * @param locale the language of the messages
 * @throws Problem `bad_request` naming the field, if the browser's key is not on the curve
 */
export async function subscribe(
  { database, clock }: Needs,
  { userId, grantId }: Person,
  { endpoint, keys: { p256dh, auth } }: NewPushSubscription,
  locale: Locale
): Promise<SavedPushSubscription> {
  checkKey(p256dh)
  const row = {
    id: randomUUID(),
    user_id: userId,
    grant_id: grantId,
    endpoint,
    p256dh,
    auth,
    locale,
    created_at: clock.now()
  }
  await database.transaction(async tx => {
    await removePushes(tx, tx.selectFrom('push').select('id').where('endpoint', '=', endpoint))
    await tx.insertInto('push').values(row).execute()
    const older = tx
      .selectFrom('push')
      .select('id')
      .where('user_id', '=', userId)
      // The new one stays, even if others are of the same millisecond.
      .where('id', '!=', row.id)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_PUSHES)
      .offset(MAX_PUSHES - 1)
    await removePushes(tx, older)
  })
  return { id: row.id, created_at: Math.floor(row.created_at / 1000) }
}

/** Ends the messages to a browser of this user. One that is unknown has ended already. */
export async function unsubscribe(
  { database }: Pick<Needs, 'database'>,
  userId: string,
  endpoint: string
): Promise<void> {
  await database.transaction(tx =>
    removePushes(
      tx,
      tx
        .selectFrom('push')
        .select('id')
        .where('endpoint', '=', endpoint)
        .where('user_id', '=', userId)
    )
  )
}

/** Ends the messages to all browsers of a user whose account ends. */
export function removeUserPushes(tx: Queries, userId: string): Promise<void> {
  return removePushes(tx, tx.selectFrom('push').select('id').where('user_id', '=', userId))
}

/** Removes subscriptions with the messages that wait for them. */
export async function removePushes(tx: Queries, ids: Ids): Promise<void> {
  const found = (await ids.execute()).map(({ id }) => id)
  if (found.length === 0) return
  await tx.deleteFrom('push_message').where('push_id', 'in', found).execute()
  await tx.deleteFrom('push').where('id', 'in', found).execute()
}

type Ids = { execute(): Promise<{ id: string }[]> }

function checkKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, PUSH_KEY_CURVE, 'base64url')
  } catch {
    throw new Problem('bad_request', {
      detail: 'keys.p256dh is no public key of the curve P-256',
      issues: [{ field: 'keys.p256dh', code: 'invalid' }]
    })
  }
}
