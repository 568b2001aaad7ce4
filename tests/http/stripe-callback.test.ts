import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ledgerFaults, orderFor, refusal } from '../support/shop.ts'
import { STRIPE_SECRET } from '../support/stripe-server.ts'
import { CALLBACK, openStripeWorld, type StripeWorld } from '../support/stripe-world.ts'
import { openStudio, person } from '../support/studio.ts'

let world: StripeWorld
beforeAll(async () => {
  world = await openStripeWorld()
})
afterEach(async () => expect(await ledgerFaults(world.studio)).toEqual([]))
afterAll(() => world.close())

const MINUTES = 60_000

describe('a message from Stripe', () => {
  test('adds the credits once, however often it arrives', async () => {
    const { order, session } = await world.begun()
    const before = await world.remaining()
    const message = world.paid(session)
    expect(await world.now(order)).toMatchObject({ state: 'Pending', rail: 'stripe' })
    const refresh = (): Promise<Response> =>
      world.studio.call(`/api/v1/orders/${order.id}/refresh/`, {
        method: 'POST',
        token: world.ada.token.access_token
      })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => (index % 4 === 3 ? refresh() : world.tell(message)))
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await world.now(order)).toMatchObject({
      state: 'Finished',
      pay_way: 'Stripe',
      fund: 'sandbox',
      pay_ways: []
    })
    expect(await world.remaining()).toBe(before + 10)
    // Stripe repeats a message after minutes with a new signature when it got no answer.
    world.studio.context.clock.advance(4 * MINUTES)
    expect((await world.tell(message)).status).toBe(200)
    expect(
      (
        await world.tell(
          world.stripe.message(
            'checkout.session.completed',
            world.stripe.sessions.get(session) ?? {}
          )
        )
      ).status
    ).toBe(200)
    expect(await world.remaining()).toBe(before + 10)
    expect((await world.row(order)).note).toBe('')
  })

  test('has the same effect in any order of arrival', async () => {
    const { order, session } = await world.begun()
    const before = await world.remaining()
    const { stripe, tell } = world
    const waiting = {
      ...stripe.sessions.get(session),
      status: 'complete',
      payment_status: 'unpaid'
    }
    const paid = stripe.pay(session)
    const messages = [
      stripe.message('checkout.session.expired', {
        ...paid,
        status: 'expired',
        payment_status: 'unpaid'
      }),
      stripe.message('checkout.session.async_payment_succeeded', paid),
      stripe.message('checkout.session.completed', waiting),
      stripe.message('checkout.session.async_payment_failed', waiting),
      stripe.message('payment_intent.created', { id: 'pi_1', object: 'payment_intent' }),
      stripe.message('something.new', {})
    ]
    for (const message of messages.slice(0, 1)) expect((await tell(message)).status).toBe(200)
    expect(await world.now(order)).toMatchObject({ state: 'Pending' })
    for (const message of messages)
      expect(await (await tell(message)).json()).toEqual({ received: true })
    expect(await world.now(order)).toMatchObject({ state: 'Finished' })
    expect(await world.remaining()).toBe(before + 10)
  })

  test('about a complete but unpaid session adds no credits', async () => {
    const { order, session } = await world.begun()
    const before = await world.remaining()
    for (const payment_status of ['unpaid', 'no_payment_required']) {
      const object = { ...world.stripe.sessions.get(session), status: 'complete', payment_status }
      expect(
        (await world.tell(world.stripe.message('checkout.session.completed', object))).status
      ).toBe(200)
    }
    expect(await world.now(order)).toMatchObject({ state: 'Pending' })
    expect(await world.remaining()).toBe(before)
  })
})

describe('a payment that differs from its order', () => {
  const cases: [string, (other: string) => object, RegExp][] = [
    ['too little', () => ({ amount_total: 149 }), /149 cents, the order of 150/],
    ['too much', () => ({ amount_total: 15_000 }), /15000 cents/],
    ['nothing', () => ({ amount_total: null }), /0 cents/],
    ['less than nothing', () => ({ amount_total: -150 }), /-150 cents/],
    ['another currency', () => ({ currency: 'jpy' }), /JPY, not in USD/],
    ['no currency', () => ({ currency: null }), /not in USD/],
    ['another payment', () => ({ id: 'cs_test_made_up' }), /not the payment that was begun/],
    ['another order’s payment', other => ({ id: other }), /not the payment that was begun/]
  ]
  test.each(cases)('%s: nothing is credited, and operators see why', async (_, change, note) => {
    const { order, session } = await world.begun()
    const other = await world.begun()
    const before = await world.remaining()
    const object = { ...world.stripe.pay(session), ...change(other.session) }
    const message = world.stripe.message('checkout.session.completed', object)
    expect([(await world.tell(message)).status, (await world.tell(message)).status]).toEqual([
      200, 200
    ])
    expect(await world.row(order)).toMatchObject({
      state: 'Pending',
      note: expect.stringMatching(note)
    })
    expect(await world.row(other.order)).toMatchObject({ state: 'Pending', note: '' })
    expect(await world.remaining()).toBe(before)
  })

  test('is ignored for an unknown order, for two orders, or for none', async () => {
    const { order, session } = await world.begun()
    const other = await world.begun()
    const before = await world.remaining()
    const paid = world.stripe.pay(session)
    for (const change of [
      { client_reference_id: 'nobody', metadata: { order: 'nobody' } },
      { client_reference_id: other.order.id },
      { metadata: { order: other.order.id } },
      { metadata: {} },
      { metadata: null, client_reference_id: null },
      { metadata: { order: "' or 1=1 --" }, client_reference_id: "' or 1=1 --" }
    ]) {
      const message = world.stripe.message('checkout.session.completed', { ...paid, ...change })
      expect((await world.tell(message)).status).toBe(200)
    }
    for (const each of [order, other.order])
      expect(await world.row(each)).toMatchObject({ state: 'Pending' })
    expect(await world.remaining()).toBe(before)
  })

  test('is ignored for an order of another rail, or for one without a payment', async () => {
    const { studio, stripe, ada, small } = world
    const order = await orderFor(studio, ada, small.id)
    const object = {
      id: 'cs_test_x',
      payment_status: 'paid',
      amount_total: 150,
      currency: 'usd',
      client_reference_id: order.id,
      metadata: { order: order.id }
    }
    await world.tell(stripe.message('checkout.session.completed', object))
    expect(await world.row(order)).toMatchObject({
      state: 'Pending',
      rail: '',
      note: expect.stringContaining('not the payment')
    })
    const { db } = studio.context.database
    await db
      .updateTable('order')
      .set({ rail: 'sandbox', pay_id: 'cs_test_x' })
      .where('id', '=', order.id)
      .execute()
    await world.tell(stripe.message('checkout.session.completed', object))
    expect(await world.row(order)).toMatchObject({ state: 'Pending' })
  })

  test('is reported to operators if the order was already paid', async () => {
    const { order, session } = await world.begun()
    await world.tell(world.paid(session))
    const before = await world.remaining()
    const again = { ...world.stripe.sessions.get(session), id: 'cs_test_second' }
    expect(
      (await world.tell(world.stripe.message('checkout.session.completed', again))).status
    ).toBe(200)
    expect(await world.row(order)).toMatchObject({
      state: 'Finished',
      note: expect.stringContaining('paid before, by another payment')
    })
    expect(await world.remaining()).toBe(before)
  })
})

describe('a message that Stripe did not sign', () => {
  test('is refused: unsigned, signed by another key, changed, old, or of an unknown scheme', async () => {
    const { order, session } = await world.begun()
    const before = await world.remaining()
    const paid = world.stripe.pay(session)
    const now = world.studio.context.clock.now()
    const sign = (options: object): ReturnType<typeof world.stripe.message> =>
      world.stripe.message('checkout.session.completed', paid, options)
    const good = sign({})
    const signature = good.headers['stripe-signature']
    const wrong = [
      sign({ secret: 'whsec_other' }),
      sign({ at: now - 6 * MINUTES }),
      { ...good, body: good.body.replace('150', '151') },
      { ...good, body: `${good.body} ` },
      { ...good, body: '' },
      ...[
        '',
        'x',
        't=1',
        'v1=',
        signature.replace('v1', 'v0'),
        signature.replace(/t=\d+/, 't=1'),
        `${'t=1,'.repeat(5000)}`,
        signature.slice(0, -1)
      ].map(header => ({ ...good, headers: { ...good.headers, 'stripe-signature': header } }))
    ]
    for (const message of wrong)
      expect(await refusal(world.tell(message))).toEqual([
        400,
        'bad_request',
        'stripe-signature invalid'
      ])
    const bare = world.studio.call(CALLBACK, { method: 'POST', body: good.body })
    expect((await bare).status).toBe(400)
    expect(await world.row(order)).toMatchObject({ state: 'Pending', note: '' })
    expect(await world.remaining()).toBe(before)
  })

  test('is aborted before its end if it is larger than any message of Stripe', async () => {
    const { session } = await world.begun()
    const huge = world.stripe.message('checkout.session.completed', {
      ...world.stripe.pay(session),
      metadata: { order: 'x'.repeat(300_000) }
    })
    expect((await refusal(world.tell(huge))).slice(0, 2)).toEqual([413, 'content_too_large'])
    const { signatureOf } = await import('../support/stripe-server.ts')
    for (const body of [
      'null',
      '[]',
      '1',
      '"x"',
      '{}',
      '{"type":5}',
      '{"type":"checkout.session.completed"}',
      '{"type":"charge.refunded","data":{}}',
      'x'
    ]) {
      const at = world.studio.context.clock.now()
      const headers = {
        'stripe-signature': signatureOf(body, STRIPE_SECRET, at),
        'content-type': 'application/json'
      }
      const answer = await world.tell({ body, headers })
      expect([body, answer.status < 500]).toEqual([body, true])
    }
  })

  test('has no route if Stripe is not configured', async () => {
    const bare = await openStudio()
    await person(bare)
    const message = world.stripe.message('checkout.session.completed', {})
    const answer = bare.call(CALLBACK, { method: 'POST', ...message })
    expect(await refusal(answer)).toEqual([404, 'no_api'])
    await bare.close()
  })
})
