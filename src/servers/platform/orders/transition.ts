import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { finishOrder } from '#servers/platform/orders/finish.ts'
import { addNote } from '#servers/platform/orders/note.ts'
import { lockOrder, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { ORDER_CURRENCY, type ReportedPayment } from '#servers/platform/orders/rails.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'log'>

/**
 * `finished`: the order has its credits, now or already before. `kept`: the order is paid, but an
 * operator must give its credits. `refused`: the payment does not fit the order.
 */
export type PaymentOutcome = 'finished' | 'kept' | 'refused'

/** Maximum tries of a payment whose plan is deleted at the same moment. */
const TRIES = 3

/**
 * Applies a payment to its order. Only this function marks orders as paid, however often and in
 * whatever sequence payments are reported. It compares rail, payment id, amount and currency with
 * the order, and then changes credits and state in one transaction. A payment that does not fit
 * only adds a note for operators.
 * @throws Error if the database fails; nothing has happened then, and the caller may retry
 */
export async function applyPayment(context: Needs, fact: ReportedPayment): Promise<PaymentOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.database.transaction(tx => settle(context, tx, fact))
    } catch (error) {
      if (attempt < TRIES) continue
      return keepPaid(context, fact, error)
    }
  }
}

async function settle(context: Needs, tx: Queries, fact: ReportedPayment): Promise<PaymentOutcome> {
  const order = await lockOrder(tx, fact.orderId)
  const wrong = mistakeOf(order, fact)
  if (order === undefined || wrong !== null)
    return refuse(context, tx, fact, wrong ?? 'there is no such order')
  if (order.state === 'Finished' || order.state === 'Refunded') return 'finished'
  const finished = await finishOrder(tx, order.id, { now: context.clock.now(), fund: fact.fund })
  if (!finished) throw new Error(`order ${order.id} is ${order.state} and cannot be finished`)
  const gone = await isGone(tx, order)
  if (gone)
    context.log.warn(
      { rail: fact.rail, order: order.id, payment: fact.payId },
      'an order was paid after its account was deleted'
    )
  if (order.state === 'Paid') await forgetKept(tx, order, fact)
  const note = `Payment ${fact.payId} (${fact.rail}) came after the account was deleted: nobody can use its credits.`
  if (gone) await addNote(tx, order.id, note, context.clock.now())
  return 'finished'
}

/** Returns whether the user has deleted their account. */
async function isGone(tx: Queries, { user_id }: OrderRow): Promise<boolean> {
  return (
    (await tx.selectFrom('user').select('id').where('id', '=', user_id).executeTakeFirst()) ===
    undefined
  )
}

/** Returns how a payment differs from its order; null if it fits. */
function mistakeOf(order: OrderRow | undefined, fact: ReportedPayment): string | null {
  if (order === undefined) return 'there is no such order'
  const over = order.state === 'Finished' || order.state === 'Refunded'
  if (order.rail !== fact.rail || order.pay_id !== fact.payId)
    return over
      ? 'the order was paid before, by another payment'
      : 'it is not the payment that was begun for the order'
  if (fact.currency !== ORDER_CURRENCY)
    return `it is in ${fact.currency.toUpperCase()}, not in ${ORDER_CURRENCY.toUpperCase()}`
  // The amount of a finished order is not compared again, since that was done when it was finished.
  return !over && fact.cents !== order.price
    ? `it is of ${fact.cents} cents, the order of ${order.price}`
    : null
}

/** Refuses money that belongs to no order: logs an error and adds a note for operators. */
async function refuse(
  { log, clock }: Needs,
  tx: Queries,
  fact: ReportedPayment,
  wrong: string
): Promise<'refused'> {
  const { rail, orderId, payId, cents, currency } = fact
  // In the sandbox no money moved: the user only pressed the button too late.
  if (rail === 'sandbox') return 'refused'
  log.error(
    { rail, order: orderId, payment: payId, cents, currency },
    `a payment was not taken: ${wrong}`
  )
  const note = `Payment ${payId} (${rail}) was not taken: ${wrong}.`
  await addNote(tx, orderId, note, clock.now())
  return 'refused'
}

/** The beginning of the note that says why a payment is kept. */
const keptNote = ({ payId, rail }: ReportedPayment): string =>
  `Payment ${payId} (${rail}) came, its credits could not be given: `

/** Removes the note that said why the payment was kept; other notes stay. */
async function forgetKept(tx: Queries, order: OrderRow, fact: ReportedPayment): Promise<void> {
  const lines = order.note.split('\n').filter(line => !line.startsWith(keptNote(fact)))
  await tx
    .updateTable('order')
    .set({ note: lines.join('\n') })
    .where('id', '=', order.id)
    .execute()
}

/**
 * Marks an order as Paid although its credits could not be given. They are tried again at the next
 * report of the payment, or by an operator.
 */
async function keepPaid(
  { database, clock, log }: Needs,
  fact: ReportedPayment,
  error: unknown
): Promise<PaymentOutcome> {
  log.error(
    { err: error, rail: fact.rail, order: fact.orderId, payment: fact.payId },
    'an order was paid, and its credits could not be given'
  )
  const kept = await database.transaction(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('order')
      .set({ state: 'Paid', paid_at: fact.paidAt, fund: fact.fund, updated_at: clock.now() })
      .where('id', '=', fact.orderId)
      .where('rail', '=', fact.rail)
      .where('pay_id', '=', fact.payId)
      .where('price', '=', fact.cents)
      .where('state', 'in', ['Pending', 'Paid', 'Expired', 'Failed'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      await addNote(tx, fact.orderId, `${keptNote(fact)}${reasonOf(error)}.`, clock.now())
    return numUpdatedRows > 0n
  })
  if (kept) return 'kept'
  throw error
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error))
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200)
}
