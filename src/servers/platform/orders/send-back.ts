import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { railOf } from '#servers/platform/orders/payment.ts'
import { RETRY_NEVER, RAIL_IDS } from '#servers/platform/orders/rails.ts'

/**
 * Milliseconds to wait before a refund that the rail did not accept is tried again, multiplied by
 * the number of tries.
 */
const PAUSE = 60_000

/** The most refunds that one pass asks for. */
const AT_ONCE = 20

/**
 * Asks a rail to send back a refund's money. It passes the refund's id, so that repeated requests
 * refund only once. If the rail fails, the refund keeps state `asked` and the rail's message, and
 * is retried later. A failure of the rail never throws.
 */
export async function sendRefund(context: Context, refundId: string): Promise<void> {
  const { database, clock, log } = context
  const now = clock.now()
  // Claim the refund first, so that only one process asks. If that process dies, a later pass asks
  // again.
  const refund = await database.db
    .updateTable('refund')
    .set({ tries: sql`tries + 1`, next_at: sql`${now} + ${PAUSE} * (tries + 1)`, updated_at: now })
    .where('id', '=', refundId)
    .where('state', '=', 'asked')
    .where('next_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  if (refund === undefined) return
  try {
    const note = await askRail(context, refund)
    // The update applies only if the claim still holds: the rail may report a failure of the refund
    // before this request returns.
    await database.db
      .updateTable('refund')
      .set({ state: 'done', note, updated_at: clock.now() })
      .where('id', '=', refundId)
      .where('state', '=', 'asked')
      .where('next_at', '=', refund.next_at)
      .execute()
  } catch (error) {
    const note =
      error instanceof Problem && error.detail !== ''
        ? error.detail
        : String(error instanceof Error ? error.message : error)
    log.error(
      { err: error, refund: refundId, order: refund.order_id },
      'a rail did not give money back yet'
    )
    await database.db
      .updateTable('refund')
      .set({ note: note.slice(0, 300) })
      .where('id', '=', refundId)
      .where('state', '=', 'asked')
      .execute()
  }
}

/** Retries all refunds that are due. */
export async function sendDueRefunds(context: Context): Promise<void> {
  const { database, clock } = context
  const due = await database.db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'asked')
    .where('next_at', '<=', clock.now())
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due) await sendRefund(context, id)
}

/** A refund that a rail accepted and could not deliver. `sent` is the rail's id of it. */
export type FailedRefund = { reference: string; sent: string; reason: string }

/**
 * Reopens a refund whose money did not arrive. An operator must send it another way, because the
 * rail would fail again. A refund that an operator has sent since stays done.
 */
export async function reopenRefund(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  failed: FailedRefund
): Promise<void> {
  const { reference, sent, reason } = failed
  const note = `${sent} failed: ${reason}`.slice(0, 300)
  const opened = await database.db
    .updateTable('refund')
    .set({ state: 'asked', next_at: RETRY_NEVER, note, updated_at: clock.now() })
    .where('id', '=', reference)
    .where('note', '<>', note)
    .where(({ eb, or }) => or([eb('state', '=', 'asked'), eb('note', '=', sent)]))
    .returning('order_id')
    .executeTakeFirst()
  if (opened !== undefined)
    log.error(
      { refund: reference, order: opened.order_id, sent, reason },
      'a rail could not give money back'
    )
}

/**
 * Marks a refund as sent back by an operator.
 * @returns the order's id
 * @throws Problem `not_found` for an unknown refund
 */
export async function endRefund(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  id: string,
  note: string
): Promise<string> {
  const row = await database.db
    .updateTable('refund')
    .set({ state: 'done', note, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('order_id')
    .executeTakeFirst()
  const found =
    row ??
    (await database.db
      .selectFrom('refund')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirst())
  if (found === undefined) throw new Problem('not_found', { detail: `no refund ${id}` })
  return found.order_id
}

type Asked = { id: string; order_id: string; rail: string; cents: number }

/**
 * Asks the rail of a refund to send its money.
 * @returns the rail's id of the refund
 * @throws Problem
 */
async function askRail(context: Context, { id, order_id, rail, cents }: Asked): Promise<string> {
  const known = RAIL_IDS.find(each => each === rail)
  if (known === undefined)
    throw new Problem('api_error', { detail: 'this refund must be sent manually' })
  const order = await context.database.db
    .selectFrom('order')
    .selectAll()
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const sent = await railOf(context, known).refund(order, { cents, reference: id })
  return sent.id
}
