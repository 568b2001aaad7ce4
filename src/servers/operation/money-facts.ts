import { sql, type RawBuilder } from 'kysely'
import type { OrderState } from '#servers/lib/database/shop-tables.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import { isInIdRange, type IdRange } from '#servers/operation/page.ts'

/** Amounts are micro-credits. */
export type PeriodFacts = {
  id: string
  /** The state of the period; null when entries or a fund refer to a period that does not exist. */
  state: 'waiting' | 'running' | 'over' | null
  /**
   * `amount`: the credits of the period; `granted` and `grants`: sum and number of the entries that
   * granted them.
   */
  amount: number
  granted: number
  grants: number
  /** The sum of all ledger entries of the period. */
  sum: number
  /** The credits of the period that are left in its fund; null if no fund has this period. */
  fund: number | null
  due: number
}

/** Prices are US cents, amounts micro-credits. */
export type OrderFacts = {
  id: string
  /**
   * The state of the order; null when refunds, periods or rewards refer to an order that does not
   * exist.
   */
  state: OrderState | null
  price: number
  amount: number
  duration: number
  refunded: number
  /** Number and sum of the ledger entries of the order. */
  bookings: number
  booked: number
  /** The sum of its periods. */
  periods: number
  /**
   * Sums of the order's refunds: `back` in US cents; `taken`, the credits to take back; `drawn`,
   * those taken from the fund; `entries`, their ledger entries.
   */
  back: number
  taken: number
  drawn: number
  entries: number
  /**
   * `rewards`: number of the order's rewards. `reward`: sum of their commission; `rewarded`: sum of
   * the prices that they are for. Reversals are subtracted from both sums.
   */
  rewards: number
  reward: number
  rewarded: number
}

/** The stored sums of one inviter and fund in US cents, and the sums of their entries. */
export type InviterFacts = {
  user_id: string
  fund: FundKind
  price: number | null
  reward: number | null
  paid_out: number | null
  prices: number
  rewards: number
  payouts: number
}

// As in the ledger's facts, rows and entries are read as rows of one shape and grouped together.

/** Reads each period with its bookings. */
export const periodFactsQuery = (page: IdRange): RawBuilder<PeriodFacts> => sql`
  select id, max(state) as state, coalesce(max(amount), 0) as amount, sum(granted) as granted,
    sum(grants) as grants, sum(entry) as sum, max(fund) as fund, coalesce(max(due), 0) as due
  from (
    select id, state, amount - withheld as amount, 0 as granted, 0 as grants,
      0 as entry, cast(null as bigint) as fund, case state when 'waiting' then starts_at else ends_at end as due
    from period where ${isInIdRange('id', page)}
    union all
    select reference, null, null, amount, 1, 0, null, null from ledger where kind = 'period' and ${isInIdRange('reference', page)}
    union all
    select period, null, null, 0, 0, amount, null, null from ledger where period is not null and ${isInIdRange('period', page)}
    union all
    select period, null, null, 0, 0, 0, remaining, null from fund where period <> '' and ${isInIdRange('period', page)}
  ) as side group by id`

/** Reads each order with its refunds, periods and rewards. */
export const orderFactsQuery = (page: IdRange): RawBuilder<OrderFacts> => sql`
  select id, max(state) as state, coalesce(max(price), 0) as price, coalesce(max(amount), 0) as amount,
    coalesce(max(duration), 0) as duration, coalesce(max(refunded), 0) as refunded, sum(bookings) as bookings, sum(booked) as booked,
    sum(periods) as periods, sum(back) as back, sum(taken) as taken, sum(drawn) as drawn, sum(entries) as entries,
    sum(rewards) as rewards, sum(reward) as reward, sum(rewarded) as rewarded
  from (
    select id, state, price, amount, duration, refunded, 0 as bookings, 0 as booked, 0 as periods, 0 as back, 0 as taken, 0 as drawn,
      0 as entries, 0 as rewards, 0 as reward, 0 as rewarded
    from "order" where ${isInIdRange('id', page)}
    union all
    select "order".id, null, null, null, null, null, 1, ledger.amount, 0, 0, 0, 0, 0, 0, 0, 0
    from "order" join ledger on ledger.kind = 'order' and ledger.reference = "order".booked where ${isInIdRange('order.id', page)}
    union all
    select order_id, null, null, null, null, null, 0, 0, amount, 0, 0, 0, 0, 0, 0, 0
    from period where order_id <> '' and ${isInIdRange('order_id', page)}
    union all
    select order_id, null, null, null, null, null, 0, 0, 0, cents, refund.amount, taken, coalesce(ledger.amount, 0), 0, 0, 0
    from refund left join ledger on ledger.kind = 'refund' and ledger.reference = refund.id where ${isInIdRange('order_id', page)}
    union all
    select order_id, null, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, case kind when 'reward' then 1 else 0 end, reward, price
    from distribution_history where order_id <> '' and ${isInIdRange('order_id', page)}
  ) as side group by id`

/** Reads each inviter's stored sums, and the sums of their entries. */
export const inviterFactsQuery = (page: IdRange): RawBuilder<InviterFacts> => sql`
  select user_id, fund, max(price) as price, max(reward) as reward, max(paid_out) as paid_out, sum(prices) as prices,
    sum(rewards) as rewards, sum(payouts) as payouts
  from (
    select user_id, fund, price, reward, paid_out, 0 as prices, 0 as rewards, 0 as payouts
    from distribution_status where ${isInIdRange('user_id', page)}
    union all
    select user_id, fund, null, null, null, price, case kind when 'payout' then 0 else reward end,
      case kind when 'payout' then -reward else 0 end
    from distribution_history where ${isInIdRange('user_id', page)}
  ) as side group by user_id, fund`
