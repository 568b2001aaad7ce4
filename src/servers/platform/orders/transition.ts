import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { finishOrder } from '#servers/platform/orders/finish.ts'
import { addNote } from '#servers/platform/orders/note.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { CURRENCY, type PaymentFact } from '#servers/platform/orders/rails.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'log'>

/** `finished`: its credits are there, now or since before. `kept`: it is paid, its credits have to be seen to. `refused`: not its payment. */
export type Outcome = 'finished' | 'kept' | 'refused'

/** How often a payment is tried whose plan ends at this very moment. */
const TRIES = 3

/**
 * The one way by which a payment ends its order, whoever tells of it, how often, and in which order: rail, payment,
 * amount and currency are compared with the order, then credits and state change in one transaction. What does not agree
 * changes nothing but the note that operators see.
 * @throws Error when the database fails: then nothing happened, and whoever told may tell again
 */
export async function applyPayment(context: Needs, fact: PaymentFact): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.database.transaction(tx => settle(context, tx, fact))
    } catch (error) {
      if (attempt < TRIES) continue
      return keepPaid(context, fact, error)
    }
  }
}

async function settle(context: Needs, tx: Queries, fact: PaymentFact): Promise<Outcome> {
  const order = await locked(tx, fact.orderId)
  const wrong = mistakeOf(order, fact)
  if (order === undefined || wrong !== null) return refuse(context, tx, fact, wrong ?? 'there is no such order')
  if (order.state === 'Finished' || order.state === 'Refunded') return 'finished'
  const finished = await finishOrder(tx, order.id, { now: context.clock.now(), fund: fact.fund })
  if (!finished) throw new Error(`order ${order.id} is ${order.state} and cannot be finished`)
  const gone = await isGone(tx, order)
  if (gone) context.log.warn({ rail: fact.rail, order: order.id, payment: fact.payId }, 'an order was paid after its account was deleted')
  if (order.state === 'Paid') await forgetKept(tx, order, fact)
  const note = `Payment ${fact.payId} (${fact.rail}) came after the account was deleted: nobody can use its credits.`
  if (gone) await addNote(tx, order.id, note, context.clock.now())
  return 'finished'
}

/** Has its person deleted their account? */
async function isGone(tx: Queries, { user_id }: OrderRow): Promise<boolean> {
  return (await tx.selectFrom('user').select('id').where('id', '=', user_id).executeTakeFirst()) === undefined
}

/** The order, which nobody else changes until the end of the transaction. */
function locked(tx: Queries, id: string): Promise<OrderRow | undefined> {
  return tx
    .updateTable('order')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** In what a payment is not its order's; null where all agrees. */
function mistakeOf(order: OrderRow | undefined, fact: PaymentFact): string | null {
  if (order === undefined) return 'there is no such order'
  const over = order.state === 'Finished' || order.state === 'Refunded'
  if (order.rail !== fact.rail || order.pay_id !== fact.payId)
    return over ? 'the order was paid before, by another payment' : 'it is not the payment that was begun for the order'
  if (fact.currency !== CURRENCY) return `it is in ${fact.currency.toUpperCase()}, not in ${CURRENCY.toUpperCase()}`
  // One that is finished was compared then.
  return !over && fact.cents !== order.price ? `it is of ${fact.cents} cents, the order of ${order.price}` : null
}

/** Money that is nobody's yet: said loudly, and where operators look. */
async function refuse({ log, clock }: Needs, tx: Queries, fact: PaymentFact, wrong: string): Promise<'refused'> {
  const { rail, orderId, payId, cents, currency } = fact
  // No money moved: the button was pressed a moment too late.
  if (rail === 'sandbox') return 'refused'
  log.error({ rail, order: orderId, payment: payId, cents, currency }, `a payment was not taken: ${wrong}`)
  const note = `Payment ${payId} (${rail}) was not taken: ${wrong}.`
  await addNote(tx, orderId, note, clock.now())
  return 'refused'
}

/** How the note begins that says why a payment is kept. */
const keptNote = ({ payId, rail }: PaymentFact): string => `Payment ${payId} (${rail}) came, its credits could not be given: `

/** Why it was kept is over; what else was said of it is not. */
async function forgetKept(tx: Queries, order: OrderRow, fact: PaymentFact): Promise<void> {
  const lines = order.note.split('\n').filter(line => !line.startsWith(keptNote(fact)))
  await tx
    .updateTable('order')
    .set({ note: lines.join('\n') })
    .where('id', '=', order.id)
    .execute()
}

/** Paid, although its credits could not be given: the next word of the payment tries again, as an operator may. */
async function keepPaid({ database, clock, log }: Needs, fact: PaymentFact, error: unknown): Promise<Outcome> {
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
    if (numUpdatedRows > 0n) await addNote(tx, fact.orderId, `${keptNote(fact)}${reasonOf(error)}.`, clock.now())
    return numUpdatedRows > 0n
  })
  if (kept) return 'kept'
  throw error
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 200)
}
