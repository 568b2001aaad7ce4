import { randomUUID } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import type { ReportedPayment } from '#servers/platform/orders/rails.ts'
import { endCode, makeCodes } from '#servers/platform/codes/codes.ts'
import { redeemCode } from '#servers/platform/codes/redeem.ts'
import { createOrder } from '#servers/platform/orders/create.ts'
import { deleteOrder } from '#servers/platform/orders/orders.ts'
import { payOrder } from '#servers/platform/orders/pay.ts'
import { refundOrder } from '#servers/platform/orders/refund.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { begin, end, extend, type Work } from './money.ts'
import { addPerson } from './people.ts'
import { fc } from './property.ts'
import { BASE, type TestStudio } from './studio.ts'

/**
 * Something that happens to a buyer's money. A number that refers to an object is an index into the
 * existing ones. `cents` are US cents, and `part` is a percentage.
 */
export type Step =
  | { do: 'order'; what: 'credits' | 'week' | 'weeks' | 'free' }
  | { do: 'buy'; what: 'credits' | 'week' | 'weeks' }
  | { do: 'pay'; order: number }
  | {
      do: 'told'
      order: number
      times: number
      wrong: '' | 'cents' | 'currency' | 'rail' | 'payment' | 'order'
    }
  | { do: 'cancel'; order: number }
  | { do: 'refund'; order: number; cents: number | null; times: number }
  | { do: 'begin'; plan: number; micro: number }
  | { do: 'extend'; work: number; micro: number }
  | { do: 'end'; work: number; part: number }
  | { do: 'redeem'; ended: boolean; times: number }
  | { do: 'pass'; hours: number }
  | { do: 'sweep' }

// A low index picks a recent object, which is what most steps need.
const index = fc.nat(3)
const times = fc.integer({ min: 1, max: 3 })
const micro = fc.integer({ min: 0, max: 8_000_000 })

/** Generates any step. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      what: fc.constantFrom('credits', 'week', 'weeks', 'free')
    })
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      what: fc.constantFrom('credits', 'week', 'weeks')
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), order: index }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('told' as const),
      order: index,
      times,
      wrong: fc.constantFrom('', '', '', '', 'cents', 'currency', 'rail', 'payment', 'order')
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), order: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order: index,
      cents: fc.option(fc.integer({ min: 1, max: 300 })),
      times
    })
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('begin' as const), plan: index, micro }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('extend' as const), work: index, micro }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      work: index,
      part: fc.integer({ min: 0, max: 100 })
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('redeem' as const), ended: fc.boolean(), times })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      hours: fc.integer({ min: 1, max: 240 })
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) }
)

/** The ids of the packages on sale. */
export type Goods = { credits: string; week: string; free: string }

/** An invited buyer, and everything that they did. */
export type Buyer = {
  userId: string
  inviterId: string
  usage: string
  period: string
  orders: string[]
  /** Orders whose correct payment was reported and accepted. */
  paid: Set<string>
  works: { work: Work; steps: number }[]
  /** Cost of finished work by plan, in micro-credits. */
  charged: Map<string, number>
}

/** Creates a new user with a plan of each type. */
export async function addBuyer({ context }: TestStudio): Promise<Buyer> {
  const [userId, inviterId] = [await addPerson(context), await addPerson(context)]
  const { db } = context.database
  const now = context.clock.now()
  const names = { first_name: '', last_name: '', gender: '', city: '', province: '', country: '' }
  await db
    .insertInto('profile')
    .values({ user_id: userId, inviter_id: inviterId, origin: BASE, ...names, created_at: now })
    .execute()
  const plans = { usage: randomUUID(), period: randomUUID() }
  const kind = {
    user_id: userId,
    scope: 'Global' as const,
    service_id: '',
    expired_at: null,
    created_at: now,
    updated_at: now
  }
  await db
    .insertInto('application')
    .values([
      { ...kind, id: plans.usage, type: 'Usage' },
      { ...kind, id: plans.period, type: 'Period' }
    ])
    .execute()
  return { userId, inviterId, ...plans, orders: [], paid: new Set(), works: [], charged: new Map() }
}

type World = { studio: TestStudio; goods: Goods; buyer: Buyer }

/** Takes one step. A `Problem` is an accepted refusal; any other error is thrown. */
export async function take(world: World, step: Step): Promise<void> {
  try {
    await doStep(world, step)
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unknown') throw error
  }
}

async function doStep(world: World, step: Step): Promise<void> {
  const { studio, buyer } = world
  const { context } = studio
  const place = { url: new URL(BASE), locale: 'en' as const }
  switch (step.do) {
    case 'order':
      return order(world, step.what)
    case 'buy':
      await order(world, step.what)
      await doStep(world, { do: 'pay', order: 0 })
      return doStep(world, { do: 'told', order: 0, times: 1, wrong: '' })
    case 'pay':
      return void (await payOrder(context, pick(buyer.orders, step.order), undefined, place))
    case 'told':
      return tell(world, step)
    case 'cancel':
      return deleteOrder(context, pick(buyer.orders, step.order))
    case 'refund': {
      const id = pick(buyer.orders, step.order)
      const asked = { cents: step.cents, reason: '', by: '' }
      return settled(step.times, () => refundOrder(context, id, asked))
    }
    case 'begin': {
      const plan = pick([buyer.usage, buyer.period], step.plan)
      return void buyer.works.push({
        work: await begin(studio, buyer.userId, plan, step.micro),
        steps: 0
      })
    }
    case 'extend': {
      const running = pick(buyer.works, step.work)
      return extend(studio, running.work, ++running.steps, step.micro)
    }
    case 'end':
      return finish(world, pick(buyer.works, step.work), step.part)
    case 'redeem':
      return redeem(world, step)
    case 'pass':
      return context.clock.advance(step.hours * 3_600_000)
    case 'sweep':
      return runPeriodicWork(context)
  }
}

const asker = ({ userId }: Buyer) => ({
  person: { userId, grantId: '', origin: BASE },
  url: new URL(BASE),
  margin: 0
})

async function order(
  { studio, goods, buyer }: World,
  what: 'credits' | 'week' | 'weeks' | 'free'
): Promise<void> {
  const package_ids = what === 'weeks' ? [goods.week, goods.week] : [goods[what]]
  const application_id = what === 'week' || what === 'weeks' ? buyer.period : buyer.usage
  const made = await createOrder(studio.context, asker(buyer), {
    application_id,
    package_id: undefined,
    description: undefined,
    package_ids
  })
  buyer.orders.push(made.id)
}

/** Reports a payment, correct or wrong in one way, possibly several times in parallel. */
async function tell(
  { studio: { context }, buyer }: World,
  { order: at, times: many, wrong }: Extract<Step, { do: 'told' }>
): Promise<void> {
  const id = pick(buyer.orders, at)
  const row = await context.database.db
    .selectFrom('order')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return
  const fact: ReportedPayment = {
    rail: wrong === 'rail' ? 'manual' : 'sandbox',
    orderId: wrong === 'order' ? randomUUID() : id,
    payId: wrong === 'payment' ? 'another' : (row.pay_id ?? 'none'),
    cents: row.price + (wrong === 'cents' ? 1 : 0),
    currency: wrong === 'currency' ? 'eur' : 'usd',
    fund: 'sandbox',
    paidAt: context.clock.now()
  }
  const outcomes = await Promise.all(
    Array.from({ length: many }, () => applyPayment(context, fact))
  )
  if (wrong === '' && outcomes.includes('finished')) buyer.paid.add(id)
}

async function finish(
  { studio, buyer }: World,
  ending: Buyer['works'][number],
  part: number
): Promise<void> {
  const { work } = ending
  const cost = Math.floor((work.held * part) / 100)
  await end(studio, work, cost)
  buyer.works.splice(buyer.works.indexOf(ending), 1)
  buyer.charged.set(work.applicationId, (buyer.charged.get(work.applicationId) ?? 0) + cost)
}

async function redeem(
  { studio: { context }, buyer }: World,
  step: Extract<Step, { do: 'redeem' }>
): Promise<void> {
  const made = await makeCodes(context, '', { count: 1, amount: 2.5, most_uses: 2, label: '' })
  const [{ code = '', id = '' } = {}] = made.items
  if (step.ended) await endCode(context, id)
  await settled(step.times, () => redeemCode(context, asker(buyer), code))
}

/** Runs the same work several times in parallel. A refusal by a `Problem` is accepted. */
async function settled(many: number, work: () => Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled(Array.from({ length: many }, work))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !(outcome.reason instanceof Problem)) throw outcome.reason
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list.at(-1 - (at % Math.max(1, list.length)))
  if (found === undefined) throw new Problem('not_found')
  return found
}
