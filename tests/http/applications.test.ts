import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Package } from '#contract/package.ts'
import { creditsToMicro } from '#core/money.ts'
import { emptyPlan, ledgerFaults, periodPlan, planOf, refusal, type List } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const FLUX = 'e8ebe055-429a-48e9-9d34-5089eae5fd89'

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  operator = await person(studio)
  ada = await person(studio)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const call = (path: string, init: object = {}, who = ada): Promise<Response> =>
  studio.call(`/api/v1/applications/${path}`, { token: who.token.access_token, ...init })
const createPlan = (body: object, who = ada): Promise<Response> => call('', { json: body }, who)
const list = (query: string, who = ada): Promise<List<Application>> =>
  json(call(`?${query}`, {}, who))
const deletePlan = (id: string, who = ada): Promise<Response> => call(id, { method: 'DELETE' }, who)

describe('a plan for one service', () => {
  test('has a fixed service id, accepts the alias of the service, and exists only once', async () => {
    const uma = await person(studio)
    const made = await json<Application>(
      createPlan({ type: 'Usage', scope: 'Individual', service_id: 'flux' }, uma)
    )
    expect(made).toMatchObject({ service_id: FLUX, scope: 'Individual' })
    for (const service_id of [FLUX, 'flux']) {
      expect(await refusal(createPlan({ scope: 'Individual', service_id }, uma))).toEqual([
        409,
        'duplication'
      ])
      expect((await list(`service_id=${service_id}`, uma)).items.map(({ id }) => id)).toEqual([
        made.id
      ])
    }
    expect((await list('service_id=nobody', uma)).count).toBe(0)
  })

  test.each([
    [{ service_id: 'nonsense' }, 'service_id not_allowed'],
    [{ scope: 'Individual' }, 'service_id required'],
    [{ scope: 'Individual', service_id: '' }, 'service_id required'],
    [{ scope: 'Everyone' }, 'scope not_allowed']
  ])('is refused with the name of the field: %j', async (body, issue) => {
    expect(await refusal(createPlan(body))).toEqual([400, 'bad_request', issue])
  })

  test('shows its service and the packages on sale for it', async () => {
    const uma = await person(studio)
    const token = operator.token.access_token
    const body = { type: 'Usage', service_id: 'suno', amount: 12, price: 2 }
    const sold = await json<Package>(studio.call('/api/v1/packages/', { json: body, token }))
    const made = await json<Application>(createPlan({ service_id: 'suno' }, uma))
    expect(made.service).toMatchObject({ alias: 'suno', title: 'Suno', unit: expect.any(String) })
    expect(made.packages).toEqual([{ ...sold, base_price: null }])
    const [everything] = (await list('scope=Global', uma)).items
    expect(everything?.service).toBeNull()
    expect(everything?.packages?.map(({ amount }) => amount)).toEqual([
      10, 50, 200, 1000, 20, 100, 1300
    ])
  })
})

test('an empty limit or offset counts as not given', async () => {
  const { items, count } = await list('limit=&offset=')
  expect([items.length, count]).toEqual([1, 1])
  const body = { action: 'retrieve_batch', limit: '', offset: '', created_at_min: '' }
  for (const path of ['/aichat/conversations', '/flux/tasks'])
    expect((await studio.call(path, { json: body, token: ada.credential.token })).status).toBe(200)
})

test('the type, scope and service of a plan cannot change; sending them unchanged is allowed', async () => {
  const own = await planOf(studio, ada, ada.application.id)
  const put = (body: object): Promise<Response> => call(own.id, { method: 'PUT', json: body })
  expect(await json(put({ ...own, remaining_amount: 1000, user_id: 'x' }))).toEqual(own)
  for (const body of [{ type: 'Period' }, { scope: 'Individual' }, { service_id: 'flux' }])
    expect(await refusal(put({ ...own, ...body }))).toEqual([
      400,
      'bad_request',
      `${Object.keys(body)[0]} not_allowed`
    ])
  expect(await planOf(studio, ada, own.id)).toEqual(own)
})

describe('deleting a plan', () => {
  test('deletes its keys, and a new plan can be created', async () => {
    const plan = await periodPlan(studio, ada)
    const body = { application_id: plan.id, host: BASE }
    const { token } = await json<{ token: string }>(
      studio.call('/api/v1/credentials/', { json: body, token: ada.token.access_token })
    )
    const listTasks = (): Promise<Response> =>
      studio.call('/flux/tasks', { json: { action: 'retrieve_batch' }, token })
    expect((await listTasks()).status).toBe(200)
    const deletion = await deletePlan(plan.id)
    expect([deletion.status, await deletion.text()]).toEqual([204, ''])
    expect(await refusal(listTasks())).toEqual([401, 'invalid_token'])
    expect(await refusal(call(plan.id))).toEqual([404, 'not_found'])
    expect(await refusal(deletePlan(plan.id))).toEqual([404, 'not_found'])
    const again = await periodPlan(studio, ada)
    expect(again.id).not.toBe(plan.id)
    expect((await deletePlan(again.id)).status).toBe(204)
  })

  test('is refused while the plan has credits or running work', async () => {
    expect(await refusal(deletePlan(ada.application.id))).toEqual([
      400,
      'bad_request',
      'remaining_amount not_allowed'
    ])
    const plan = await periodPlan(studio, ada)
    const { db } = studio.context.database
    const ask = {
      json: { model: 'gpt-5-all', question: 'hi [sandbox:tokens=5]' },
      token: ada.credential.token
    }
    await (await studio.call('/aichat/conversations', ask)).text()
    const run = await db
      .selectFrom('run')
      .selectAll()
      .where('application_id', '=', ada.application.id)
      .executeTakeFirstOrThrow()
    const running = {
      ...run,
      id: crypto.randomUUID(),
      application_id: plan.id,
      held: 0,
      charged: 0,
      state: 'running' as const
    }
    await db.insertInto('run').values(running).execute()
    expect(await refusal(deletePlan(plan.id))).toEqual([500, 'busy', 'run running'])
    await db.deleteFrom('run').where('id', '=', running.id).execute()
    expect((await deletePlan(plan.id)).status).toBe(204)
  })

  test('does not grant the free amount again', async () => {
    const uma = await person(studio)
    const { db } = studio.context.database
    await db
      .updateTable('fund')
      .set({ remaining: 0 })
      .where('application_id', '=', uma.application.id)
      .execute()
    // Book the credits as spent, since the ledger must agree at the end of the test.
    const spent = {
      id: crypto.randomUUID(),
      application_id: uma.application.id,
      fund: 'sandbox',
      kind: 'order'
    } as const
    await db
      .insertInto('ledger')
      .values({ ...spent, reference: spent.id, amount: -creditsToMicro(20), created_at: 0 })
      .execute()
    expect((await deletePlan(uma.application.id, uma)).status).toBe(204)
    const again = await json<Application>(createPlan({}, uma))
    expect(again).toMatchObject({ remaining_amount: 0, free: 'granted' })
    expect(again.id).not.toBe(uma.application.id)
  })

  test('happens once when ten requests arrive together', async () => {
    const id = await emptyPlan(studio, ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => deletePlan(id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 404)
    ])
  })
})
