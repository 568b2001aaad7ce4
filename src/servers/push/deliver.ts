import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { claimMessages } from '#servers/lib/database/claim.ts'
import { egress } from '#servers/lib/egress.ts'
import { nextAttemptTime } from '#servers/lib/retry.ts'
import { loadPushKeys, type PushKeys } from '#servers/push/keys.ts'
import { encryptPushMessage, type PushReceiver } from '#servers/push/message.ts'
import { removePushes } from '#servers/push/subscribe.ts'

const PAUSES = { first: 5000, longest: 600_000 }
const PATIENCE = 15_000
/** Messages that one round sends at most. */
const AT_ONCE = 20

/** Statuses by which a push service says that a subscription has ended (RFC 8030, 7.3). */
const ENDED = [404, 410]

/** Tells whether the same message may succeed later, by its HTTP status. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}

/**
 * Sends due messages. Several processes may do so, and each message is taken by one of them. A
 * failed one is tried again with growing pauses, until it is too old.
 * @param trustedHosts see {@link egress}
 */
export async function deliverPushes(
  context: Context,
  trustedHosts: readonly string[]
): Promise<void> {
  const claimed = await dueMessages(context)
  if (claimed.length === 0) return
  const keys = await loadPushKeys(context)
  await Promise.all(
    claimed.map(async message => {
      const outcome = await send(context, keys, message, trustedHosts)
      await settle(context, message, outcome)
    })
  )
}

/**
 * A message that is due, and its browser. `origin` is the site of the sign-in; null after signing
 * out.
 */
type Due = Omit<PushReceiver, 'origin'> & {
  id: string
  push_id: string
  attempts: number
  give_up_at: number
  origin: string | null
}

async function dueMessages({ database, clock }: Context): Promise<Due[]> {
  const claimed = await claimMessages(database, 'push_message', {
    now: clock.now(),
    lease: PATIENCE * 2,
    atOnce: AT_ONCE
  })
  if (claimed.length === 0) return []
  return database.db
    .selectFrom('push_message')
    .innerJoin('push', 'push.id', 'push_message.push_id')
    .leftJoin('grant', join =>
      join.onRef('grant.id', '=', 'push.grant_id').on('grant.revoked_at', 'is', null)
    )
    .select([
      'push_message.id',
      'push_message.push_id',
      'push_message.run_id',
      'push_message.service',
      'push_message.ready',
      'push_message.attempts',
      'push_message.give_up_at',
      'push.endpoint',
      'push.p256dh',
      'push.auth',
      'push.locale',
      'grant.origin'
    ])
    .where(
      'push_message.id',
      'in',
      claimed.map(({ id }) => id)
    )
    .execute()
}

/**
 * `over`: the message was delivered, or never will be. `ended`: no message can be delivered to this
 * browser any more. `later`: the message is tried again.
 */
type Outcome = 'over' | 'ended' | 'later'

async function send(
  context: Context,
  keys: PushKeys,
  { origin, ...due }: Due,
  trustedHosts: readonly string[]
): Promise<Outcome> {
  if (origin === null) return 'ended'
  try {
    const { endpoint, headers, body } = await encryptPushMessage(context, keys, { ...due, origin })
    const answer = await egress(endpoint, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(PATIENCE),
      trustedHosts
    })
    await answer.body?.cancel()
    if (ENDED.includes(answer.status)) return 'ended'
    if (isPassing(answer.status)) return 'later'
    if (!answer.ok) context.log.warn({ status: answer.status }, 'a push service refused a message')
    return 'over'
  } catch (error) {
    // The push service's address is not public, so nothing may ever be sent to it.
    if (error instanceof Problem && error.code === 'bad_request') return 'ended'
    return 'later'
  }
}

async function settle(
  { database, clock }: Context,
  { id, push_id, attempts, give_up_at }: Due,
  outcome: Outcome
): Promise<void> {
  if (outcome === 'ended')
    return database.transaction(tx =>
      removePushes(tx, tx.selectFrom('push').select('id').where('id', '=', push_id))
    )
  const now = clock.now()
  const next =
    outcome === 'later' ? nextAttemptTime({ attempts, now, giveUpAt: give_up_at }, PAUSES) : null
  const { db } = database
  if (next === null) await db.deleteFrom('push_message').where('id', '=', id).execute()
  else await db.updateTable('push_message').set({ next_at: next }).where('id', '=', id).execute()
}
