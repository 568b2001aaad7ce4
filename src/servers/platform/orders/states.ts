import type { UpdateObject } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { OrderState } from '#servers/lib/database/shop-tables.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * The states that may follow each state. Late money is accepted: an order that expired or was taken
 * back may still be paid.
 */
const NEXT: Record<OrderState, readonly OrderState[]> = {
  Pending: ['Paid', 'Finished', 'Expired', 'Failed'],
  Paid: ['Finished'],
  Expired: ['Paid', 'Finished'],
  Failed: ['Paid', 'Finished'],
  Finished: ['Refunded'],
  Refunded: []
}

const STATES = Object.keys(NEXT) as OrderState[]

/** Returns the states that may precede this one. */
export function statesBefore(state: OrderState): OrderState[] {
  return STATES.filter(each => NEXT[each].includes(state))
}

/**
 * Moves an order to another state and applies the given change.
 * @returns undefined if the order may not move to it, or does not exist
 */
export async function moveOrder(
  tx: Queries,
  id: string,
  state: OrderState,
  change: UpdateObject<Tables, 'order'>
): Promise<OrderRow | undefined> {
  const from = statesBefore(state)
  if (from.length === 0) return undefined
  return tx
    .updateTable('order')
    .set({ ...change, state })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the error for an order that may not move to a state. */
export function illegalStateProblem(
  { id, state }: Pick<OrderRow, 'id' | 'state'>,
  wanted: OrderState
): Problem {
  const from = statesBefore(wanted).join(', ')
  const detail = `order ${id} is ${state} and cannot become ${wanted}: it must be ${from}`
  return new Problem('bad_request', { detail, issues: [{ field: 'state', code: 'not_allowed' }] })
}
