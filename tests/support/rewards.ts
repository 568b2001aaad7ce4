import { sql } from 'kysely'
import type {
  DistributionHistory,
  DistributionStatus,
  OwedReward,
  Payout
} from '#contract/distribution.ts'
import type { User } from '#contract/user.ts'
import { reverseReward, rewardInviter } from '#servers/platform/distribution/reward.ts'
import { invited, type List } from './shop.ts'
import { json, person, type TestPerson, type TestStudio } from './studio.ts'

type Fund = 'real' | 'sandbox'

export async function idOf(studio: TestStudio, { token }: TestPerson): Promise<string> {
  return (await json<User>(studio.call('/api/v1/users/me', { token: token.access_token }))).id
}

/**
 * Creates an inviter and an invited user.
 * @returns both with their ids
 */
export async function pair(
  studio: TestStudio
): Promise<{ inviter: TestPerson; invitee: TestPerson; inviterId: string; inviteeId: string }> {
  const inviter = await person(studio)
  const inviterId = await idOf(studio, inviter)
  const invitee = await invited(studio, inviterId)
  return { inviter, invitee, inviterId, inviteeId: await idOf(studio, invitee) }
}

/**
 * Rewards the payer's inviter, as the end of a paid order does.
 * @param cents of the order
 * @returns the order's id
 */
export async function rewarded(
  { context }: TestStudio,
  payer: string,
  cents: number,
  fund: Fund = 'real'
): Promise<string> {
  const id = crypto.randomUUID()
  const now = context.clock.now()
  await context.database.transaction(tx =>
    rewardInviter(tx, { id, user_id: payer, price: cents, fund }, now)
  )
  return id
}

/**
 * Reverses a reward, as the refund of an order does.
 * @param cents the refunded part of its price
 */
export function reversed(
  { context }: TestStudio,
  orderId: string,
  cents: number,
  reference: string = crypto.randomUUID()
): Promise<void> {
  const now = context.clock.now()
  return context.database.transaction(tx => reverseReward(tx, { orderId, reference, cents, now }))
}

export async function statusOf(
  studio: TestStudio,
  { token }: TestPerson
): Promise<DistributionStatus | undefined> {
  return (
    await json<List<DistributionStatus>>(
      studio.call('/api/v1/distribution-statuses', { token: token.access_token })
    )
  ).items[0]
}

export function entriesOf(
  studio: TestStudio,
  { token }: TestPerson
): Promise<List<DistributionHistory>> {
  return json(
    studio.call('/api/v1/distribution-histories?ordering=created_at', { token: token.access_token })
  )
}

export function payOut(
  studio: TestStudio,
  { token }: TestPerson,
  body: object,
  headers: Record<string, string> = {}
): Promise<Response> {
  return studio.call('/api/v1/distribution-payouts', {
    json: body,
    token: token.access_token,
    headers
  })
}

/** Lists the rewards that are owed, as an operator sees them. */
export function owedTo(
  studio: TestStudio,
  { token }: TestPerson,
  query = ''
): Promise<List<OwedReward>> {
  return json(studio.call(`/api/v1/distribution-payouts?${query}`, { token: token.access_token }))
}

export function payoutsOf(
  studio: TestStudio,
  { token }: TestPerson,
  query = ''
): Promise<List<Payout>> {
  return json(
    studio.call(`/api/v1/distribution-payouts/history?${query}`, { token: token.access_token })
  )
}

/** Finds inviters whose stored sums differ from the sums of their entries. */
export async function wrongSums({ context }: TestStudio): Promise<unknown[]> {
  const { rows } = await sql`
    select user_id, fund, sum(price) as price, sum(reward) as reward, sum(paid_out) as paid_out from (
      select user_id, fund, price, reward, paid_out from distribution_status
      union all
      select user_id, fund, -price, case kind when 'payout' then 0 else -reward end, case kind when 'payout' then reward else 0 end
      from distribution_history
    ) as side group by user_id, fund having sum(price) <> 0 or sum(reward) <> 0 or sum(paid_out) <> 0`.execute(
    context.database.db
  )
  return rows
}
