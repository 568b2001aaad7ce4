import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Margin } from '#contract/margin.ts'
import { startFalServer, type FalServer } from '../support/fal-server.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { frames, json, person } from '../support/studio.ts'
import { openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

const P = 'a harbour at night'
let [fal, openai, world] = [] as unknown as [FalServer, OpenaiServer, VendorWorld]
beforeAll(async () => {
  ;[fal, openai] = await Promise.all([startFalServer(), startOpenaiServer()])
  world = await openVendorWorld(fal, {
    FAL_URL: fal.url,
    FAL_KEY: 'a-key-of-fal',
    OPENAI_API_KEY: 'a-key-of-openai',
    OPENAI_BASE_URL: openai.url
  })
})
afterAll(async () => {
  await world.close()
  await openai.close()
})

const report = (query: string): Promise<Margin> =>
  json(
    world.studio.call(`/api/v1/operation/margins?${query}`, { token: world.ada.token.access_token })
  )
const ask = async (model: string, more: object = {}): Promise<void> => {
  const answer = await world.studio.call('/aichat/conversations', {
    json: { model, question: 'Why?', ...more },
    token: world.ada.credential.token
  })
  await frames(answer)
}
const bySums = ({ items }: Margin, name: 'count' | 'credits' | 'cost'): number =>
  items.reduce((sum, item) => sum + Math.round((item[name] ?? 0) * 1e6), 0)

test('without runs, everything is zero and nothing is unknown', async () => {
  const { items, total, credit } = await report('')
  expect(items).toEqual([])
  expect(total).toEqual({ count: 0, unknown: 0, credits: 0, revenue: 0, cost: 0, margin: 0 })
  // The best price among the shipped packages: 1,300 credits for 85 dollars.
  expect(credit).toEqual({ dollars: 0.065385, from: 'packages' })
})

test('charges add up with the ledger and costs with the price lists, in every grouping', async () => {
  const before = await world.spent()
  await ask('gpt-5.4')
  await ask('deepseek-v3')
  await world.post('/flux/images', { prompt: P, model: 'flux-dev', count: 2 })
  fal.units = '3.5'
  await world.post('/flux/images', { prompt: P, model: 'flux-schnell' })
  fal.units = null
  await world.post('/kling/videos', { prompt: P, model: 'kling-v1' })
  await world.post('/flux/images', { prompt: `${P} plot:job_fails`, model: 'flux-dev' })

  const services = await report('by=service')
  // Flux: two images at 0.025 dollars, and 3.5 billed units at 0.003. Chat: 12 question tokens and
  // 34 answer tokens, at 2.50 and 15 dollars for a million.
  expect(services.items.find(({ key }) => key === 'chat')).toMatchObject({
    count: 1,
    unknown: 0,
    cost: 0.00054
  })
  expect(services.items.find(({ key }) => key === 'flux')).toMatchObject({
    count: 3,
    unknown: 0,
    cost: 0.0605
  })
  // No price list has Kling 1, so its cost is unknown, not zero.
  expect(services.items.find(({ key }) => key === 'kling')).toMatchObject({
    count: 1,
    unknown: 1,
    cost: null,
    margin: null
  })
  const spent = (await world.spent()) - before
  expect(Math.round(services.total.credits * 1e6)).toBe(spent)
  for (const by of ['service', 'model', 'site', 'day']) {
    const grouped = await report(`by=${by}`)
    expect(grouped.total).toEqual(services.total)
    expect([by, bySums(grouped, 'credits'), bySums(grouped, 'count')]).toEqual([
      by,
      spent,
      services.total.count * 1e6
    ])
    expect(bySums(grouped, 'cost')).toBe(Math.round((services.total.cost ?? 0) * 1e6))
  }
  const { items } = await report('by=model')
  expect(items.map(({ service, key }) => `${service} ${key}`).toSorted()).toEqual([
    'chat gpt-5.4',
    'flux flux-dev',
    'flux flux-schnell',
    'kling kling-v1'
  ])
})

test('a run stores its cost and the source of that cost', async () => {
  const rows = await world.studio.context.database.db
    .selectFrom('run')
    .select(['model', 'state', 'cost', 'cost_by'])
    .execute()
  const told = rows.map(({ model, state, cost, cost_by }) => `${model} ${state} ${cost} ${cost_by}`)
  expect(told.toSorted()).toEqual([
    'flux-dev failed 0 usage',
    'flux-dev succeeded 50000 list',
    'flux-schnell succeeded 10500 usage',
    'gpt-5.4 succeeded 540 usage',
    'kling-v1 succeeded null null'
  ])
})

test('the margin is the worth of the runs with known costs, minus these costs', async () => {
  const { total, credit } = await report('by=service')
  const { items } = await report('by=model')
  const known = items.filter(({ unknown }) => unknown === 0)
  const worth = known.reduce((sum, { credits }) => sum + credits, 0) * (credit?.dollars ?? 0)
  expect(total.margin).toBeCloseTo(worth - (total.cost ?? 0), 5)
  expect(total.unknown).toBe(1)
})

test('the file has a line for each row, and an empty cell for an unknown cost', async () => {
  const answer = await world.studio.call('/api/v1/operation/margins/export?by=model', {
    token: world.ada.token.access_token
  })
  expect(answer.headers.get('content-disposition')).toMatch(/margin-model-\d{4}-.*\.csv/)
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines[0]).toBe(
    'model,service,runs,runs_of_unknown_cost,credits,revenue_usd,cost_usd,margin_usd'
  )
  expect(lines).toHaveLength(5)
  expect(lines.find(line => line.startsWith('kling-v1'))).toMatch(/,,$/)
})

test('only operators see the margins, and an invalid range is reported', async () => {
  const eve = await person(world.studio)
  for (const path of ['margins', 'margins/export'])
    expect(
      (
        await world.studio.call(`/api/v1/operation/${path}`, {
          token: eve.token.access_token
        })
      ).status
    ).toBe(403)
  for (const query of ['from=2026-01-01&to=2026-06-01', 'from=2026-02-01&to=2026-01-01', 'by=x'])
    expect(
      (
        await world.studio.call(`/api/v1/operation/margins?${query}`, {
          token: world.ada.token.access_token
        })
      ).status
    ).toBe(400)
})
