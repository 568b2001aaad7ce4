import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Application } from '#contract/application.ts'
import { credit } from '#servers/api/ledger/ledger.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { ApplicationTable, FundKind } from '#servers/lib/database/tables.ts'

/** Free amounts of real money a day: a household may share an address, a farm of accounts may not live on one. */
const A_DAY = { address: 3, site: 100 } as const

const DAY = 24 * 3_600_000

/** Where a person asks from, and by which address. */
export type Place = { url: URL; peer: Peer }

type Plan = Selectable<ApplicationTable>

/**
 * Grants a global usage plan its free amount, once per kind of money. Looked at whenever the plan is shown, since the
 * right to it may come later: a verified e-mail, the first real provider, the next day. Real money is given to verified
 * people, so many a day from one address and at one site; and to the operator, who pays it.
 */
export async function grantFree(context: Context, plan: Plan, fund: FundKind, place: Place): Promise<Application['free']> {
  const { database, config, clock } = context
  if (plan.scope !== 'Global' || plan.type !== 'Usage' || config.freeAmount === 0) return 'none'
  const reference = `free:${plan.user_id}:${fund}`
  if (await wasBooked(database.db, reference)) return 'granted'
  const right = fund === 'sandbox' ? 'free' : await rightOf(database.db, plan.user_id)
  if (right === 'none') return 'needs_verified_email'
  const keys = right === 'operator' || fund === 'sandbox' ? [] : await slotsFor(context, place)
  const now = clock.now()
  return database.transaction(async tx => {
    // Another call for the same plan is a moment ahead: its slots are enough.
    if (await wasBooked(tx, reference)) return 'granted'
    for (const { key, most } of keys) if (!(await takeSlot(tx, key, most, Math.floor(now / DAY)))) return 'not_today'
    await credit(tx, 'free', { applicationId: plan.id, fund, reference, amount: config.freeAmount, now })
    return 'granted'
  })
}

async function wasBooked(db: Queries, reference: string): Promise<boolean> {
  const row = await db.selectFrom('ledger').select('id').where('kind', '=', 'free').where('reference', '=', reference).executeTakeFirst()
  return row !== undefined
}

async function rightOf(db: Queries, userId: string): Promise<'operator' | 'verified' | 'none'> {
  const first = await db.selectFrom('site').select('admins').orderBy('created_at').limit(1).executeTakeFirst()
  if (first !== undefined && (JSON.parse(first.admins) as string[]).includes(userId)) return 'operator'
  const user = await db.selectFrom('user').select('emailVerified').where('id', '=', userId).executeTakeFirst()
  return user !== undefined && Boolean(user.emailVerified) ? 'verified' : 'none'
}

/** What is counted by day. An address is kept as what only this deployment can recompute. */
async function slotsFor({ secrets, sites }: Context, { url, peer }: Place): Promise<{ key: string; most: number }[]> {
  const address = createHmac('sha256', secrets.key('free-amount')).update(peer.address).digest('base64url')
  return [
    { key: `address:${address}`, most: A_DAY.address },
    { key: `site:${await sites.originOf(url.href)}`, most: A_DAY.site }
  ]
}

/** One of so many a day, each taken once, however many ask at a time. */
async function takeSlot(tx: Queries, key: string, most: number, day: number): Promise<boolean> {
  const { taken } = await tx
    .selectFrom('free_slot')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('key', '=', key)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (Number(taken) >= most) return false
  const added = await tx
    .insertInto('free_slot')
    .values({ key, day, slot: Number(taken) })
    .onConflict(conflict => conflict.columns(['key', 'day', 'slot']).doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}
