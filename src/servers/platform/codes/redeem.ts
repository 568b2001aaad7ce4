import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Order } from '#contract/order.ts'
import { Problem } from '#core/problem.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { hashRedemptionCode, normalizeRedemptionCode } from '#servers/platform/codes/code-text.ts'
import { codeState, type CodeRow } from '#servers/platform/codes/codes.ts'
import { BLANK_PAYMENT } from '#servers/platform/orders/create.ts'
import { finishOrder, ensurePlan } from '#servers/platform/orders/finish.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { getOrder } from '#servers/platform/orders/orders.ts'

type Redeemer = { person: Person; url: URL }
type What = Pick<OrderRow, 'amount' | 'duration' | 'package_ids' | 'parts'> & {
  type: 'Usage' | 'Period'
  service_id: string
}

/**
 * Redeems a code: creates an order without a price and finishes it. The same transaction counts the
 * use of the code, so only one of several simultaneous users gets the last use.
 * @throws Problem `bad_request` for an unknown or ended code, which give the same error, and for
 * one that is used up or expired; `duplication` for one that this user has redeemed
 */
export async function redeemCode(
  context: Context,
  { person, url }: Redeemer,
  typed: string
): Promise<Order> {
  const { database, clock } = context
  const plain = normalizeRedemptionCode(typed)
  if (plain === null) throw unknown()
  const now = clock.now()
  const id = await commitEffect(database, async tx => {
    const code = await use(tx, hashRedemptionCode(plain), person.userId, now)
    const what = contentOf(code)
    const order = await writeOrder(tx, { what, person, fund: currentFund(context, url), now })
    await note(tx, { code, userId: person.userId, orderId: order.id, now })
    await finishOrder(tx, order.id, { now, fund: order.fund })
    return order.id
  })
  return getOrder(context, id)
}

/** Counts a use, which locks the code until the end of the transaction. */
async function use(tx: Queries, hash: string, userId: string, now: number): Promise<CodeRow> {
  const code = await tx
    .updateTable('redemption_code')
    .set({ uses: sql`uses + 1`, updated_at: now })
    .where('code_hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
  if (code === undefined) throw unknown()
  // `uses` already includes this use, so it is subtracted.
  const state = codeState({ ...code, uses: code.uses - 1 }, now)
  if (state === 'ended') throw unknown()
  const own = tx
    .selectFrom('redemption')
    .select('id')
    .where('code_id', '=', code.id)
    .where('user_id', '=', userId)
  if ((await own.executeTakeFirst()) !== undefined) throw twice()
  if (state !== 'active')
    throw wrong(state, state === 'expired' ? 'this code has expired' : 'this code is used up')
  return code
}

/** Returns the contents as they were when the code was made. */
function contentOf({ amount, duration, type, service_id, package_id }: CodeRow): What {
  const [package_ids, parts] = package_id === '' ? [[], []] : [[package_id], [{ amount, duration }]]
  return {
    type,
    service_id,
    amount,
    duration,
    package_ids: JSON.stringify(package_ids),
    parts: JSON.stringify(parts)
  }
}

type NewOrder = { what: What; person: Person; fund: OrderRow['fund']; now: number }

async function writeOrder(tx: Queries, { what, person, fund, now }: NewOrder): Promise<OrderRow> {
  const { type, service_id, ...content } = what
  const plan = await ensurePlan(tx, person.userId, { type, service_id }, now)
  const order: OrderRow = {
    ...BLANK_PAYMENT,
    ...content,
    id: randomUUID(),
    user_id: person.userId,
    origin: person.origin,
    application_ids: JSON.stringify([plan]),
    description: '',
    state: 'Pending',
    pay_way: '',
    rail: 'code',
    fund,
    price: 0,
    expires_at: null,
    created_at: now,
    updated_at: now
  }
  await tx.insertInto('order').values(order).execute()
  return order
}

type Noted = { code: CodeRow; userId: string; orderId: string; now: number }

async function note(tx: Queries, { code, userId, orderId, now }: Noted): Promise<void> {
  const added = await tx
    .insertInto('redemption')
    .values({
      id: randomUUID(),
      code_id: code.id,
      user_id: userId,
      order_id: orderId,
      created_at: now,
      updated_at: now
    })
    .onConflict(conflict => conflict.columns(['code_id', 'user_id']).doNothing())
    .executeTakeFirst()
  if ((added.numInsertedOrUpdatedRows ?? 0n) === 0n) throw twice()
}

function twice(): Problem {
  return new Problem('duplication', { detail: 'you have already redeemed this code' })
}

/** Unknown and ended codes give the same error, so guessing reveals nothing. */
function unknown(): Problem {
  return wrong('unknown', 'there is no such code')
}

function wrong(code: 'unknown' | 'expired' | 'used_up', detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field: 'code', code }] })
}
