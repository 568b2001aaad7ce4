import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Order } from '#contract/order.ts'
import type { RedemptionCode } from '#contract/redemption.ts'
import { normalizeRedemptionCode } from '#servers/platform/codes/code-text.ts'
import { codesOf, DAY, pass, redeem } from '../support/money.ts'
import { ledgerFaults, packageOf, planOf, refusal, type List } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0' } })
  operator = await person(studio)
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const make = (body: object, who = operator): Promise<Response> =>
  studio.call('/api/v1/redemption-codes', { json: body, token: who.token.access_token })
const codes = (query = '', who = operator): Promise<Response> =>
  studio.call(`/api/v1/redemption-codes?${query}`, { token: who.token.access_token })
const one = async (body: object = {}): Promise<{ code: string; id: string }> => {
  const [made] = await codesOf(studio, operator, { amount: 5, ...body })
  if (made === undefined) throw new Error('no code')
  return made
}
const left = async (who: TestPerson): Promise<number> =>
  (await planOf(studio, who, who.application.id)).remaining_amount

describe('a gift code', () => {
  test('is shown once, is unique, and adds its credits as a free order', async () => {
    const made = await codesOf(studio, operator, { count: 1000, amount: 5, label: 'Spring' })
    expect(new Set(made.map(({ code }) => code)).size).toBe(1000)
    expect(
      made.every(({ code }) => /^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/.test(code))
    ).toBe(true)
    const listed = await json<List<RedemptionCode>>(codes('label=spring&limit=1'))
    expect(listed).toMatchObject({
      count: 1000,
      items: [{ label: 'Spring', uses: 0, most_uses: 1, state: 'active', amount: 5 }]
    })
    const kept = JSON.stringify(
      await studio.context.database.db.selectFrom('redemption_code').selectAll().execute()
    )
    const { code = '' } = made[7] ?? {}
    expect(
      JSON.stringify(listed).includes(code) || kept.includes(normalizeRedemptionCode(code) ?? '')
    ).toBe(false)
    const order = await json<Order>(redeem(studio, ada, code))
    expect(order).toMatchObject({
      state: 'Finished',
      price: 0,
      amount: 5,
      pay_way: '',
      rail: 'code',
      application_id: ada.application.id
    })
    expect(await left(ada)).toBe(5)
    expect((await json<List<RedemptionCode>>(codes('state=used_up'))).count).toBe(1)
  })

  test.each<[string, (code: string) => string]>([
    ['in lower case', code => code.toLowerCase()],
    ['without dashes', code => code.replaceAll('-', '')],
    ['with spaces and other dashes', code => ` ${code.replaceAll('-', ' – ')}\u00a0`],
    [
      'in full-width letters',
      code =>
        [...code]
          .map(each =>
            each === '-' ? each : String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)
          )
          .join('')
    ],
    ['with letters for digits', code => code.replaceAll('0', 'o').replaceAll('1', 'l')]
  ])('is accepted %s', async (_, typed) => {
    const before = await left(ada)
    await json(redeem(studio, ada, typed((await one()).code)))
    expect(await left(ada)).toBe(before + 5)
  })

  test('is redeemed once per user and up to its limit, however many users try at once', async () => {
    const { code } = await one({ most_uses: 2 })
    const people = [ada, eve, operator]
    const before = await Promise.all(people.map(left))
    const tries = await Promise.all(
      [...people, ...people, ...people].map(who => redeem(studio, who, code))
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(2)
    const after = await Promise.all(people.map(left))
    expect(after.map((value, index) => value - (before[index] ?? 0)).toSorted()).toEqual([0, 5, 5])
    const winner = people[after.findIndex((value, index) => value > (before[index] ?? 0))] ?? ada
    expect(await refusal(redeem(studio, winner, code))).toEqual([409, 'duplication'])
  })

  test('for a period starts one, in a plan made for it', async () => {
    const [week, own] = [await packageOf(studio, 20), await person(studio)]
    const { code } = await one({ amount: null, package_id: week.id })
    const order = await json<Order>(redeem(studio, own, code))
    expect(order).toMatchObject({
      application: { type: 'Period' },
      amount: 20,
      package_id: week.id
    })
    const plan = await planOf(studio, own, order.application_id)
    expect(plan).toMatchObject<Partial<Application>>({ remaining_amount: 20, type: 'Period' })
    expect(Date.parse(plan.expired_at ?? '')).toBe(studio.context.clock.now() + 7 * DAY)
  })

  test('adds its package as it was when the code was created', async () => {
    const own = await person(studio)
    const { db } = studio.context.database
    const { id: _, ...week } = await db
      .selectFrom('package')
      .selectAll()
      .where('id', '=', (await packageOf(studio, 20)).id)
      .executeTakeFirstOrThrow()
    const id = crypto.randomUUID()
    await db
      .insertInto('package')
      .values({ id, ...week, amount: 3_000_000 })
      .execute()
    const { code } = await one({ amount: null, package_id: id })
    await db
      .updateTable('package')
      .set({ amount: 1, duration: 0, type: 'Usage', active: 0 })
      .where('id', '=', id)
      .execute()
    const order = await json<Order>(redeem(studio, own, code))
    expect(order).toMatchObject({
      application: { type: 'Period' },
      amount: 3,
      duration: week.duration,
      package_id: id
    })
    expect(await planOf(studio, own, order.application_id)).toMatchObject({ remaining_amount: 3 })
  })

  test('that was ended is refused like an unknown one, and others as “used up” or “expired”', async () => {
    const nothing = [400, 'bad_request', 'code unknown']
    for (const code of [
      'x',
      '00000-00000-00000-00000',
      'ÄÖÜ',
      '🙂'.repeat(20),
      'A'.repeat(200),
      "' or 1=1 --"
    ])
      expect(await refusal(redeem(studio, ada, code))).toEqual(nothing)
    expect(await refusal(redeem(studio, ada, 'A'.repeat(201)))).toEqual([
      400,
      'bad_request',
      'code too_long'
    ])
    const ended = await one()
    const path = `/api/v1/redemption-codes/${ended.id}`
    for (const _ of [1, 2])
      expect(
        (await studio.call(path, { method: 'DELETE', token: operator.token.access_token })).status
      ).toBe(204)
    expect(await refusal(redeem(studio, ada, ended.code))).toEqual(nothing)
    const used = await one()
    await json(redeem(studio, eve, used.code))
    expect(await refusal(redeem(studio, ada, used.code))).toEqual([
      400,
      'bad_request',
      'code used_up'
    ])
    const short = await one({
      expires_at: new Date(studio.context.clock.now() + 1000).toISOString()
    })
    await pass(studio, 1000, ada, eve, operator)
    expect(await refusal(redeem(studio, ada, short.code))).toEqual([
      400,
      'bad_request',
      'code expired'
    ])
  })
})

describe('an operator', () => {
  test.each<[object, string]>([
    [{}, 'amount required'],
    [{ amount: 0 }, 'amount too_small'],
    [{ amount: 5, count: 0 }, 'count too_small'],
    [{ amount: 5, count: 1001 }, 'count too_large'],
    [{ amount: 5, count: 1.5 }, 'count wrong_type'],
    [{ amount: 5, most_uses: 0 }, 'most_uses too_small'],
    [{ amount: 5, package_id: 'x' }, 'amount not_allowed'],
    [{ package_id: 'x' }, 'package_id not_allowed'],
    [{ amount: 5, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at too_small'],
    [{ amount: 5, label: 'x'.repeat(101) }, 'label too_long']
  ])('sees each issue of the invalid codes %o', async (body, issue) => {
    expect(await refusal(make(body))).toEqual([400, 'bad_request', issue])
  })

  test('is the only one who creates, lists and ends codes', async () => {
    const { id } = await one()
    expect(await refusal(make({ amount: 5 }, ada))).toEqual([403, 'forbidden'])
    expect(await refusal(codes('', ada))).toEqual([403, 'forbidden'])
    expect(
      await refusal(
        studio.call(`/api/v1/redemption-codes/${id}`, {
          method: 'DELETE',
          token: ada.token.access_token
        })
      )
    ).toEqual([403, 'forbidden'])
    expect(
      await refusal(
        studio.call('/api/v1/redemption-codes/x', {
          method: 'DELETE',
          token: operator.token.access_token
        })
      )
    ).toEqual([404, 'not_found'])
  })
})

test('a user who tries many codes must wait', async () => {
  const own = await openStudio({ environment: { FREE_AMOUNT: '0' } })
  const guesser = await person(own)
  const [real] = await codesOf(own, guesser, { amount: 5 })
  for (let index = 0; index < 10; index += 1)
    expect((await redeem(own, guesser, '00000-00000-00000-00000')).status).toBe(400)
  expect((await redeem(own, guesser, real?.code ?? '')).status).toBe(429)
  await own.close()
})
