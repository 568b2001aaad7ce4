import type { InviterFacts, OrderFacts, PeriodFacts } from '#servers/operation/money-facts.ts'
import type { FactRules } from '#servers/operation/rules.ts'

const begun = ({ state }: PeriodFacts): boolean => state === 'running' || state === 'over'
const finished = ({ state }: OrderFacts): boolean => state === 'Finished' || state === 'Refunded'

/** Compares a period's grant, its bookings and the fund. */
export const PERIOD_RULES: FactRules<PeriodFacts> = {
  nowhere: ({ state }) => state === null && 'is booked for, but there is no such period',
  granted: period =>
    begun(period) &&
    period.granted !== period.amount &&
    `is to grant ${period.amount}, the ledger granted ${period.granted}`,
  soon: ({ state, grants, sum }) =>
    state === 'waiting' && (grants > 0 || sum !== 0) && 'has not begun, but is booked for',
  running: ({ state, sum, fund }) =>
    state === 'running' && fund !== sum && `has ${sum} left, its fund ${fund ?? 'is another'}`,
  lapsed: ({ state, sum }) =>
    state === 'over' && sum !== 0 && `is over, and ${sum} of it did not lapse`,
  held: ({ state, fund }) =>
    state !== 'running' && fund !== null && `is ${state}, but a fund says to be of it`
}

/** Compares the payment of an order with its credits and refunds. */
export const ORDER_RULES: FactRules<OrderFacts> = {
  missing: ({ state }) => state === null && 'has refunds, periods or rewards, but is not there',
  booked: order =>
    finished(order) &&
    order.bookings !== 1 &&
    `is ${order.state}, and booked ${order.bookings} times`,
  unpaid: order =>
    order.state !== null &&
    !finished(order) &&
    order.bookings + order.periods + order.rewards + order.back > 0 &&
    `is ${order.state}, but credits, periods, rewards or refunds are booked for it`,
  credited: order =>
    finished(order) &&
    creditedBy(order) !== order.amount &&
    `brings ${order.amount} credits, booked are ${creditedBy(order)}`,
  refunds: ({ refunded, back }) =>
    refunded !== back && `says ${refunded} cents went back, its refunds ${back}`,
  drawn: ({ drawn, entries }) =>
    drawn !== -entries && `gave back ${drawn} credits of its fund, the ledger says ${-entries}`,
  beyond: order =>
    (order.back > order.price || order.taken > order.amount) &&
    `was of ${order.price} cents and ${order.amount} credits, back went ${order.back} and ${order.taken}`,
  kept: ({ state, refunded }) =>
    state === 'Refunded' && refunded === 0 && 'is Refunded, but nothing went back',
  rewarded: order =>
    order.rewards > 0 &&
    order.rewarded !== order.price - order.refunded &&
    `was rewarded for ${order.rewarded} cents, ${order.price - order.refunded} were paid and stayed`,
  reward: ({ rewards, reward, rewarded }) =>
    (rewards > 1 || reward < 0 || (rewarded === 0 && reward !== 0)) &&
    `has ${rewards} rewards, of which ${reward} cents are left`
}

/** Compares an inviter's sums with their entries. */
export const INVITER_RULES: FactRules<InviterFacts> = {
  sums: ({ price, reward, paid_out, prices, rewards, payouts }) =>
    ((price ?? 0) !== prices || (reward ?? 0) !== rewards || (paid_out ?? 0) !== payouts) &&
    `has ${price}, ${reward} and ${paid_out} cents as price, reward and payouts; the entries sum up to ${prices}, ${rewards} and ${payouts}`
}

/**
 * Returns the credits that an order bought: for a plan with periods the sum of these, and otherwise
 * the amount of its ledger entry.
 */
function creditedBy({ duration, booked, periods }: OrderFacts): number {
  return duration > 0 && booked === 0 ? periods : booked
}
