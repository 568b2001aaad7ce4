import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditsToMicro } from '#core/money.ts'
import { listOpenPeriods } from '#servers/ledger/periods.ts'
import { listAllOrders } from '#servers/platform/orders/every-order.ts'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { FULL_DOSE } from '../support/dose.ts'
import {
  addBuyer,
  anyStep,
  take,
  type Buyer,
  type Goods,
  type Step
} from '../support/money-world.ts'
import { end } from '../support/money.ts'
import { fc } from '../support/property.ts'
import { ledgerFaults, packageOf } from '../support/shop.ts'
import { openStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let goods: Goods
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  const now = studio.context.clock.now()
  const free = {
    id: 'free',
    service_id: '',
    type: 'Usage' as const,
    title: '',
    amount: creditsToMicro(3),
    price: 0,
    duration: 0
  }
  await studio.context.database.db
    .insertInto('package')
    .values({ ...free, position: 0, active: 1, created_at: now, updated_at: now })
    .execute()
  goods = {
    credits: (await packageOf(studio, 10)).id,
    week: (await packageOf(studio, 20)).id,
    free: free.id
  }
})
afterAll(() => studio.close())

const sum = <T>(list: readonly T[], value: (each: T) => number): number =>
  list.reduce((total, each) => total + value(each), 0)

/** Checks everything that must be true of a buyer's money after any sequence of events. */
async function expectSound(buyer: Buyer): Promise<void> {
  const { db } = studio.context.database
  expect(await ledgerFaults(studio)).toEqual([])
  const orders = await db
    .selectFrom('order')
    .selectAll()
    .where('user_id', '=', buyer.userId)
    .execute()
  const theirs = db.selectFrom('order').select('id').where('user_id', '=', buyer.userId)
  const refunds = await db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', 'in', theirs)
    .execute()
  const finished = orders.filter(({ state }) => state === 'Finished' || state === 'Refunded')

  // A plan gets credits only by its own payments, and every payment brings credits.
  const bought = finished.filter(({ price }) => price > 0).map(({ id }) => id)
  expect(bought.toSorted()).toEqual([...buyer.paid].toSorted())

  for (const applicationId of [buyer.usage, buyer.period])
    await expectBalanced(buyer, applicationId)
  await expectOldestSpent(buyer)

  // An order gives exactly the credits that were paid for. Its refunds may not exceed it, in money
  // or in credits.
  for (const order of finished) {
    const own = refunds.filter(({ order_id }) => order_id === order.id)
    expect(sum(own, ({ cents }) => cents)).toBe(order.refunded)
    const credits = sum(own, ({ amount }) => amount)
    expect(order.refunded).toBeLessThanOrEqual(order.price)
    expect(order.refunded).toBeLessThanOrEqual((order.price * credits) / order.amount)
    expect(credits).toBeLessThanOrEqual(order.amount)
  }
  expect(refunds.every(({ state }) => state === 'done')).toBe(true)

  // The inviter gets a percentage of each order's price, without the part that was refunded.
  const rewards = await db
    .selectFrom('distribution_history')
    .selectAll()
    .where('user_id', '=', buyer.inviterId)
    .execute()
  for (const order of finished.filter(({ price }) => price > 0)) {
    const own = rewards.filter(({ order_id }) => order_id === order.id)
    const kept = order.price - order.refunded
    expect(sum(own, ({ reward }) => reward)).toBe(
      Math.floor((kept * (own[0]?.percentage ?? 0)) / 1000)
    )
  }
  const [status] = await db
    .selectFrom('distribution_status')
    .selectAll()
    .where('user_id', '=', buyer.inviterId)
    .execute()
  expect(status?.price ?? 0).toBe(sum(finished, ({ price, refunded }) => price - refunded))
  expect(status?.reward ?? 0).toBe(sum(rewards, ({ reward }) => reward))
}

/**
 * Checks that the oldest credits of a plan are spent first, and that operators see the unspent rest
 * of each order as refundable.
 */
async function expectOldestSpent({ userId, usage }: Buyer): Promise<void> {
  const { db } = studio.context.database
  const entries = await db
    .selectFrom('ledger')
    .select(['kind', 'reference', 'amount'])
    .where('application_id', '=', usage)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { items } = await listAllOrders(
    studio.context,
    { user_id: userId },
    { limit: 1000, offset: 0 }
  )
  const booked = await db
    .selectFrom('order')
    .select(['id', 'booked'])
    .where('user_id', '=', userId)
    .execute()
  const came = entries.flatMap(({ kind, reference, amount }) => {
    const order = items.find(
      ({ id }) =>
        kind === 'order' && booked.some(each => each.id === id && each.booked === reference)
    )
    return order === undefined
      ? []
      : [{ order, kept: amount - sum(order.refunds, ({ credits }) => creditsToMicro(credits)) }]
  })
  let gone = sum(came, ({ kept }) => kept) - sum(entries, ({ amount }) => amount)
  for (const { order, kept } of came) {
    const spent = Math.min(gone, kept)
    gone -= spent
    const back = creditsToMicro(order.amount) - spent
    const most =
      Math.floor((Math.round(order.price * 100) * back) / creditsToMicro(order.amount)) / 100 -
      order.refunded
    if (order.state === 'Finished') expect(order.refundable).toBeCloseTo(most, 6)
  }
  expect(gone).toBe(0)
}

/** Checks that all credits added to one plan are left, held, spent, expired or refunded. */
async function expectBalanced(buyer: Buyer, applicationId: string): Promise<void> {
  const { db } = studio.context.database
  const entries = await db
    .selectFrom('ledger')
    .selectAll()
    .where('application_id', '=', applicationId)
    .execute()
  const of = (...kinds: string[]): number =>
    sum(
      entries.filter(({ kind }) => kinds.includes(kind)),
      ({ amount }) => amount
    )
  const [fund] = await db
    .selectFrom('fund')
    .selectAll()
    .where('application_id', '=', applicationId)
    .execute()
  const left = fund?.remaining ?? 0
  const held = sum(
    buyer.works.filter(({ work }) => work.applicationId === applicationId),
    ({ work }) => work.held
  )
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left + held + (buyer.charged.get(applicationId) ?? 0)).toBe(
    of('order', 'period', 'lapse', 'refund')
  )
  expect(-of('hold', 'settle', 'release')).toBeCloseTo(
    held + (buyer.charged.get(applicationId) ?? 0),
    10
  )
  if (applicationId === buyer.usage) return expect(of('lapse', 'period') === 0).toBe(true)
  // A plan has only the credits of the running period, and periods follow each other without gap or
  // overlap.
  const periods = await listOpenPeriods(db, { applicationId, fund: 'sandbox' })
  periods
    .slice(1)
    .forEach((period, index) => expect(period.starts_at).toBe(periods[index]?.ends_at))
  expect(left).toBeLessThanOrEqual(creditsToMicro(20))
}

test(
  'whatever happens to orders, payments, refunds, work and time, all sums agree',
  { timeout: 600_000 },
  async () => {
    const anySteps = fc.array(anyStep, { minLength: 30, maxLength: 60, size: 'max' })
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps: Step[]) => {
        const buyer = await addBuyer(studio)
        for (const step of steps) {
          // Requests at the same millisecond may be paid in any order, so move the clock.
          studio.context.clock.advance(1)
          await take({ studio, goods, buyer }, step)
          await expectSound(buyer)
        }
        // At the end, finish all work and let all periods expire: no credits of them may be left.
        for (const { work } of buyer.works.splice(0)) await end(studio, work, 0)
        studio.context.clock.advance(1000 * 24 * 3_600_000)
        await runPeriodicWork(studio.context)
        await expectSound(buyer)
        expect(
          await listOpenPeriods(studio.context.database.db, {
            applicationId: buyer.period,
            fund: 'sandbox'
          })
        ).toEqual([])
      }),
      { numRuns: FULL_DOSE ? 10 : 5, endOnFailure: true }
    )
    // Every kind of event has happened.
    const { db } = studio.context.database
    const kinds = await db.selectFrom('ledger').select('kind').distinct().orderBy('kind').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'hold',
      'lapse',
      'order',
      'period',
      'refund',
      'release',
      'settle'
    ])
    const states = await db
      .selectFrom('order')
      .select('state')
      .distinct()
      .orderBy('state')
      .execute()
    expect(states.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['Expired', 'Finished', 'Refunded'])
    )
  }
)
