import { sql } from 'kysely'
import { MICRO_PER_CREDIT } from '#core/money.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'

/** Milliseconds between two passes. */
const EVERY = 60_000

/**
 * `FIRST`: how far back the first pass looks. `LATE`: how late a ledger entry may become visible.
 * Both are in milliseconds.
 */
const FIRST = 24 * 3_600_000
const LATE = 5 * 60_000

/** The most plans that one query reads. */
const AT_ONCE = 200

type Needs = Parameters<typeof sendNotice>[0]
type Place = { updated_at: number; id: string }
type Plan = Place & {
  user_id: string
  left: number | null
  granted: number | null
  granted_at: number | null
}

/**
 * Returns the number of micro-credits below which a plan runs low. That is a tenth of the last
 * addition, or one credit if that is more. For a very small addition it is half of it.
 * @param granted micro-credits of the last addition
 */
export function lowBalanceThreshold(granted: number): number {
  return Math.max(granted / 10, Math.min(MICRO_PER_CREDIT, granted / 2))
}

/**
 * Sends a notice to users whose plans have begun to run low. Each gets one notice until something
 * is added again, across all processes.
 * @param since unix milliseconds; skips plans that were not spent from after it
 * @returns the number of notices sent
 */
export async function notifyLowPlans(context: Needs, since: number): Promise<number> {
  const now = context.clock.now()
  let told = 0
  for (let place: Place = { updated_at: since, id: '' }; ;) {
    const plans = await spentFrom(context.database.db, place, now)
    for (const plan of plans) if (await tell(context, plan, now)) told++
    const last = plans.at(-1)
    if (last === undefined || plans.length < AT_ONCE) return told
    place = last
  }
}

/**
 * Searches for low plans every minute until it is stopped, so that settling a run need not do it.
 */
export function startLowPlanNotices(context: Needs): { stop(): Promise<void> } {
  let since = context.clock.now() - FIRST
  let running: Promise<unknown> | null = null
  async function look(): Promise<void> {
    const began = context.clock.now()
    await notifyLowPlans(context, since)
    since = began - LATE
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) =>
        context.log.error({ err: error }, 'plans that run low could not be looked for')
      )
      .finally(() => {
        running = null
      })
  }, EVERY).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    }
  }
}

/**
 * Reads the next plans from which credits were spent, after a cursor, with the credits that are
 * left and the last amount that was added or taken away. Credits held by open runs count as left,
 * since a run may return them.
 */
function spentFrom(db: Queries, { updated_at, id }: Place, now: number): Promise<Plan[]> {
  // The kinds are literals, as in the index, so that the database can use that index.
  const last = (column: 'amount' | 'created_at') => sql<
    number | null
  >`(select ${sql.ref(column)} from ledger
    where ledger.application_id = application.id and kind in ('free', 'order', 'period', 'lapse', 'refund')
    order by created_at desc, ledger.id desc limit 1)`
  const funds = sql<number>`(select sum(remaining) from fund where fund.application_id = application.id)`
  const held = sql<number>`(select coalesce(sum(held), 0) from run where run.application_id = application.id and state in ('queued', 'running'))`
  return db
    .selectFrom('application')
    .select(['id', 'user_id', 'updated_at', sql<number | null>`${funds} + ${held}`.as('left')])
    .select([last('amount').as('granted'), last('created_at').as('granted_at')])
    .where(sql<boolean>`(updated_at, id) > (${updated_at}, ${id})`)
    .where('used', '>', 0)
    .where(eb => eb.or([eb('expired_at', 'is', null), eb('expired_at', '>', now)]))
    .orderBy('updated_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
}

async function tell(context: Needs, plan: Plan, now: number): Promise<boolean> {
  const [left, granted, grantedAt] = [plan.left, plan.granted, plan.granted_at].map(Number)
  if (left === undefined || granted === undefined || grantedAt === undefined) return false
  // If the last booking took credits away, the user already got a notice of that.
  if (granted <= 0 || left >= lowBalanceThreshold(granted)) return false
  const { numUpdatedRows } = await context.database.db
    .updateTable('application')
    .set({ low_told_at: now })
    .where('id', '=', plan.id)
    .where(eb => eb.or([eb('low_told_at', 'is', null), eb('low_told_at', '<', grantedAt)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await sendNotice(context, plan.user_id, 'low_balance', {
    applicationId: plan.id,
    remaining: left
  })
  return true
}
