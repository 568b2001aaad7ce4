import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedService } from '#contract/own-service.ts'
import { openFalWorld } from '../support/http-fal.ts'
import { ownToolsOf } from '../support/own-tools.ts'
import { json } from '../support/studio.ts'
import { PORTRAIT } from '../support/vendor-schemas.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

let world: VendorWorld
beforeAll(async () => {
  world = (await openFalWorld()).world
})
afterAll(() => world.close())

/** Calls at once. On PostgreSQL, fewer may come one after another. */
const MANY = 40

const create = (): Promise<Response> =>
  ownToolsOf(world).call('POST', '', { schema: JSON.stringify(PORTRAIT) })

test('tools that are created at once get an id each', async () => {
  const all = Array.from({ length: MANY }, () => json<OperatedService>(create()))
  const ids = (await Promise.all(all)).map(({ id }) => id)
  const numbered = Array.from({ length: MANY - 1 }, (_, at) => `x-portraitdev${at + 2}`)
  expect(new Set(ids)).toEqual(new Set(['x-portraitdev', ...numbered]))
})

test('tools that are created at once do not exceed the maximum', async () => {
  const { db } = world.studio.context.database
  const rows = await db.selectFrom('own_service').selectAll().execute()
  const [row = expect.fail('there is a tool')] = rows
  const more = Array.from({ length: 98 - rows.length }, (_, at) => ({
    ...row,
    id: `x-many${at}`,
    service_id: `many-${at}`
  }))
  await db.insertInto('own_service').values(more).execute()
  const answers = await Promise.all(Array.from({ length: MANY }, create))
  const made = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 400)
  expect([made.length, refused.length]).toEqual([2, MANY - 2])
})
