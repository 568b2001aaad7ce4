import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { railOf } from '#servers/platform/orders/payment.ts'
import { BY_HAND, RAIL_IDS } from '#servers/platform/orders/rails.ts'

/** How long a rail that failed is left alone, in milliseconds: each time that much longer. */
const PAUSE = 60_000

/** How many that one look asks about. */
const AT_ONCE = 20

/**
 * Asks a rail to give a refund's money back, by the refund's own name, so that however often it is asked it is done once.
 * What fails stays asked, with what the rail said, and is tried again later. Never throws for that.
 */
export async function sendBack(context: Context, refundId: string): Promise<void> {
  const { database, clock, log } = context
  const now = clock.now()
  // Claimed first: of two that would ask, one does; and who dies while asking leaves it to a later look.
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
    // Only as it was claimed: that it failed may have been told before it was known to be asked for.
    await database.db
      .updateTable('refund')
      .set({ state: 'done', note, updated_at: clock.now() })
      .where('id', '=', refundId)
      .where('state', '=', 'asked')
      .where('next_at', '=', refund.next_at)
      .execute()
  } catch (error) {
    const note = error instanceof Problem && error.detail !== '' ? error.detail : String(error instanceof Error ? error.message : error)
    log.error({ err: error, refund: refundId, order: refund.order_id }, 'a rail did not give money back yet')
    await database.db
      .updateTable('refund')
      .set({ note: note.slice(0, 300) })
      .where('id', '=', refundId)
      .where('state', '=', 'asked')
      .execute()
  }
}

/** Asks again for all that are due. */
export async function sendAllBack(context: Context): Promise<void> {
  const { database, clock } = context
  const due = await database.db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'asked')
    .where('next_at', '<=', clock.now())
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due) await sendBack(context, id)
}

/** What a rail took and could not give back after all: `sent` is what it called it. */
export type FailedRefund = { reference: string; sent: string; reason: string }

/**
 * Money that did not arrive is to be sent another way, by an operator: asked again, the rail would only fail again. What an
 * operator has sent since stays so.
 */
export async function reopenRefund(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  failed: FailedRefund
): Promise<void> {
  const { reference, sent, reason } = failed
  const note = `${sent} failed: ${reason}`.slice(0, 300)
  const opened = await database.db
    .updateTable('refund')
    .set({ state: 'asked', next_at: BY_HAND, note, updated_at: clock.now() })
    .where('id', '=', reference)
    .where('note', '<>', note)
    .where(({ eb, or }) => or([eb('state', '=', 'asked'), eb('note', '=', sent)]))
    .returning('order_id')
    .executeTakeFirst()
  if (opened !== undefined) log.error({ refund: reference, order: opened.order_id, sent, reason }, 'a rail could not give money back')
}

/** What an operator sent back by hand. @throws Problem `not_found` for a refund that is not there */
export async function endRefund({ database, clock }: Pick<Context, 'database' | 'clock'>, id: string, note: string): Promise<string> {
  const row = await database.db
    .updateTable('refund')
    .set({ state: 'done', note, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('order_id')
    .executeTakeFirst()
  const found = row ?? (await database.db.selectFrom('refund').select('order_id').where('id', '=', id).executeTakeFirst())
  if (found === undefined) throw new Problem('not_found', { detail: `no refund ${id}` })
  return found.order_id
}

type Asked = { id: string; order_id: string; rail: string; cents: number }

/** @returns what the rail calls it @throws Problem */
async function askRail(context: Context, { id, order_id, rail, cents }: Asked): Promise<string> {
  const known = RAIL_IDS.find(each => each === rail)
  if (known === undefined) throw new Problem('api_error', { detail: 'this money is sent back by hand' })
  const order = await context.database.db.selectFrom('order').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow()
  const sent = await railOf(context, known).refund(order, { cents, reference: id })
  return sent.id
}
