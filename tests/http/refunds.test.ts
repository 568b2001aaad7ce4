import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import { creditsToMicro } from '#core/money.ts'
import { manualReference } from '#servers/platform/orders/manual-rail.ts'
import { refundOrder } from '#servers/platform/orders/refund.ts'
import { runPeriodicWork } from '#servers/platform/periods/keep-time.ts'
import { begin, codesOf, DAY, end, pass, redeem, refund, seen } from '../support/money.ts'
import {
  buy,
  invited,
  ledgerFaults,
  orderFor,
  packageOf,
  periodPlan,
  planOf,
  refusal
} from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let small: Package
let week: Package
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  operator = await person(studio)
  small = await packageOf(studio, 10)
  week = await packageOf(studio, 20)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const back = (order: Order, body: object = {}): Promise<Response> =>
  refund(studio, operator, order, body)
const left = async (who: TestPerson, id = who.application.id): Promise<number> =>
  (await planOf(studio, who, id)).remaining_amount
const spend = async (order: Order, credits: number): Promise<void> =>
  end(
    studio,
    await begin(studio, order.user_id, order.application_id, creditsToMicro(credits)),
    creditsToMicro(credits)
  )

describe('a refund of credits', () => {
  test('pays back the unspent part once, and takes its credits', async () => {
    const ada = await person(studio)
    const order = await buy(studio, ada, small.id)
    await spend(order, 4)
    expect(await seen(studio, operator, order)).toMatchObject({
      refundable: 0.9,
      refunded: 0,
      rail: 'sandbox',
      user: { email: ada.email }
    })
    const done = await json(back(order, { reason: 'by mistake' }))
    expect(done).toMatchObject({ state: 'Refunded', refunded: 0.9, refundable: 0 })
    const note = expect.stringMatching(/^sandbox-/) as unknown
    expect(done).toMatchObject({
      refunds: [{ amount: 0.9, credits: 6, state: 'done', reason: 'by mistake', note }]
    })
    expect(await left(ada)).toBe(0)
    expect(await refusal(back(order))).toEqual([400, 'bad_request', 'state not_allowed'])
    expect(
      await json(studio.call(`/api/v1/orders/${order.id}`, { token: ada.token.access_token }))
    ).toMatchObject({
      state: 'Refunded',
      refunded: 0.9
    })
  })

  test('in parts pays the same sum as one refund, and then reports that nothing is left', async () => {
    const ada = await person(studio)
    const order = await buy(studio, ada, small.id)
    expect(await refusal(back(order, { amount: 1.51 }))).toEqual([
      400,
      'bad_request',
      'amount too_large'
    ])
    expect(await refusal(back(order, { amount: 0 }))).toEqual([
      400,
      'bad_request',
      'amount too_large'
    ])
    expect(await refusal(back(order, { amount: 0.001 }))).toEqual([
      400,
      'bad_request',
      'amount invalid'
    ])
    expect(await refusal(back(order, { amount: '1' }))).toEqual([
      400,
      'bad_request',
      'amount wrong_type'
    ])
    for (const amount of [0.01, 0.49, 0.33])
      expect(await json(back(order, { amount }))).toMatchObject({ state: 'Finished' })
    expect(await seen(studio, operator, order)).toMatchObject({ refunded: 0.83, refundable: 0.67 })
    expect(await json(back(order, { amount: null }))).toMatchObject({
      state: 'Refunded',
      refunded: 1.5
    })
    expect(await left(ada)).toBe(0)
  })

  test('counts only the credits of its order, since the oldest are spent first', async () => {
    const ada = await person(studio)
    const first = await buy(studio, ada, small.id)
    studio.context.clock.advance(1)
    const second = await buy(studio, ada, small.id)
    await spend(first, 8)
    expect(await seen(studio, operator, first)).toMatchObject({ refundable: 0.3 })
    expect(await seen(studio, operator, second)).toMatchObject({ refundable: 1.5 })
    expect(await json(back(second, { amount: 0.75 }))).toMatchObject({ refundable: 0.75 })
    expect(await refusal(back(first, { amount: 0.31 }))).toEqual([
      400,
      'bad_request',
      'amount too_large'
    ])
    await json(back(first))
    expect(await left(ada)).toBe(5)
    await json(back(second))
    expect(await left(ada)).toBe(0)
  })

  test('pays nothing for spent credits, whatever the user received since', async () => {
    const ada = await person(studio)
    const order = await buy(studio, ada, small.id)
    await spend(order, 10)
    studio.context.clock.advance(1)
    const [made] = await codesOf(studio, operator, { amount: 10 })
    await json(redeem(studio, ada, made?.code ?? ''))
    expect(await left(ada)).toBe(10)
    expect(await seen(studio, operator, order)).toMatchObject({ state: 'Finished', refundable: 0 })
    expect(await refusal(back(order))).toEqual([400, 'bad_request', 'amount too_large'])
    expect(await left(ada)).toBe(10)
  })

  test('does not include credits that a run holds', async () => {
    const ada = await person(studio)
    const order = await buy(studio, ada, small.id)
    const work = await begin(studio, order.user_id, order.application_id, creditsToMicro(10))
    expect(await refusal(back(order))).toEqual([400, 'bad_request', 'amount too_large'])
    await end(studio, work, creditsToMicro(1))
    expect(await json(back(order))).toMatchObject({ refunded: 1.35 })
  })

  test('happens once, however often it is requested at once', async () => {
    const ada = await person(studio)
    const order = await buy(studio, ada, small.id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => back(order)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 11 }, () => 400)
    ])
    expect(await seen(studio, operator, order)).toMatchObject({
      refunded: 1.5,
      refunds: [{ amount: 1.5 }]
    })
    const parts = await buy(studio, ada, small.id)
    await Promise.all(Array.from({ length: 12 }, () => back(parts, { amount: 0.4 })))
    expect(await seen(studio, operator, parts)).toMatchObject({ refunded: 1.2, refundable: 0.3 })
    expect(await left(ada)).toBe(2)
  })

  test('is for operators and for paid orders', async () => {
    const ada = await person(studio)
    const order = await orderFor(studio, ada, small.id)
    expect(await refusal(refund(studio, ada, order))).toEqual([403, 'forbidden'])
    expect(await refusal(back(order))).toEqual([400, 'bad_request', 'state not_allowed'])
    expect(await refusal(back({ ...order, id: 'nobody' }))).toEqual([404, 'not_found'])
    expect(
      await refusal(studio.call('/api/v1/orders/all', { token: ada.token.access_token }))
    ).toEqual([403, 'forbidden'])
  })
})

describe('a refund of periods', () => {
  test('takes waiting periods before the running one, and the plan ends earlier', async () => {
    const ada = await person(studio)
    const plan = (await periodPlan(studio, ada)).id
    const now = studio.context.clock.now()
    const ends = async (): Promise<number> =>
      Date.parse((await planOf(studio, ada, plan)).expired_at ?? '')
    const order = await buy(studio, ada, week.id, {
      application_id: plan,
      package_id: '',
      package_ids: [week.id, week.id]
    })
    const later = await buy(studio, ada, week.id, { application_id: plan })
    await spend(order, 5)
    expect([await ends(), await seen(studio, operator, order)]).toMatchObject([
      now + 21 * DAY,
      { refundable: 3.5 }
    ])
    await json(back(order, { amount: 2 }))
    expect([await ends(), await left(ada, plan)]).toEqual([now + 14 * DAY, 15])
    // A full refund of the running period starts the next period at once.
    expect(await json(back(order))).toMatchObject({ state: 'Refunded', refunded: 3.5 })
    expect([await ends(), await left(ada, plan)]).toEqual([now + 7 * DAY, 20])
    await pass(studio, 7 * DAY, ada, operator)
    expect(await refusal(back(later))).toEqual([400, 'bad_request', 'amount too_large'])
    expect(await left(ada, plan)).toBe(0)
  })
})

describe('a reward', () => {
  test('is reversed with its order, also in parts', async () => {
    const inviter = await person(studio)
    const own = (
      await studio.context.database.db
        .selectFrom('application')
        .select('user_id')
        .where('id', '=', inviter.application.id)
        .executeTakeFirstOrThrow()
    ).user_id
    const buyer = await invited(studio, own)
    const order = await buy(studio, buyer, small.id)
    const sums = () =>
      studio.context.database.db
        .selectFrom('distribution_status')
        .select(['price', 'reward'])
        .where('user_id', '=', own)
        .executeTakeFirst()
    const earned = await sums()
    expect(earned?.price).toBe(150)
    await json(back(order, { amount: 0.5 }))
    expect((await sums())?.price).toBe(100)
    await json(back(order))
    expect(await sums()).toMatchObject({ price: 0, reward: 0 })
  })
})

test('a refund that its payment rail fails to make is repeated with the same reference, and paid once', async () => {
  const ada = await person(studio)
  const order = await buy(studio, ada, small.id)
  const { database } = studio.context
  // Stripe is not configured here, so its refunds fail as if it did not answer.
  await database.db
    .updateTable('order')
    .set({ rail: 'stripe' })
    .where('id', '=', order.id)
    .execute()
  await refundOrder(studio.context, order.id, { cents: null, reason: '', by: '' })
  expect(await seen(studio, operator, order)).toMatchObject({
    state: 'Refunded',
    refunds: [{ state: 'asked', note: expect.stringMatching(/stripe is not set up here/i) }]
  })
  expect(await left(ada)).toBe(0)
  const [asked] = (await seen(studio, operator, order)).refunds
  await pass(studio, 3_600_000, ada, operator)
  await runPeriodicWork(studio.context)
  expect(
    await database.db
      .selectFrom('refund')
      .select(['tries', 'state'])
      .where('id', '=', asked?.id ?? '')
      .executeTakeFirst()
  ).toEqual({ tries: 2, state: 'asked' })
  const path = `/api/v1/refunds/${asked?.id ?? ''}/finish`
  expect(
    await json(studio.call(path, { method: 'POST', token: operator.token.access_token }))
  ).toMatchObject({
    refunds: [{ state: 'done' }]
  })
  expect(
    await refusal(
      studio.call('/api/v1/refunds/x/finish', {
        method: 'POST',
        token: operator.token.access_token
      })
    )
  ).toEqual([404, 'not_found'])
})

test('operators find an order by the reference of its transfer, in any spelling', async () => {
  const ada = await person(studio)
  const order = await orderFor(studio, ada, small.id)
  const reference = manualReference(order.id)
  await studio.context.database.db
    .updateTable('order')
    .set({ pay_id: reference })
    .where('id', '=', order.id)
    .execute()
  const bare = reference.replaceAll('-', '')
  for (const search of [
    reference,
    bare,
    bare.toLowerCase(),
    reference.replaceAll('-', ' '),
    ` ${reference.toLowerCase()}.`
  ]) {
    const path = `/api/v1/orders/all?${new URLSearchParams({ search })}`
    const { items } = await json<{ items: Order[] }>(
      studio.call(path, { token: operator.token.access_token })
    )
    expect(items, search).toMatchObject([{ id: order.id }])
  }
})

test('operators find orders by user, state, rail and words', async () => {
  const ada = await person(studio)
  const [paid, open] = [await buy(studio, ada, small.id), await orderFor(studio, ada, small.id)]
  const found = async (query: Record<string, string>): Promise<string[]> => {
    const path = `/api/v1/orders/all?${new URLSearchParams({ user_id: paid.user_id, ...query })}`
    const { items } = await json<{ items: Order[] }>(
      studio.call(path, { token: operator.token.access_token })
    )
    return items.map(({ id }) => id).toSorted()
  }
  const both = [paid.id, open.id].toSorted()
  expect(await found({})).toEqual(both)
  expect(await found({ state: 'finished' })).toEqual([paid.id])
  expect(await found({ rail: 'SANDBOX', state: '' })).toEqual([paid.id])
  expect(await found({ search: ada.email.toUpperCase() })).toEqual(both)
  expect(await found({ search: open.id })).toEqual([open.id])
  expect(await found({ search: `sandbox-${paid.id}` })).toEqual([paid.id])
  for (const search of ['%', '_', '\\', "' or 1=1 --", 'nobody@example.org'])
    expect(await found({ search })).toEqual([])
  expect(await found({ limit: '1', offset: '5' })).toEqual([])
})
