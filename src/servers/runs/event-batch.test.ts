import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import type { Database } from '#servers/lib/database/database.ts'
import { EventBatch } from '#servers/runs/event-batch.ts'
import { readEvents } from '#servers/runs/event-rows.ts'

let context: TestContext
beforeEach(async () => {
  context = await freshContext()
})
afterEach(() => context.close())

test('events whose write failed are kept, and written before later ones', async () => {
  let isDown = true
  const database: Database = {
    ...context.database,
    transaction: work =>
      isDown ? Promise.reject(new Error('down')) : context.database.transaction(work)
  }
  const shown: number[] = []
  const batch = new EventBatch({ ...context, database }, rows =>
    shown.push(...rows.map(({ seq }) => seq))
  )
  batch.add({ run_id: 'r1', at: 0, seq: 1, data: { type: 'delta' } })
  await expect(batch.flush()).rejects.toThrow('down')
  batch.add({ run_id: 'r1', at: 0, seq: 2, data: { type: 'delta' } })
  isDown = false
  await batch.flush()
  const written = await readEvents(context.database.db, 'r1', 0, 10)
  expect([shown, written.map(({ seq }) => seq)]).toEqual([
    [1, 2],
    [1, 2]
  ])
})
