import { afterAll, beforeAll, expect, test } from 'vitest'
import { fc } from '../support/property.ts'
import { entriesOf, pair, reversed, rewarded, statusOf, wrongSums } from '../support/rewards.ts'
import { openStudio, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(async () => {
  expect(await wrongSums(studio)).toEqual([])
  await studio.close()
})

test('a refund takes back its share of the reward as a negative entry', async () => {
  const { inviter, inviteeId } = await pair(studio)
  const order = await rewarded(studio, inviteeId, 10_000)
  expect(await statusOf(studio, inviter)).toMatchObject({
    price: 100,
    reward: 10,
    payable: 10,
    level: { level: 2 }
  })
  studio.context.clock.advance(1000)
  await reversed(studio, order, 2500)
  expect(await statusOf(studio, inviter)).toMatchObject({
    price: 75,
    reward: 7.5,
    payable: 7.5,
    level: { level: 1 },
    percentage: 10
  })
  const { items, count } = await entriesOf(studio, inviter)
  expect(count).toBe(2)
  expect(items).toMatchObject([
    { kind: 'reward', price: 100, reward: 10, percentage: 10, user: { id: inviteeId } },
    { kind: 'reversal', price: -25, reward: -2.5, percentage: 10, user: { id: inviteeId } }
  ])
})

test('a repeated, empty, negative or unknown refund changes nothing', async () => {
  const { inviter, inviteeId } = await pair(studio)
  const order = await rewarded(studio, inviteeId, 199)
  for (let times = 0; times < 3; times++)
    await reversed(studio, order, 50, 'the same refund of 199')
  for (const cents of [0, -5]) await reversed(studio, order, cents)
  await reversed(studio, 'no such order', 50)
  // A price of 1.49 earns a reward of 14 cents. The order had earned 19 cents before the refund.
  expect(await statusOf(studio, inviter)).toMatchObject({ price: 1.49, reward: 0.14 })
  expect((await entriesOf(studio, inviter)).count).toBe(2)
})

test('refunds above the price of an order take back its whole reward and no more', async () => {
  const { inviter, inviteeId } = await pair(studio)
  const first = await rewarded(studio, inviteeId, 999)
  await rewarded(studio, inviteeId, 500)
  for (const cents of [600, 600, 600]) await reversed(studio, first, cents)
  expect(await statusOf(studio, inviter)).toMatchObject({ price: 5, reward: 0.5 })
})

test('simultaneous refunds of one order take back their sum, to the cent', async () => {
  const { inviter, inviteeId } = await pair(studio)
  const order = await rewarded(studio, inviteeId, 1001)
  await Promise.all(
    [143, 143, 143, 143, 143, 143, 143].map(cents => reversed(studio, order, cents))
  )
  expect(await statusOf(studio, inviter)).toMatchObject({ price: 0, reward: 0, payable: 0 })
  expect((await entriesOf(studio, inviter)).count).toBe(8)
})

test('partial refunds leave the reward that the rest of the order would have earned', async () => {
  const { inviter, inviteeId } = await pair(studio)
  const parts = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), parts, async (cents, back) => {
      const before = await statusOf(studio, inviter)
      const order = await rewarded(studio, inviteeId, cents)
      for (const part of back) await reversed(studio, order, part)
      const left = Math.max(0, cents - back.reduce((sum, part) => sum + part, 0))
      const percentage = await readPercentage(order)
      const expectedReward = Math.floor((left * percentage) / 1000)
      const now = await statusOf(studio, inviter)
      expect(Math.round(((now?.price ?? 0) - (before?.price ?? 0)) * 100)).toBe(left)
      expect(Math.round(((now?.reward ?? 0) - (before?.reward ?? 0)) * 100)).toBe(expectedReward)
      await reversed(studio, order, cents)
      expect((await statusOf(studio, inviter))?.reward).toBe(before?.reward ?? 0)
    }),
    { numRuns: 25 }
  )
})

test('an inviter does not see the email address of an invited user, even as their name', async () => {
  const { inviter, invitee, inviteeId } = await pair(studio)
  const { db } = studio.context.database
  await db
    .updateTable('user')
    .set({ name: invitee.email.toUpperCase() })
    .where('id', '=', inviteeId)
    .execute()
  await rewarded(studio, inviteeId, 100)
  expect((await entriesOf(studio, inviter)).items).toMatchObject([
    { user: { id: inviteeId, nickname: '' } }
  ])
  const list = await studio.call('/api/v1/users/me/invitees', { token: inviter.token.access_token })
  expect((await list.text()).toLowerCase()).not.toContain(invitee.email)
})

test('the top level has no next level and is lost again by a refund', async () => {
  const { inviter, inviteeId } = await pair(studio)
  const order = await rewarded(studio, inviteeId, 1_000_000)
  expect(await statusOf(studio, inviter)).toMatchObject({
    level: { level: 4 },
    next_level: null,
    percentage: 20
  })
  await reversed(studio, order, 1)
  expect(await statusOf(studio, inviter)).toMatchObject({
    level: { level: 3 },
    next_level: { level: 4 },
    percentage: 15
  })
})

test('sandbox rewards are counted separately and hidden once there are real rewards', async () => {
  const { inviter, inviteeId } = await pair(studio)
  const sandboxOrder = await rewarded(studio, inviteeId, 200_000, 'sandbox')
  expect(await statusOf(studio, inviter)).toMatchObject({
    fund: 'sandbox',
    price: 2000,
    reward: 200,
    level: { level: 3 }
  })
  await rewarded(studio, inviteeId, 1000)
  expect(await statusOf(studio, inviter)).toMatchObject({
    fund: 'real',
    price: 10,
    reward: 1,
    payable: 1,
    level: { level: 1 }
  })
  await reversed(studio, sandboxOrder, 200_000)
  expect(await statusOf(studio, inviter)).toMatchObject({ fund: 'real', price: 10, reward: 1 })
  expect((await entriesOf(studio, inviter)).items.map(({ fund }) => fund).toSorted()).toEqual([
    'real',
    'sandbox',
    'sandbox'
  ])
})

async function readPercentage(orderId: string): Promise<number> {
  const rewards = studio.context.database.db
    .selectFrom('distribution_history')
    .select('percentage')
    .where('kind', '=', 'reward')
  return (await rewards.where('order_id', '=', orderId).executeTakeFirstOrThrow()).percentage
}
