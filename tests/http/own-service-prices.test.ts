import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatedService } from '#contract/own-service.ts'
import type { OwnServiceSpec } from '#core/own-service.ts'
import { openFalWorld } from '../support/http-fal.ts'
import { ownToolsOf, type OwnTools } from '../support/own-tools.ts'
import { json } from '../support/studio.ts'
import { PORTRAIT } from '../support/vendor-schemas.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

const COUNTED = { credits: 5, times: 'num_images', per: 5 }

let world: VendorWorld
let own: OwnTools
let id = ''
beforeAll(async () => {
  world = (await openFalWorld()).world
  own = ownToolsOf(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  ;({ id } = await own.sell(PORTRAIT, { price: COUNTED }))
  return async () => {
    await own.call('DELETE', `/${id}`)
  }
})

const read = (): Promise<OperatedService> => json(own.call('GET', `/${id}`))
async function chargedFor(body: object): Promise<number> {
  const before = await world.spent()
  const { result } = await world.post(`/${id}/run`, { prompt: 'A fox', ...body })
  expect(result).toMatchObject({ success: true })
  return (await world.spent()) - before
}

describe('a counted field', () => {
  test('always has a value, since the price depends on it', async () => {
    const without = { fields: [{ name: 'num_images', default: null, required: false }] }
    expect(await own.refused(id, without)).toEqual([400, 'num_images may_be_missing'])
    const required = { fields: [{ name: 'num_images', default: null, required: true }] }
    await own.change(id, required)
    expect(await own.refused(id, { price: { ...COUNTED, times: 'seed' } })).toEqual([
      400,
      'seed may_be_zero'
    ])
    const seed = { name: 'seed', min: 1 }
    expect(await own.refused(id, { price: { ...COUNTED, times: 'seed' }, fields: [seed] })).toEqual(
      [400, 'seed may_be_missing']
    )
    // A tool that is not on sale costs nobody anything.
    await own.change(id, { ...without, enabled: false })
    expect(await own.refused(id, { enabled: true })).toEqual([400, 'num_images may_be_missing'])
  })

  test('of an older tool may be missing: the tool still runs, at the whole price', async () => {
    await storeAsBefore()
    expect(await chargedFor({})).toBe(5_000_000)
    expect(await chargedFor({ num_images: 2 })).toBe(2_000_000)
    expect(await read()).toMatchObject({ enabled: true, title: 'Portrait dev' })
    expect(await own.refused(id, { title: 'Faces' })).toEqual([400, 'num_images may_be_zero'])
    await own.change(id, { enabled: false })
    const fields = [{ name: 'num_images', min: 1, default: 1 }]
    await own.change(id, { enabled: true, fields })
    expect(await chargedFor({})).toBe(1_000_000)
  })

  test('of an older file may be missing: the file is imported, and corrected before the sale', async () => {
    await storeAsBefore()
    const schema = await (await own.call('GET', `/${id}/file`)).text()
    const copy = await json<OperatedService>(own.call('POST', '', { schema }))
    expect(await own.refused(copy.id, { enabled: true })).toEqual([400, 'num_images may_be_zero'])
    await own.call('DELETE', `/${copy.id}`)
  })
})

/** Stores the tool as it was before counted fields needed a value above zero. */
async function storeAsBefore(): Promise<void> {
  const { database, ownServices } = world.studio.context
  const row = await database.db
    .selectFrom('own_service')
    .select('definition')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const definition = JSON.parse(row.definition) as OwnServiceSpec
  const fields = definition.fields.map(each =>
    each.name === 'num_images'
      ? { ...each, field: { type: 'number', min: 0, max: 4, step: 1 } }
      : each
  )
  await database.db
    .updateTable('own_service')
    .set({ definition: JSON.stringify({ ...definition, fields }), version: 9 })
    .where('id', '=', id)
    .execute()
  ownServices.forget()
}

describe('a price below the cost', () => {
  // A credit is worth 85 / 1300 dollars, so five of them sell for 0.327 dollars.
  const [below, above] = [{ cost: 0.4 }, { cost: 0.3 }]

  test('is refused until the operator confirms it', async () => {
    expect((await read()).margin).toBeNull()
    expect((await own.change(id, above)).margin).toBe(0.082)
    expect(await own.refused(id, below)).toEqual([400, 'price below_cost'])
    const cheap = { price: { ...COUNTED, credits: 4 } }
    expect(await own.refused(id, cheap)).toEqual([400, 'price below_cost'])
    expect(await own.change(id, { ...below, below_cost: true })).toMatchObject({ margin: -0.224 })
    // Other corrections, and the same price again, need no second confirmation.
    await own.change(id, { title: 'Faces', price: COUNTED, ...below })
    const { items } = await json<{ items: OperatedService[] }>(own.call('GET'))
    expect(items.map(({ margin }) => margin)).toEqual([-0.224])
  })

  test('is refused when the tool is put on sale, and not before', async () => {
    await own.change(id, { enabled: false })
    await own.change(id, below)
    expect(await own.refused(id, { enabled: true })).toEqual([400, 'price below_cost'])
    expect(await own.change(id, { enabled: true, below_cost: true })).toMatchObject({
      enabled: true
    })
  })
})
