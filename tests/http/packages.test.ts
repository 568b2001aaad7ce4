import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Package } from '#contract/package.ts'
import { ConfigError } from '#servers/config.ts'
import { parsePackages, readPackages } from '#servers/platform/packages/package-file.ts'
import { seedPackages } from '#servers/platform/packages/seed.ts'
import { buy, packageOf, packagesOf, refusal, type List } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  operator = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const make = (body: object, who = operator, headers = {}): Promise<Response> =>
  studio.call('/api/v1/packages/', { json: body, token: who.token.access_token, headers })
const change = (id: string, body: object, who = operator): Promise<Response> =>
  studio.call(`/api/v1/packages/${id}`, {
    method: 'PUT',
    json: body,
    token: who.token.access_token
  })
const remove = (id: string, who = operator): Promise<Response> =>
  studio.call(`/api/v1/packages/${id}/`, { method: 'DELETE', token: who.token.access_token })

describe('the default packages', () => {
  test('cost less per credit the larger they are, and have the periods that clients know', async () => {
    const usage = await packagesOf(studio, 'type=usage')
    expect(usage.map(({ amount }) => amount)).toEqual([10, 50, 200, 1000])
    const unit = usage.map(({ amount, price }) => price / amount)
    expect(unit).toEqual(unit.toSorted((a, b) => b - a))
    const period = await packagesOf(studio, 'type=Period&service_id=')
    expect(period.map(({ duration }) => duration)).toEqual([604_800, 2_592_000, 31_536_000])
    expect(usage[0]).toMatchObject({
      service_id: null,
      type: 'Usage',
      title: '',
      price: 1.5,
      duration: 0,
      active: true
    })
    expect(usage[0]?.created_at).toMatch(/^\d{4}-.*Z$/)
  })

  test('are listed with filters', async () => {
    const ids = async (query: string): Promise<number[]> =>
      (await packagesOf(studio, query)).map(({ amount }) => amount)
    expect(await ids('ordering=PRICE&limit=2&offset=1&invented=x')).toEqual([20, 50])
    expect(await ids('ordering=-amount&limit=3')).toEqual([1300, 1000, 200])
    expect(await ids('service_id=flux')).toEqual([])
    expect(await ids('limit=&offset=')).toHaveLength(7)
    expect(await refusal(studio.call('/api/v1/packages/?type=Lease'))).toEqual([
      400,
      'bad_request',
      'type not_allowed'
    ])
  })
})

describe('operators', () => {
  test('create, change and remove packages, and existing orders stay', async () => {
    const made = await json<Package>(
      make({ type: 'Usage', service_id: 'flux', amount: 33.5, price: 4.2, title: 'Small' })
    )
    expect(made).toMatchObject({
      service_id: 'e8ebe055-429a-48e9-9d34-5089eae5fd89',
      amount: 33.5,
      price: 4.2,
      title: 'Small'
    })
    expect(await packagesOf(studio, 'service_id=flux')).toEqual([{ ...made, base_price: null }])
    expect(await json(change(made.id, { price: 4 }))).toMatchObject({
      price: 4,
      title: 'Small',
      amount: 33.5
    })
    expect(await json(change(made.id, { title: '' }))).toMatchObject({
      price: 4,
      title: '',
      amount: 33.5
    })
    expect((await remove(made.id)).status).toBe(204)
    expect(await packagesOf(studio, 'service_id=flux')).toEqual([])
    expect(await json(change(made.id, { active: true }))).toMatchObject({ active: true })
    await remove(made.id)

    const small = await packageOf(studio, 10)
    const order = await buy(studio, eve, small.id)
    await remove(small.id)
    const kept = await json(
      studio.call(`/api/v1/orders/${order.id}`, { token: eve.token.access_token })
    )
    expect(kept).toMatchObject({ package_id: small.id, state: 'Finished' })
    await change(small.id, { active: true })
  })

  test('rename a package, and its orders keep the name that was bought', async () => {
    const made = await json<Package>(
      make({ type: 'Usage', amount: 34, price: 1, title: 'Starter' })
    )
    const order = await buy(studio, eve, made.id)
    await change(made.id, { title: 'Something else', amount: 35 })
    const kept = await json(
      studio.call(`/api/v1/orders/${order.id}`, { token: eve.token.access_token })
    )
    expect(kept).toMatchObject({ parts: [{ title: 'Starter', amount: 34, duration: 0 }] })
    await remove(made.id)
  })

  test('create one package for one idempotency key', async () => {
    const body = { type: 'Usage', amount: 7, price: 1 }
    const both = await Promise.all(
      [1, 2].map(() => make(body, operator, { 'idempotency-key': 'seven' }))
    )
    expect(both.some(({ status }) => status === 200)).toBe(true)
    expect((await packagesOf(studio)).filter(({ amount }) => amount === 7)).toHaveLength(1)
  })

  test.each([
    [{ type: 'Usage', amount: 0, price: 1 }, 'amount too_small'],
    [{ type: 'Usage', amount: 1e-9, price: 1 }, 'amount too_small'],
    [{ type: 'Usage', amount: 1, price: -1 }, 'price too_small'],
    [{ type: 'Usage', amount: 1, price: 0.001 }, 'price invalid'],
    [{ type: 'Usage', amount: 1, price: '1' }, 'price wrong_type'],
    [{ type: 'Usage', amount: 1, price: 1, duration: 60 }, 'duration not_allowed'],
    [{ type: 'Period', amount: 1, price: 1 }, 'duration required'],
    [{ type: 'Lease', amount: 1, price: 1 }, 'type not_allowed'],
    [{ type: 'Usage', amount: 1, price: 1, service_id: 'nobody' }, 'service_id not_allowed'],
    [{ amount: 1 }, 'type not_allowed']
  ])('see each issue of an invalid package: %j', async (body, issue) => {
    expect((await refusal(make(body))).slice(0, 3)).toEqual([400, 'bad_request', issue])
  })

  test('are the only ones who change packages', async () => {
    const { id } = await packageOf(studio, 50)
    expect(await refusal(make({ type: 'Usage', amount: 1, price: 1 }, eve))).toEqual([
      403,
      'forbidden'
    ])
    expect(await refusal(change(id, { price: 0 }, eve))).toEqual([403, 'forbidden'])
    expect(await refusal(change('nobody', { price: 0 }, eve))).toEqual([403, 'forbidden'])
    expect(await refusal(remove(id, eve))).toEqual([403, 'forbidden'])
    expect(await refusal(remove('nobody'))).toEqual([404, 'not_found'])
  })
})

describe('a file of packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polymuse-packages-'))
  const file = (text: string): string => {
    const path = join(folder, `${crypto.randomUUID()}.json`)
    writeFileSync(path, text)
    return path
  }

  test('replaces the defaults, and a package missing from a new version is taken off sale', async () => {
    const path = file(
      '[{"type":"Usage","amount":10,"price":9.99},{"type":"Period","amount":1,"price":0,"duration":60,"service_id":"suno"}]'
    )
    const own = await openStudio({ environment: { PACKAGES_FILE: path } })
    const shipped = await packageOf(studio, 10)
    const [first, second, ...more] = await packagesOf(own)
    expect([first, second, more]).toMatchObject([
      { id: shipped.id, price: 9.99 },
      { duration: 60, price: 0 },
      []
    ])
    await seedPackages(own.context, readPackages(null))
    expect((await packagesOf(own)).map(({ amount }) => amount)).toEqual([
      10, 50, 200, 1000, 20, 100, 1300
    ])
    await own.close()
  })

  test('keeps changes by operators until the file changes, and keeps packages that operators created', async () => {
    const own = await openStudio()
    const admin = await person(own)
    const call = (path: string, method: string, body: object): Promise<Package> =>
      json(
        own.call(`/api/v1/packages/${path}`, {
          method,
          json: body,
          token: admin.token.access_token
        })
      )
    const { id } = await packageOf(own, 10)
    const made = await call('', 'POST', { type: 'Usage', amount: 3, price: 1 })
    await call(id, 'PUT', { price: 3 })
    await Promise.all([
      seedPackages(own.context, readPackages(null)),
      seedPackages(own.context, readPackages(null))
    ])
    expect(await packageOf(own, 10)).toMatchObject({ id, price: 3 })
    await seedPackages(own.context, [])
    expect(await packagesOf(own)).toEqual([{ ...made, base_price: null }])
    await seedPackages(own.context, readPackages(null))
    expect(await packageOf(own, 10)).toMatchObject({ id, price: 1.5 })
    await own.close()
  })

  test('with mistakes stops the start and lists all of them', async () => {
    const wrong = [
      { type: 'Lease', amount: 1, price: 1 },
      { type: 'Usage', amount: -1, price: 1.001, colour: 'red' },
      { type: 'Period', amount: 1, price: 1 },
      { type: 'Usage', amount: 1, price: 1, duration: 5 },
      { type: 'Usage', amount: 1, price: 1, service_id: 'sora' },
      { type: 'Usage', amount: 2, price: 1 },
      { type: 'Usage', amount: 2, price: 3 },
      'ten'
    ]
    expect(parsePackages(wrong).problems).toEqual([
      'entry 1: type must be "Usage" or "Period"',
      'entry 2: amount must be a number of credits from 0.000001 to 1000000',
      'entry 2: price must be a number of US dollars from 0 to 1000000, in whole cents',
      'entry 2: knows no "colour"',
      'entry 3: a Period needs a duration, in seconds',
      'entry 4: Usage has no duration',
      'entry 5: service_id "sora" is no service',
      'entry 7 sells the same as entry 6',
      'entry 8: must be an object'
    ])
    const path = file(JSON.stringify(wrong))
    await expect(openStudio({ environment: { PACKAGES_FILE: path } })).rejects.toThrow(ConfigError)
    expect(() => readPackages(file('[{'))).toThrow(/is not valid JSON/)
    expect(() => readPackages(join(folder, 'nowhere.json'))).toThrow(/cannot be read/)
    expect(parsePackages({}).problems).toHaveLength(1)
  })
})

test('every shown price contains the site’s margin', async () => {
  const own = await openStudio()
  const admin = await person(own)
  const { items } = await json<List<{ id: string; version: number }>>(own.call('/api/v1/sites/'))
  await own.context.database.db
    .updateTable('site')
    .set({ margin: 250 })
    .where('id', '=', items[0]?.id ?? '')
    .execute()
  own.context.terms.forget()
  const token = admin.token.access_token
  const prices = async (init: object): Promise<number[]> =>
    (await json<List<Package>>(own.call('/api/v1/packages/?limit=2', init))).items.map(
      ({ price }) => price
    )
  expect(await prices({ token })).toEqual([1.88, 7.5])
  expect(await prices({})).toEqual([1.88, 7.5])
  expect(await prices({ token: eve.token.access_token })).toEqual([1.88, 7.5])

  // An operator's client reads both prices and sends both back.
  const read = (await json<List<Package>>(own.call('/api/v1/packages/?limit=2', { token })))
    .items[1]
  if (read === undefined) throw new Error('no package')
  expect(read).toMatchObject({ price: 7.5, base_price: 6 })
  const put = (body: object): Promise<Response> =>
    own.call(`/api/v1/packages/${read.id}`, { method: 'PUT', json: body, token })
  expect(await json(put(read))).toEqual({ ...read, updated_at: expect.any(String) })
  expect(await prices({})).toEqual([1.88, 7.5])
  expect(await json(put({ ...read, base_price: 8 }))).toMatchObject({ price: 10, base_price: 8 })
  expect(await json(put({ price: 7.5 }))).toMatchObject({ price: 9.38, base_price: 7.5 })
  expect(await refusal(put({ ...read, price: 9 }))).toEqual([
    400,
    'bad_request',
    'price not_allowed'
  ])
  const made = { type: 'Usage', amount: 7, price: 7.5, base_price: 6 }
  expect(await json(own.call('/api/v1/packages/', { json: made, token }))).toMatchObject({
    price: 7.5,
    base_price: 6
  })
  const listed = await json<List<Package>>(own.call('/api/v1/packages/'))
  expect(new Set(listed.items.map(({ base_price }) => base_price))).toEqual(new Set([null]))
  await own.close()
})
