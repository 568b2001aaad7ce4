import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import type { Package } from '#contract/package.ts'
import type { Usage } from '#contract/usage.ts'
import { buy, ledgerFaults, planOf, refusal, type List } from '../support/shop.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const PROMPT = { prompt: 'A boat on a lake', async: true }

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

const platform = <T>(path: string, body?: object, { token } = ada): Promise<T> =>
  json<T>(
    studio.call(`/api/v1/${path}`, { token: token.access_token, ...(body && { json: body }) })
  )
const run = (token: string, service: string): Promise<Response> =>
  studio.call(`/${service}/images`, { token, json: PROMPT })

test('a page’s API key for a plan of one service charges that plan, and only for that service', async () => {
  const { id: sold } = await platform<Package>(
    'packages',
    { type: 'Usage', service_id: 'flux', amount: 5, price: 1 },
    operator
  )
  const application = await platform<Application>('applications/', {
    scope: 'Individual',
    service_id: 'flux'
  })
  await buy(studio, { ...ada, application }, sold)
  const { token } = await platform<Credential>('credentials/', {
    application_id: application.id,
    host: BASE
  })
  expect((await run(token, 'flux')).status).toBe(200)
  const { items } = await platform<List<Usage>>('usage/apis?limit=1')
  expect(items[0]).toMatchObject({ application_id: application.id })
  expect((await planOf(studio, ada, application.id)).remaining_amount).toBeLessThan(5)
  const [status] = await refusal(run(token, 'nanobanana'))
  expect(status).toBeGreaterThanOrEqual(400)
  expect((await planOf(studio, ada, ada.application.id)).remaining_amount).toBe(
    ada.application.remaining_amount
  )
})
