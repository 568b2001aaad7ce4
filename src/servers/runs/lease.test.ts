import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { insertRun } from '#servers/runs/begin.ts'
import { changeHeldRun, type HeldRun } from '#servers/runs/lease.ts'

let context: TestContext
beforeEach(async () => {
  context = await freshContext()
})
afterEach(() => context.close())

const held: HeldRun = { id: 'r1', lease_owner: 'here', state: 'queued', finished_at: null }
const caller = {
  credentialId: 'c1',
  applicationId: 'a1',
  userId: 'u1',
  serviceId: '',
  host: null,
  guest: false
}
const write = (): Promise<void> =>
  insertRun(context.database.db, {
    id: 'r1',
    caller,
    held: 5,
    now: 0,
    lease_owner: 'here',
    service: 'flux',
    action: 'images',
    state: 'queued',
    fund: 'real',
    origin: '',
    trace_id: 't1',
    request: null
  })

test('only the process that holds a run changes it', async () => {
  await write()
  const { db } = context.database
  expect(await changeHeldRun(db, { ...held, lease_owner: 'there' }, { progress: 1 })).toBe(false)
  expect(await changeHeldRun(db, held, { progress: 1 })).toBe(true)
})

test('a run that its user cancelled meanwhile is not worked on', async () => {
  await write()
  const { db } = context.database
  await db.updateTable('run').set({ state: 'cancelled' }).execute()
  expect(await changeHeldRun(db, held, { state: 'running' })).toBe(false)
  expect(await db.selectFrom('run').select('state').execute()).toEqual([{ state: 'cancelled' }])
})
