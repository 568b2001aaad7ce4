import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import type { Task } from '#contract/task.ts'
import { ownRows } from '../support/own-rows.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/**
 * Every action of every service, with the type by which API clients filter the tasks of the action.
 */
const OFFERS = SERVICES.flatMap(({ id, path, actions = {} }) =>
  Object.entries(actions).map(([verb, action], at) => ({
    id,
    path,
    verb,
    type: action.type ?? verb,
    at
  }))
)

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
/** The ids of the tasks, by service and verb. */
const ids = new Map<string, string>()

beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
  eve = await person(studio)
  const { db } = studio.context.database
  const own = await ownRows(studio, ada)
  const run = await db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', String(own.run))
    .executeTakeFirstOrThrow()
  for (const { id, verb, at } of OFFERS) {
    const task = {
      ...run,
      id: crypto.randomUUID(),
      service: id,
      action: verb,
      trace_id: `${id} ${verb}`,
      created_at: (at + 1) * 10_000
    }
    await db.insertInto('run').values(task).execute()
    ids.set(`${id} ${verb}`, task.id)
  }
})
afterAll(() => studio.close())

test('this test covers every service that generates media', () => {
  const media = SERVICES.filter(({ actions }) => actions !== undefined).map(({ id }) => id)
  expect([...new Set(OFFERS.map(({ id }) => id))].toSorted()).toEqual(media.toSorted())
})

test.each(OFFERS)(
  'tasks of $id $verb are found by every filter, and not by another user',
  async ({ id, path, verb, type, at }) => {
    const own = ids.get(`${id} ${verb}`) ?? ''
    const ask = (body: object, { credential }: TestPerson = ada): Promise<Response> =>
      studio.call(`/${path}/tasks`, { json: body, token: credential.token })
    const list = async (filter: object, who?: TestPerson): Promise<string[]> => {
      const { items } = await json<{ items: Task[] }>(
        ask({ action: 'retrieve_batch', ...filter }, who)
      )
      return items.map(each => each.id)
    }

    const found = await json<Task>(ask({ action: 'retrieve', id: own }))
    expect(found).toMatchObject({
      id: own,
      type,
      api_id: `${id}/${verb}`,
      created_at: (at + 1) * 10
    })
    expect((await json<Task>(ask({ trace_id: `${id} ${verb}` }))).id).toBe(own)
    const since = { created_at_min: (at + 1) * 10, created_at_max: (at + 1) * 10 }
    const filters = [
      { ids: [own] },
      { trace_ids: [`${id} ${verb}`] },
      { type, ...since },
      { type: type.toUpperCase(), ...since },
      since
    ]
    for (const filter of filters)
      expect(await list({ ...filter, user_id: found.user_id }), JSON.stringify(filter)).toEqual([
        own
      ])
    expect(await list({ type, application_id: ada.application.id, limit: 1 })).toHaveLength(1)
    expect(await list({ type: 'nothing' })).toEqual([])
    expect(await list({ ids: [own] }, eve)).toEqual([])
    expect((await ask({ id: own }, eve)).status).toBe(404)
  }
)
