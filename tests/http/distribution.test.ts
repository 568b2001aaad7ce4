import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  DistributionHistory,
  DistributionLevel,
  DistributionStatus
} from '#contract/distribution.ts'
import type { Package } from '#contract/package.ts'
import type { User } from '#contract/user.ts'
import {
  buy,
  invited,
  ledgerFaults,
  orderFor,
  packageOf,
  payUrl,
  refusal,
  type List
} from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let operator: TestPerson
let small: Package
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  operator = await person(studio)
  small = await packageOf(studio, 10)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await studio.close()
})

const get = <T>(path: string, who: TestPerson): Promise<List<T>> =>
  json(studio.call(`/api/v1/${path}`, { token: who.token.access_token }))
const statuses = (who: TestPerson) =>
  get<DistributionStatus>('distribution-statuses/?user_id=somebody', who)
const histories = (who: TestPerson, query = '') =>
  get<DistributionHistory>(`distribution-histories/?${query}`, who)
const levels = () => get<DistributionLevel>('distribution-levels/?limit=20', operator)
const startSums = (who: TestPerson): Promise<DistributionStatus> =>
  json(
    studio.call('/api/v1/distribution-statuses/initialize/', {
      method: 'POST',
      token: who.token.access_token
    })
  )
const idOf = async (who: TestPerson): Promise<string> =>
  (await json<User>(studio.call('/api/v1/users/me', { token: who.token.access_token }))).id

/** Creates an inviter and a user whom they invited. */
async function pair(): Promise<{ inviter: TestPerson; invitee: TestPerson }> {
  const inviter = await person(studio)
  return { inviter, invitee: await invited(studio, await idOf(inviter)) }
}

/** Creates a package at the given price. */
const addPackage = (price: number): Promise<Package> =>
  json(
    studio.call('/api/v1/packages/', {
      json: { type: 'Usage', amount: 1, price },
      token: operator.token.access_token
    })
  )

test('the default reward levels exist from the start, each with its threshold and percentage', async () => {
  const { items, count } = await levels()
  expect(items.map(({ level, threshold, percentage }) => [level, threshold, percentage])).toEqual([
    [1, 0, 10],
    [2, 100, 12],
    [3, 1000, 15],
    [4, 10_000, 20]
  ])
  expect(count).toBe(4)
  expect(
    (
      await get<DistributionLevel>(
        'distribution-levels/?ordering=-level&limit=1&offset=1',
        operator
      )
    ).items[0]?.level
  ).toBe(3)
})

test('reward sums start at zero, and starting them again changes nothing', async () => {
  const own = await person(studio)
  expect(await statuses(own)).toEqual({ items: [], count: 0 })
  const [first] = await Promise.all(Array.from({ length: 5 }, () => startSums(own)))
  expect(first).toMatchObject({
    user_id: await idOf(own),
    price: 0,
    reward: 0,
    percentage: 10,
    level: { level: 1 },
    next_level: { level: 2, threshold: 100 }
  })
  expect(await statuses(own)).toEqual({ items: [first], count: 1 })
})

describe('an order', () => {
  test('rewards the inviter in whole cents, rounded down', async () => {
    const { inviter, invitee } = await pair()
    await buy(studio, invitee, (await addPackage(1.99)).id)
    expect((await statuses(inviter)).items).toMatchObject([
      { price: 1.99, reward: 0.19, percentage: 10 }
    ])
    const { items, count } = await histories(inviter)
    expect(count).toBe(1)
    expect(items[0]).toMatchObject({
      user_id: await idOf(inviter),
      user: { id: await idOf(invitee) },
      price: 1.99,
      reward: 0.19,
      percentage: 10
    })
    expect(JSON.stringify(items)).not.toContain('@')
  })

  test('rewards once, however often it is confirmed at the same time', async () => {
    const { inviter, invitee } = await pair()
    const address = await payUrl(studio, invitee, await orderFor(studio, invitee, small.id))
    await Promise.all(Array.from({ length: 20 }, () => studio.call(address, { method: 'POST' })))
    expect((await statuses(inviter)).items).toMatchObject([{ price: 1.5, reward: 0.15 }])
    expect((await histories(inviter)).count).toBe(1)
  })

  test('rewards by the level before it, and the next order by the new level', async () => {
    const { inviter, invitee } = await pair()
    const [hundred, large] = [await addPackage(100), await addPackage(9900)]
    await buy(studio, invitee, hundred.id)
    expect((await statuses(inviter)).items).toMatchObject([
      { reward: 10, percentage: 12, level: { level: 2 }, next_level: { level: 3 } }
    ])
    await buy(studio, invitee, large.id)
    const [top] = (await statuses(inviter)).items
    expect(top).toMatchObject({
      price: 10_000,
      reward: 10 + 1188,
      percentage: 20,
      level: { level: 4 },
      next_level: null
    })
    await buy(studio, invitee, hundred.id)
    expect(
      (await histories(inviter, 'ordering=created_at')).items
        .map(({ percentage }) => percentage)
        .toSorted((a, b) => a - b)
    ).toEqual([10, 12, 20])
    expect((await histories(inviter, 'ordering=-price&limit=1')).items).toMatchObject([
      { price: 9900, percentage: 12 }
    ])
  })

  test('is rewarded by the level that the inviter had before, even if many invited users pay at once', async () => {
    const { inviter, invitee } = await pair()
    const others = await Promise.all(
      Array.from({ length: 3 }, async () => invited(studio, await idOf(inviter)))
    )
    const sixty = await addPackage(60)
    const addresses = await Promise.all(
      [invitee, ...others].map(async who =>
        payUrl(studio, who, await orderFor(studio, who, sixty.id))
      )
    )
    await Promise.all(addresses.map(address => studio.call(address, { method: 'POST' })))
    expect((await statuses(inviter)).items).toMatchObject([
      { price: 240, reward: 6 + 6 + 7.2 + 7.2, percentage: 12 }
    ])
  })

  test('of a free package, or of a user without an inviter, rewards nobody', async () => {
    const { inviter, invitee } = await pair()
    await orderFor(studio, invitee, (await addPackage(0)).id)
    const alone = await person(studio)
    await buy(studio, alone, small.id)
    expect((await statuses(inviter)).count).toBe(0)
    expect((await histories(alone)).count).toBe(0)
  })

  test('is finished even if the inviter no longer exists or is the buyer', async () => {
    const { inviter, invitee } = await pair()
    const { db } = studio.context.database
    await db
      .updateTable('profile')
      .set({ inviter_id: 'gone' })
      .where('user_id', '=', await idOf(invitee))
      .execute()
    expect(await buy(studio, invitee, small.id)).toMatchObject({ state: 'Finished' })
    await db
      .updateTable('profile')
      .set({ inviter_id: await idOf(invitee) })
      .where('user_id', '=', await idOf(invitee))
      .execute()
    await buy(studio, invitee, small.id)
    expect((await histories(invitee)).count + (await histories(inviter)).count).toBe(0)
  })
})

describe('reward levels', () => {
  const change = async (level: number, body: object, who = operator): Promise<Response> => {
    const id = (await levels()).items.find(each => each.level === level)?.id ?? ''
    return studio.call(`/api/v1/distribution-levels/${id}`, {
      method: 'PUT',
      json: body,
      token: who.token.access_token
    })
  }

  test('are changed only by operators', async () => {
    expect(
      await json(change(2, { threshold: 99.5, percentage: 12.5, title: 'Friend' }))
    ).toMatchObject({
      threshold: 99.5,
      percentage: 12.5,
      title: 'Friend'
    })
    expect(await json(change(2, { threshold: 100, percentage: 12, title: '' }))).toMatchObject({
      threshold: 100,
      percentage: 12,
      title: ''
    })
    const eve = await person(studio)
    expect(await refusal(change(2, { percentage: 100 }, eve))).toEqual([403, 'forbidden'])
    const missing = studio.call('/api/v1/distribution-levels/nobody', {
      method: 'PUT',
      json: {},
      token: operator.token.access_token
    })
    expect(await refusal(missing)).toEqual([404, 'not_found'])
  })

  test.each([
    [1, { threshold: 1 }, 'threshold too_large'],
    [2, { threshold: 0 }, 'threshold too_small'],
    [2, { threshold: 1000 }, 'threshold too_large'],
    [2, { percentage: 101 }, 'percentage too_large'],
    [2, { percentage: -1 }, 'percentage too_small'],
    [2, { percentage: 0.01 }, 'percentage invalid'],
    [2, { threshold: '5' }, 'threshold wrong_type']
  ])('level %d refuses %j', async (level, body, issue) => {
    expect(await refusal(change(level, body))).toEqual([400, 'bad_request', issue])
  })

  test('are public, but sums and histories need a sign-in', async () => {
    expect((await studio.call('/api/v1/distribution-levels/')).status).toBe(200)
    for (const path of ['distribution-statuses/', 'distribution-histories/'])
      expect(await refusal(studio.call(`/api/v1/${path}`))).toEqual([401, 'invalid_token'])
  })
})
