import type { FactRules } from '#servers/operation/rules.ts'
import { INVITER_RULES, ORDER_RULES, PERIOD_RULES } from '#servers/operation/money-rules.ts'
import type {
  ApplicationFacts,
  BookingFacts,
  LedgerFacts,
  FundFacts,
  RunFacts
} from '#servers/operation/ledger-facts.ts'

/**
 * A contradiction between a row and the ledger, and the id of the row. Amounts are micro-credits.
 */
export type Disagreement = { rule: string; id: string; says: string }

/** Milliseconds after which the credits of an overdue run count as lost. Sweeps need seconds. */
const LOST_AFTER = 600_000

const FUND_RULES: FactRules<FundFacts> = {
  fund: ({ remaining, sum }) =>
    (remaining ?? 0) !== sum &&
    `has ${remaining ?? 'no fund'} remaining, its entries sum up to ${sum}`
}

const BOOKING_RULES: FactRules<BookingFacts> = {
  twice: ({ times }) => times > 1 && `is booked ${times} times`
}

const APPLICATION_RULES: FactRules<ApplicationFacts> = {
  used: ({ used, charged }) => used !== charged && `has used ${used}, the ledger charged ${charged}`
}

const isOver = ({ state }: RunFacts): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'cancelled'
const isOpen = ({ state }: RunFacts): boolean => state === 'queued' || state === 'running'

const RUN_RULES: FactRules<RunFacts> = {
  unknown: run =>
    run.state === null &&
    `is booked for (held ${run.taken}, back ${run.back}), but there is no such run`,
  plan: run =>
    run.state !== null && run.strange === 1 && 'is booked on another plan or fund than its own',
  held: run =>
    isOver(run) && run.held !== run.taken && `says ${run.held} held, the ledger ${run.taken}`,
  unsettled: run =>
    isOver(run) &&
    run.holds > 0 &&
    run.ends === 0 &&
    `is over (${run.state}), but its ${run.taken} held were never settled`,
  settled: run =>
    run.ends > 1 && `was settled ${run.ends} times, ${run.back} came back of ${run.taken} held`,
  charged: run =>
    isOver(run) &&
    run.ends === 1 &&
    run.taken - run.back !== run.charged &&
    `says ${run.charged} charged, the ledger ${run.taken - run.back}`,
  free: run =>
    isOver(run) &&
    run.holds === 0 &&
    run.charged > 0 &&
    `says ${run.charged} charged, but nothing was held`,
  early: run => isOpen(run) && run.ends > 0 && `is ${run.state}, but already settled`,
  lost: (run, now) =>
    isOpen(run) &&
    run.ends === 0 &&
    run.taken > 0 &&
    now - run.due > LOST_AFTER &&
    `is ${run.state} and holds ${run.taken}, overdue since ${new Date(run.due).toISOString()}`
}

/** Returns the differences on a page of facts. */
export function disagreementsOf(facts: LedgerFacts, now: number): Disagreement[] {
  switch (facts.subject) {
    case 'funds':
      return judge(
        FUND_RULES,
        facts.rows,
        now,
        fund => `plan ${fund.application_id} (${fund.fund})`
      )
    case 'bookings':
      return judge(
        BOOKING_RULES,
        facts.rows,
        now,
        entry => `entry ${entry.kind} ${entry.reference}`
      )
    case 'runs':
      return judge(RUN_RULES, facts.rows, now, run => `run ${run.id}`)
    case 'applications':
      return judge(APPLICATION_RULES, facts.rows, now, application => `plan ${application.id}`)
    case 'periods':
      return judge(PERIOD_RULES, facts.rows, now, period => `period ${period.id}`)
    case 'orders':
      return judge(ORDER_RULES, facts.rows, now, order => `order ${order.id}`)
    case 'inviters':
      return judge(
        INVITER_RULES,
        facts.rows,
        now,
        inviter => `inviter ${inviter.user_id} (${inviter.fund})`
      )
  }
}

function judge<T>(
  rules: FactRules<T>,
  rows: readonly T[],
  now: number,
  name: (row: T) => string
): Disagreement[] {
  return rows.flatMap(row =>
    Object.entries(rules).flatMap(([rule, check]) => {
      const says = check(row, now)
      return says === false ? [] : [{ rule, id: name(row), says }]
    })
  )
}
