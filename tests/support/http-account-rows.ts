import { creditsToMicro } from '#core/money.ts'
import type { TestStudio } from './studio.ts'

/** The owner of the rows: a user id, and the id of the order that the rows belong to. */
type Owner = { userId: string; order: string }

const ORIGIN = 'http://a.example'

/**
 * Adds a row to each table that keeps accounting or operators' data about a user. All texts in the
 * rows end with the id of the order.
 */
export async function addAccountingRows(
  studio: TestStudio,
  owner: Owner,
  applicationId: string
): Promise<void> {
  await addRefundedOrder(studio, owner, applicationId)
  await addOperationRows(studio, owner)
}

async function addRefundedOrder(
  { context }: TestStudio,
  { userId, order }: Owner,
  applicationId: string
): Promise<void> {
  const { db } = context.database
  const now = context.clock.now()
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('order')
    .values({
      id: order,
      user_id: userId,
      application_ids: JSON.stringify([applicationId]),
      origin: ORIGIN,
      package_ids: '[]',
      description: '',
      state: 'Refunded',
      pay_way: 'Stripe',
      fund: 'real',
      pay_id: null,
      pay_url: null,
      paid_at: now,
      expires_at: null,
      duration: 0,
      amount: creditsToMicro(5),
      price: 500,
      rail: 'stripe',
      refunded: 200,
      ...times
    })
    .execute()
  await db
    .insertInto('refund')
    .values({
      id: `r-${order}`,
      order_id: order,
      rail: 'stripe',
      state: 'done',
      reason: `why of ${order}`,
      asked_by: 'operator',
      note: 'hush',
      cents: 200,
      amount: creditsToMicro(2),
      taken: creditsToMicro(2),
      rest: 0,
      tries: 1,
      next_at: now,
      ...times
    })
    .execute()
  await db
    .insertInto('redemption')
    .values({ id: `c-${order}`, code_id: 'code', user_id: userId, order_id: order, ...times })
    .execute()
}

async function addOperationRows({ context }: TestStudio, { userId, order }: Owner): Promise<void> {
  const { db } = context.database
  const created_at = context.clock.now()
  await db
    .insertInto('report')
    .values({
      id: `p-${order}`,
      share_id: 's',
      conversation_id: 'c',
      origin: ORIGIN,
      reason: 'illegal',
      text: `text of ${order}`,
      reporter_id: userId,
      state: 'open',
      settled_by: '',
      settled_at: null,
      created_at
    })
    .execute()
  await db
    .insertInto('audit')
    .values({
      id: `a-${order}`,
      user_id: userId,
      origin: ORIGIN,
      method: 'put',
      path: '/api/v1/sites/{id}',
      target: '{"id":"s"}',
      changes: '{"title":"x"}',
      trace_id: '',
      outcome: 'done',
      created_at
    })
    .execute()
  await db
    .insertInto('block')
    .values({ user_id: userId, reason: `block of ${order}`, blocked_by: 'operator', created_at })
    .execute()
}

/** Adds a running period with 7 credits to a plan, bought with the order `own`. */
export async function addPeriod({ context }: TestStudio, applicationId: string): Promise<void> {
  const now = context.clock.now()
  await context.database.db
    .insertInto('period')
    .values({
      id: 'period',
      application_id: applicationId,
      order_id: 'own',
      fund: 'real',
      state: 'running',
      amount: creditsToMicro(7),
      withheld: 0,
      reminded: 0,
      starts_at: now,
      ends_at: now + 1000,
      created_at: now,
      updated_at: now
    })
    .execute()
}

/** Adds a paid order with secret payment addresses. */
export async function addPaidOrder(
  { context }: TestStudio,
  userId: string,
  origin: string
): Promise<void> {
  const now = context.clock.now()
  await context.database.db
    .insertInto('order')
    .values({
      id: 'o',
      user_id: userId,
      origin,
      application_ids: '["a"]',
      package_ids: '["p"]',
      description: 'Credits',
      pay_way: 'Stripe',
      state: 'Paid',
      fund: 'real',
      amount: 5_000_000,
      price: 500,
      duration: 0,
      pay_id: 'hush-pay',
      pay_url: 'https://pay.example/hush',
      paid_at: now,
      expires_at: null,
      created_at: now,
      updated_at: now
    })
    .execute()
}

/** Adds the rewards `r1` and `r2` for another user's orders, and the sums of the inviter. */
export async function addRewards({ context }: TestStudio, userId: string): Promise<void> {
  const { db } = context.database
  const now = context.clock.now()
  const sums = { price: 500, reward: 50 }
  await db
    .insertInto('distribution_status')
    .values({
      user_id: userId,
      fund: 'real',
      ...sums,
      paid_out: 20,
      created_at: now,
      updated_at: now
    })
    .execute()
  const reward = {
    user_id: userId,
    invitee_id: 'another person',
    kind: 'reward',
    fund: 'real',
    note: '',
    created_by: '',
    ...sums,
    percentage: 100,
    created_at: now
  } as const
  await db
    .insertInto('distribution_history')
    .values(['r1', 'r2'].map(each => ({ id: each, ...reward, order_id: each, reference: each })))
    .execute()
}
