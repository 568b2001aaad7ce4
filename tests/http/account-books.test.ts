import { afterEach, beforeEach, expect, test } from 'vitest'
import { addAccountingRows, addPeriod } from '../support/http-account-rows.ts'
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
  await addAccountingRows(studio, { userId: id, order: 'own' }, ada.application.id)
  await addAccountingRows(studio, { userId: 'somebody', order: 'theirs' }, ada.application.id)
  await addPeriod(studio, ada.application.id)
})
afterEach(() => studio.close())

test('the export holds all records of the user’s money and changes, and nothing of others', async () => {
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

test('deleting an account keeps the accounting records and erases all other data of the user', async () => {
  const headers = { cookie: ada.cookie }
  const body = { password: 'correct horse battery', confirm: ada.email }
  const answer = await studio.call('/auth/account/delete', { json: body, headers })
  // A blocked user cannot sign in to delete an account. The row of the block is here only to prove
  // that deletion removes it.
  expect(answer.status).toBe(204)
  expect(await whereIs(studio, id)).toEqual([
    'application',
    'audit',
    'deleted_account',
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
