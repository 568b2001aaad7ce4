import { type Plan } from '#core/choose-application.ts'
import { microToCredits } from '#core/money.ts'
import { updateDuePeriods } from '#servers/ledger/periods.ts'
import type { Context } from '#servers/lib/context.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

/** Maximum plans that are read. A user has at most four, and two for each service. */
const MAX_PLANS = 100

/**
 * Reads a user's plans with their credits of one kind, after their periods are brought up to date.
 * @returns amounts in decimal credits, as on the wire
 */
export async function readBalances(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  userId: string,
  fund: FundKind
): Promise<Plan[]> {
  const plans = database.db.selectFrom('application').where('user_id', '=', userId)
  for (const { id } of await plans.where('type', '=', 'Period').select('id').execute())
    await updateDuePeriods(database, id, clock.now())
  const rows = await plans
    .leftJoin('fund', join =>
      join.onRef('fund.application_id', '=', 'application.id').on('fund.kind', '=', fund)
    )
    .select(['id', 'type', 'scope', 'service_id', 'remaining', 'expired_at'])
    .limit(MAX_PLANS)
    .execute()
  return rows.map(({ service_id, remaining, expired_at, ...plan }) => ({
    ...plan,
    service_id: service_id === '' ? null : service_id,
    remaining_amount: microToCredits(remaining ?? 0),
    expired_at: expired_at === null ? null : new Date(expired_at).toISOString()
  }))
}
