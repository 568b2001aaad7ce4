import type { Selectable } from 'kysely'
import type { Application } from '#contract/application.ts'
import { Problem } from '#core/problem.ts'
import { credit } from '#servers/ledger/ledger.ts'
import type { Context, Peer } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { ApplicationTable } from '#servers/lib/database/tables.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import {
  hashAddress,
  countTakenSlots,
  takeFreeSlot,
  type FreeSlot
} from '#servers/lib/free-slots.ts'
import { networkOf, wideNetworkOf } from '#servers/lib/network.ts'
import { isOperator } from '#servers/lib/operators.ts'

/**
 * Maximum free amounts of real credits per day. People of one household may share a network, but
 * nobody should create many accounts in one. `wideNetwork` is an IPv6 /56, since one customer often
 * has all of its 256 networks.
 */
const A_DAY = { network: 3, wideNetwork: 6, site: 100 } as const

const DAY = 24 * 3_600_000

/** The day of a grant that is given only once ever. No cleanup reaches this day. */
const FOR_ALL_DAYS = 9_999_999

/** The URL of the request, and the network address it came from. */
export type RequestSource = { url: URL; peer: Peer }

type Plan = Selectable<ApplicationTable>

/**
 * Grants a global plan its free amount, once per kind of credits. It is called whenever the plan is
 * shown, since the user may become entitled later: after they confirm their email, after the first
 * real provider is set up, or on the next day. Real credits go to users with a confirmed email,
 * limited per day for each network and site, and to the operator, who pays for them.
 */
export async function grantFreeCredits(
  context: Context,
  plan: Plan,
  fund: FundKind,
  place: RequestSource
): Promise<Application['free']> {
  const { database, config, clock } = context
  if (plan.scope !== 'Global' || plan.type !== 'Usage' || config.freeAmount === 0) return 'none'
  const reference = `free:${plan.user_id}:${fund}`
  if (await wasBooked(database.db, reference)) return 'granted'
  const right = fund === 'sandbox' ? 'operator' : await rightOf(database.db, plan.user_id)
  if (right === null) return 'needs_verified_email'
  const now = clock.now()
  const keys = right === 'operator' ? [] : await slotsFor(context, place, Math.floor(now / DAY))
  return database.transaction(async tx => {
    await holdPlan(tx, plan.id)
    // Another call for the same plan was faster. The slots that it took are enough.
    if (await wasBooked(tx, reference)) return 'granted'
    // A user who deletes their account and comes back gets no second grant.
    const mailbox = right === 'operator' ? [] : [mailboxSlot(context, right.email)]
    for (const slot of mailbox) if ((await countTakenSlots(tx, slot)) >= slot.most) return 'none'
    // Check all slots before taking one, so that a rejected user takes none from others.
    for (const slot of keys) if ((await countTakenSlots(tx, slot)) >= slot.most) return 'not_today'
    for (const slot of keys) if (!(await takeFreeSlot(tx, slot))) return 'not_today'
    for (const slot of mailbox) await takeFreeSlot(tx, slot)
    await credit(tx, 'free', {
      applicationId: plan.id,
      fund,
      reference,
      amount: config.freeAmount,
      now
    })
    return 'granted'
  })
}

/**
 * Locks the plan until the end of the transaction, so that other grants wait.
 * @throws Problem `not_found` if the plan was just deleted
 */
async function holdPlan(tx: Queries, id: string): Promise<void> {
  const held = await tx
    .updateTable('application')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n) throw new Problem('not_found', { detail: `no application ${id}` })
}

async function wasBooked(db: Queries, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger')
    .select('id')
    .where('kind', '=', 'free')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

async function rightOf(
  db: Queries,
  userId: string
): Promise<'operator' | { email: string } | null> {
  if (await isOperator(db, userId)) return 'operator'
  const user = await db
    .selectFrom('user')
    .select(['email', 'emailVerified'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user !== undefined && Boolean(user.emailVerified) ? { email: user.email } : null
}

/** Returns the slots that are counted per day. */
async function slotsFor(
  context: Context,
  { url, peer }: RequestSource,
  day: number
): Promise<FreeSlot[]> {
  const wide = wideNetworkOf(peer.address)
  return [
    { key: `address:${hashAddress(context, networkOf(peer.address))}`, most: A_DAY.network, day },
    ...(wide === null
      ? []
      : [{ key: `address:${hashAddress(context, wide)}`, most: A_DAY.wideNetwork, day }]),
    { key: `site:${await context.sites.originOf(url.href)}`, most: A_DAY.site, day }
  ]
}

function mailboxSlot(context: Context, email: string): FreeSlot {
  return { key: `mailbox:${hashAddress(context, email.toLowerCase())}`, most: 1, day: FOR_ALL_DAYS }
}
