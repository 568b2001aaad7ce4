import { afterEach, beforeEach, expect, test } from 'vitest'
import { toMicro } from '#core/money.ts'
import { exported, idOf, whereIs } from '../support/account.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
let id: string
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  await person(studio)
  ada = await person(studio)
  id = await idOf(studio, ada)
  await addBooks()
})
afterEach(() => studio.close())

/**
 * Adds one row of every kind that money and operation keep about a user, and one of another user.
 */
async function addBooks(): Promise<void> {
  const { db } = studio.context.database
  const now = studio.context.clock.now()
  const times = { created_at: now, updated_at: now }
  const application_ids = JSON.stringify([ada.application.id])
  const sold = {
    origin: 'http://a.example',
    package_ids: '[]',
    description: '',
    state: 'Refunded',
    pay_way: 'Stripe',
    fund: 'real'
  } as const
  const open = {
    pay_id: null,
    pay_url: null,
    paid_at: now,
    expires_at: null,
    duration: 0,
    amount: toMicro(5),
    price: 500,
    ...times
  }
  for (const [order, user_id] of [
    ['own', id],
    ['theirs', 'somebody']
  ] as const) {
    await db
      .insertInto('order')
      .values({
        id: order,
        user_id,
        application_ids,
        ...sold,
        ...open,
        rail: 'stripe',
        refunded: 200
      })
      .execute()
    const refund = {
      order_id: order,
      rail: 'stripe',
      state: 'done',
      reason: `why of ${order}`,
      asked_by: 'operator',
      note: 'hush'
    } as const
    const taken = {
      cents: 200,
      amount: toMicro(2),
      taken: toMicro(2),
      rest: 0,
      tries: 1,
      next_at: now,
      ...times
    }
    await db
      .insertInto('refund')
      .values({ id: `r-${order}`, ...refund, ...taken })
      .execute()
    await db
      .insertInto('redemption')
      .values({ id: `c-${order}`, code_id: 'code', user_id, order_id: order, ...times })
      .execute()
    const report = {
      share_id: 's',
      conversation_id: 'c',
      origin: 'http://a.example',
      reason: 'illegal',
      text: `text of ${order}`
    }
    const open_report = {
      reporter_id: user_id,
      state: 'open',
      settled_by: '',
      settled_at: null,
      created_at: now
    } as const
    await db
      .insertInto('report')
      .values({ id: `p-${order}`, ...report, ...open_report })
      .execute()
    const change = {
      origin: 'http://a.example',
      method: 'put',
      path: '/api/v1/sites/{id}',
      target: '{"id":"s"}',
      changes: '{"title":"x"}'
    }
    const entry = {
      id: `a-${order}`,
      user_id,
      ...change,
      trace_id: '',
      outcome: 'done',
      created_at: now
    } as const
    await db.insertInto('audit').values(entry).execute()
    await db
      .insertInto('block')
      .values({ user_id, reason: `block of ${order}`, blocked_by: 'operator', created_at: now })
      .execute()
  }
  const period = {
    order_id: 'own',
    fund: 'real',
    state: 'running',
    amount: toMicro(7),
    withheld: 0,
    reminded: 0,
    ...times
  } as const
  await db
    .insertInto('period')
    .values({
      id: 'period',
      application_id: ada.application.id,
      ...period,
      starts_at: now,
      ends_at: now + 1000
    })
    .execute()
}

test('the export holds all money and operation records of the user and nothing of others', async () => {
  await studio.context.database.db
    .updateTable('profile')
    .set({ locale: 'de' })
    .where('user_id', '=', id)
    .execute()
  const document = await exported(studio, ada.cookie)
  expect(document).toMatchObject({
    account: { notify: { orders: true } },
    profile: { locale: 'de' },
    block: { reason: 'block of own' },
    orders: [
      {
        id: 'own',
        rail: 'stripe',
        refunded: 200,
        refunds: [{ cents: 200, amount: 2, state: 'done' }],
        redeemed: { id: 'c-own' }
      }
    ],
    reports: [{ text: 'text of own', state: 'open' }],
    changes: [
      { path: '/api/v1/sites/{id}', target: { id: 's' }, changes: { title: 'x' }, outcome: 'done' }
    ],
    applications: [{ periods: [{ amount: 7, state: 'running', order_id: 'own' }] }]
  })
  expect(JSON.stringify(document)).not.toMatch(/theirs|hush/)
})

test('deleting an account keeps the accounting records and erases the user elsewhere', async () => {
  const headers = { cookie: ada.cookie }
  const body = { password: 'correct horse battery', confirm: ada.email }
  const answer = await studio.call('/auth/account/delete', { json: body, headers })
  // A blocked user cannot sign in to delete an account. The row only proves that deletion removes
  // it.
  expect(answer.status).toBe(204)
  expect(await whereIs(studio, id)).toEqual([
    'application',
    'audit',
    'ledger',
    'order',
    'redemption'
  ])
  expect(await whereIs(studio, ada.email)).toEqual([])
  const { db } = studio.context.database
  expect(await db.selectFrom('block').select('user_id').execute()).toEqual([
    { user_id: 'somebody' }
  ])
  const reports = await db
    .selectFrom('report')
    .select(['id', 'reporter_id'])
    .orderBy('id')
    .execute()
  expect(reports).toEqual([
    { id: 'p-own', reporter_id: '' },
    { id: 'p-theirs', reporter_id: 'somebody' }
  ])
  expect(await db.selectFrom('refund').select('id').execute()).toHaveLength(2)
})
