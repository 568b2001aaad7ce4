import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Package } from '#contract/package.ts'
import { toMicro } from '#core/money.ts'
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
const apply = (body: object, who = ada): Promise<Response> => call('', { json: body }, who)
const list = (query: string, who = ada): Promise<List<Application>> =>
  json(call(`?${query}`, {}, who))
const end = (id: string, who = ada): Promise<Response> => call(id, { method: 'DELETE' }, who)

describe('a plan for one service', () => {
  test('has its fixed id, however it is named, and there is one of it', async () => {
    const uma = await person(studio)
    const made = await json<Application>(
      apply({ type: 'Usage', scope: 'Individual', service_id: 'flux' }, uma)
    )
    expect(made).toMatchObject({ service_id: FLUX, scope: 'Individual' })
    for (const service_id of [FLUX, 'flux']) {
      expect(await refusal(apply({ scope: 'Individual', service_id }, uma))).toEqual([
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
  ])('is refused by name: %j', async (body, issue) => {
    expect(await refusal(apply(body))).toEqual([400, 'bad_request', issue])
  })

  test('shows its service and what can be bought for it', async () => {
    const uma = await person(studio)
    const token = operator.token.access_token
    const body = { type: 'Usage', service_id: 'suno', amount: 12, price: 2 }
    const sold = await json<Package>(studio.call('/api/v1/packages/', { json: body, token }))
    const made = await json<Application>(apply({ service_id: 'suno' }, uma))
    expect(made.service).toMatchObject({ alias: 'suno', title: 'Suno', unit: expect.any(String) })
    expect(made.packages).toEqual([{ ...sold, base_price: null }])
    const [everything] = (await list('scope=Global', uma)).items
    expect(everything?.service).toBeNull()
    expect(everything?.packages?.map(({ amount }) => amount)).toEqual([
      10, 50, 200, 1000, 20, 100, 1300
    ])
  })
})

test('an empty limit is none', async () => {
  const { items, count } = await list('limit=&offset=')
  expect([items.length, count]).toEqual([1, 1])
  const asked = { action: 'retrieve_batch', limit: '', offset: '', created_at_min: '' }
  for (const path of ['/aichat/conversations', '/flux/tasks'])
    expect((await studio.call(path, { json: asked, token: ada.credential.token })).status).toBe(200)
})

test('what a plan is for does not change; a whole one may be sent back', async () => {
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

describe('the end of a plan', () => {
  test('takes its credentials along, and leaves room for a new one', async () => {
    const plan = await periodPlan(studio, ada)
    const body = { application_id: plan.id, host: BASE }
    const { token } = await json<{ token: string }>(
      studio.call('/api/v1/credentials/', { json: body, token: ada.token.access_token })
    )
    const asked = (): Promise<Response> =>
      studio.call('/flux/tasks', { json: { action: 'retrieve_batch' }, token })
    expect((await asked()).status).toBe(200)
    const gone = await end(plan.id)
    expect([gone.status, await gone.text()]).toEqual([204, ''])
    expect(await refusal(asked())).toEqual([401, 'invalid_token'])
    expect(await refusal(call(plan.id))).toEqual([404, 'not_found'])
    expect(await refusal(end(plan.id))).toEqual([404, 'not_found'])
    const again = await periodPlan(studio, ada)
    expect(again.id).not.toBe(plan.id)
    expect((await end(again.id)).status).toBe(204)
  })

  test('is refused while it has money, or work that runs', async () => {
    expect(await refusal(end(ada.application.id))).toEqual([
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
    expect(await refusal(end(plan.id))).toEqual([500, 'busy', 'run running'])
    await db.deleteFrom('run').where('id', '=', running.id).execute()
    expect((await end(plan.id)).status).toBe(204)
  })

  test('gives nobody a second free amount', async () => {
    const uma = await person(studio)
    const { db } = studio.context.database
    await db
      .updateTable('fund')
      .set({ remaining: 0 })
      .where('application_id', '=', uma.application.id)
      .execute()
    // As if it had been spent: the books must agree.
    const spent = {
      id: crypto.randomUUID(),
      application_id: uma.application.id,
      fund: 'sandbox',
      kind: 'order'
    } as const
    await db
      .insertInto('ledger')
      .values({ ...spent, reference: spent.id, amount: -toMicro(5), created_at: 0 })
      .execute()
    expect((await end(uma.application.id, uma)).status).toBe(204)
    const again = await json<Application>(apply({}, uma))
    expect(again).toMatchObject({ remaining_amount: 0, free: 'granted' })
    expect(again.id).not.toBe(uma.application.id)
  })

  test('of ten at once is one', async () => {
    const id = await emptyPlan(studio, ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 404)
    ])
  })
})
