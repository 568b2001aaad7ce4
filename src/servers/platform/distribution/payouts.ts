import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NewPayout, OwedReward, Payout } from '#contract/distribution.ts'
import { dollarsToCents, centsToDollars } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { DistributionStatusTable } from '#servers/lib/database/shop-tables.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { writeHistoryEntry } from '#servers/platform/distribution/entries.ts'
import { findInviterAccount } from '#servers/platform/distribution/statuses.ts'

type Page = { limit: number; offset: number }
type Fund = DistributionStatusTable['fund']

const PAYABLE = sql<number>`(status.reward - status.paid_out)`

/**
 * Records that an inviter was paid. The money itself is sent outside of Polymuse. Simultaneous
 * payouts are recorded only as long as they do not exceed the amount owed together.
 * @throws Problem `bad_request` naming `user_id` for a user who earned nothing, `amount` for more
 * than is owed
 */
export async function recordPayout(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  operator: string,
  { user_id, amount, fund, note }: NewPayout
): Promise<Payout> {
  const [cents, now] = [dollarsToCents(amount), clock.now()]
  return commitEffect(database, async tx => {
    const account = await accountOf(tx, user_id, fund)
    await takeOut(tx, account, cents, now)
    const reference = randomUUID()
    const nothing = { invitee_id: '', order_id: '', price: 0, percentage: 0 }
    const entry = {
      ...account,
      ...nothing,
      kind: 'payout',
      reference,
      note,
      created_by: operator,
      reward: -cents,
      created_at: now
    } as const
    const id = await writeHistoryEntry(tx, entry)
    if (id === null) throw new Error(`payout ${reference} stands already`)
    return {
      id,
      ...account,
      amount: centsToDollars(cents),
      note,
      created_by: operator,
      created_at: new Date(now).toISOString()
    }
  })
}

async function accountOf(
  tx: Queries,
  userId: string,
  fund: Fund | undefined
): Promise<{ user_id: string; fund: Fund }> {
  const account =
    fund === undefined ? await findInviterAccount(tx, userId) : { user_id: userId, fund }
  if (account === undefined) throw refused('user_id', 'not_allowed', 'this user has earned nothing')
  return account
}

/**
 * Adds the payout to the sums. The update itself checks the amount, so two operators together never
 * pay more than is owed.
 */
async function takeOut(
  tx: Queries,
  { user_id, fund }: { user_id: string; fund: Fund },
  cents: number,
  now: number
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('distribution_status')
    .set({ paid_out: sql`paid_out + ${cents}`, updated_at: now })
    .where('user_id', '=', user_id)
    .where('fund', '=', fund)
    .where(sql<boolean>`reward - paid_out >= ${cents}`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw refused('amount', 'too_large', 'this is more than the amount owed')
}

function refused(field: string, code: string, detail: string): Problem {
  return new Problem('bad_request', { detail: `${field}: ${detail}`, issues: [{ field, code }] })
}

/** Lists the amounts owed, the largest first; real money comes before sandbox money. */
export async function listOwedAmounts(
  db: Queries,
  { limit, offset, user_id, all }: Page & { user_id?: string | undefined; all?: string | undefined }
): Promise<{ items: OwedReward[]; count: number }> {
  const everybody = db.selectFrom('distribution_status as status')
  const wanted = user_id === undefined ? everybody : everybody.where('status.user_id', '=', user_id)
  const owed = all === undefined ? wanted.where(PAYABLE, '>', 0) : wanted
  const { count } = await owed
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await owed
    .leftJoin('user', 'user.id', 'status.user_id')
    .selectAll('status')
    .select(['user.name', 'user.email', 'user.image'])
    .orderBy('status.fund')
    .orderBy(PAYABLE, 'desc')
    .orderBy('status.user_id')
    .limit(limit)
    .offset(offset)
    .execute()
  const items = rows.map(({ name, email, image, ...row }) => ({
    user: { id: row.user_id, nickname: name ?? '', email: email ?? '', avatar: image ?? '' },
    ...sumsOf(row),
    updated_at: new Date(row.updated_at).toISOString()
  }))
  return { items, count: Number(count) }
}

/** Converts sums to their API form, in US dollars. */
function sumsOf({
  fund,
  price,
  reward,
  paid_out
}: DistributionStatusTable): Omit<OwedReward, 'user' | 'updated_at'> {
  const [paid, payable] = [centsToDollars(paid_out), centsToDollars(reward - paid_out)]
  return {
    fund,
    price: centsToDollars(price),
    reward: centsToDollars(reward),
    paid_out: paid,
    payable
  }
}

/** Lists the recorded payouts, newest first. */
export async function listPayouts(
  db: Queries,
  { limit, offset, user_id }: Page & { user_id?: string | undefined }
) {
  const every = db.selectFrom('distribution_history').where('kind', '=', 'payout')
  const wanted = user_id === undefined ? every : every.where('user_id', '=', user_id)
  const { count } = await wanted
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const page = wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
  const items: Payout[] = (await page.execute()).map(
    ({ id, user_id: whose, fund, reward, note, created_by, created_at }) => ({
      id,
      user_id: whose,
      fund,
      amount: centsToDollars(-reward),
      note,
      created_by,
      created_at: new Date(created_at).toISOString()
    })
  )
  return { items, count: Number(count) }
}
