import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { stampsSandbox } from '../support/made-up-service.ts'

const SHEETS = '/postage-stamps/sheets'
const MARKS = '/postage-stamps/postmarks'

let world: MediaWorld
beforeAll(async () => {
  // Some services list in an answer the inputs of its output, so the id of an earlier result occurs
  // in later answers.
  const postmarks = {
    seconds: 1,
    make: async ({ values }: { values: Readonly<Record<string, unknown>> }) => [
      {
        values: {
          town: String(values['town']),
          history: [{ stamp_id: String(values['stamp_id']) }],
          stamp_id: ''
        },
        files: {}
      }
    ]
  }
  world = await openMediaWorld({}, { stamps: { ...stampsSandbox, postmarks } })
})
afterAll(() => world.close())

test('an earlier result is found by its id, however many later results mention the id', async () => {
  const { data: [stamp, other] = [] } = await world.result(SHEETS, { prompt: 'a queen', count: 2 })
  const stamp_id = stamp?.['stamp_id']
  for (let time = 0; time < 22; time++) await world.result(MARKS, { stamp_id })
  expect(await world.result(MARKS, { stamp_id })).toMatchObject({
    success: true,
    data: { history: [{ stamp_id }] }
  })
  const { db } = world.studio.context.database
  const names = await db
    .selectFrom('output_name')
    .select(['name', 'value'])
    .orderBy('name')
    .execute()
  expect(names, 'only outputs that a field can name have a name').toEqual(
    [stamp_id, other?.['stamp_id']].toSorted().map(name => ({ name, value: 'stamp_id' }))
  )
})
