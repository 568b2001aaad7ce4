import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database } from '#servers/lib/database/database.ts'
import { location, openBrowser } from '../support/plain-browser.ts'
import { startStudio } from '../support/process.ts'

let studio: Awaited<ReturnType<typeof startStudio>>
let database: Database
beforeAll(async () => {
  studio = await startStudio({ RATE_LIMITS: 'off' })
  database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
})
afterAll(async () => {
  await database.close()
  await studio.stop()
})

test('only an order creates the plan for a period', async () => {
  const browser = openBrowser({ url: studio.url })
  const redirect = `${studio.url}/flux`
  const fields = { redirect, email: 'ada@example.com', password: 'correct horse battery' }
  const signedUp = await browser.post({ ...fields, mode: 'sign-up' })
  await browser.open(location(signedUp).replace(studio.url, ''))
  const user = await database.db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const plan = {
    id: 'plan',
    user_id: user.id,
    type: 'Usage' as const,
    scope: 'Global' as const,
    service_id: '',
    expired_at: null,
    created_at: 0,
    updated_at: 0
  }
  await database.db.insertInto('application').values(plan).execute()
  const { id } = await database.db
    .selectFrom('package')
    .select('id')
    .where('type', '=', 'Period')
    .executeTakeFirstOrThrow()
  const types = async (): Promise<string[]> => {
    const rows = await database.db.selectFrom('application').select('type').execute()
    return rows.map(({ type }) => type).toSorted()
  }
  const path = '/console/applications/plan/subscribe'
  for (const action of ['', 'nonsense']) {
    expect((await browser.post({ action, package: id }, path)).status).toBe(303)
    expect(await types()).toEqual(['Usage'])
  }
  const ordered = await browser.post({ action: 'order', package: id }, path)
  expect(location(ordered)).toMatch(/\/console\/orders\//)
  expect(await types()).toEqual(['Period', 'Usage'])
})
