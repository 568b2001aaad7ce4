import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Token } from '#contract/token.ts'
import {
  BASE,
  codeFor,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await openStudio({ environment: { OPENAI_API_KEY: 'key', RATE_LIMITS: 'off' } })
  await person(studio)
})
afterAll(() => studio.close())

const readPlan = ({ application, token }: TestPerson, address: string): Promise<Application> =>
  json(
    studio.call(`/api/v1/applications/${application.id}`, {
      token: token.access_token,
      peer: { address, forwarded: false }
    })
  )

async function verifiedPerson(email?: string): Promise<TestPerson> {
  const someone = await person(studio, email)
  const { db, kind } = studio.context.database
  await db
    .updateTable('user')
    .set({ emailVerified: kind === 'postgres' ? true : 1 })
    .where('email', '=', someone.email)
    .execute()
  return someone
}

test('real credits are granted three times a day per address, and at once to another address', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => verifiedPerson()))
  const states = []
  for (const each of people) states.push((await readPlan(each, '203.0.113.7')).free)
  expect(states).toEqual(['granted', 'granted', 'granted', 'not_today'])
  const [, , , last] = people
  if (last === undefined) throw new Error('nobody')
  expect(await readPlan(last, '203.0.113.7')).toMatchObject({
    free: 'not_today',
    remaining_amount: 0
  })
  const other = await verifiedPerson()
  expect(await readPlan(other, '203.0.113.8')).toMatchObject({
    free: 'granted',
    remaining_amount: 20
  })
  studio.context.clock.advance(24 * 3_600_000)
  const code = await codeFor(studio, last.cookie)
  const token = await json<Token>(studio.call('/oauth2/v1/token', { json: { code } }))
  expect(await readPlan({ ...last, token }, '203.0.113.7')).toMatchObject({
    free: 'granted',
    remaining_amount: 20
  })
})

test('a plan gets the free amount once, even when it is read twenty times at once', async () => {
  const someone = await verifiedPerson()
  await Promise.all(Array.from({ length: 20 }, () => readPlan(someone, '203.0.113.9')))
  expect(await readPlan(someone, '203.0.113.9')).toMatchObject({
    free: 'granted',
    remaining_amount: 20
  })
  const slots = await studio.context.database.db
    .selectFrom('free_slot')
    .selectAll()
    .where('key', 'like', 'address:%')
    .execute()
  expect(slots, 'one for each that was given; the operator needs none').toHaveLength(6)
})

test('simultaneous users of one address get three grants in total', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => verifiedPerson()))
  const states = await Promise.all(
    people.map(async each => (await readPlan(each, '203.0.113.10')).free)
  )
  expect(states.toSorted()).toEqual(['granted', 'granted', 'granted', 'not_today', 'not_today'])
})

test('a user who deletes the account and comes back gets no second free amount', async () => {
  const email = 'again@example.com'
  const first = await verifiedPerson(email)
  expect((await readPlan(first, '203.0.113.20')).free).toBe('granted')
  const confirmation = { confirm: email, password: 'correct horse battery' }
  expect(
    (
      await studio.call('/auth/account/delete', {
        json: confirmation,
        headers: { cookie: first.cookie }
      })
    ).ok
  ).toBe(true)
  const back = await verifiedPerson(email)
  for (let time = 0; time < 4; time++)
    expect(await readPlan(back, '203.0.113.21')).toMatchObject({
      free: 'none',
      remaining_amount: 0
    })
  expect(
    await readPlan(await verifiedPerson(), '203.0.113.21'),
    'nothing was taken from the others'
  ).toMatchObject({ free: 'granted' })
})

test('twelve users of one IPv6 network get three grants, however its addresses are written', async () => {
  const states: string[] = []
  for (let index = 1; index <= 12; index++)
    states.push((await readPlan(await verifiedPerson(), `2001:db8:7:1:${index}::${index}`)).free)
  expect(states).toEqual([
    ...Array.from({ length: 3 }, () => 'granted'),
    ...Array.from({ length: 9 }, () => 'not_today')
  ])
})

test('all IPv6 networks of one customer get six grants, and a neighbour keeps theirs', async () => {
  const states: string[] = []
  for (let index = 1; index <= 8; index++)
    states.push(
      (await readPlan(await verifiedPerson(), `2001:db8:8:${index.toString(16)}::1`)).free
    )
  expect(states).toEqual([...Array.from({ length: 6 }, () => 'granted'), 'not_today', 'not_today'])
  expect((await readPlan(await verifiedPerson(), '2001:db8:8:100::1')).free).toBe('granted')
})

test('an IPv4 address that is written as IPv6 counts as the IPv4 address', async () => {
  const states: string[] = []
  for (const address of [
    '198.51.100.4',
    '::ffff:198.51.100.4',
    '198.51.100.4',
    '::ffff:c633:6404',
    '::ffff:198.51.100.5'
  ])
    states.push((await readPlan(await verifiedPerson(), address)).free)
  expect(states).toEqual(['granted', 'granted', 'granted', 'not_today', 'granted'])
})

test('a grant that the limit of the site refuses does not count for the network', async () => {
  const { db } = studio.context.database
  const origin = await studio.context.sites.originOf(BASE)
  const day = Math.floor(studio.context.clock.now() / (24 * 3_600_000))
  await db.deleteFrom('free_slot').where('key', '=', `site:${origin}`).execute()
  const usedSlots = Array.from({ length: 100 }, (_, slot) => ({ key: `site:${origin}`, day, slot }))
  await db.insertInto('free_slot').values(usedSlots).execute()
  const taken = () =>
    db.selectFrom('free_slot').selectAll().where('key', 'like', 'address:%').execute()
  const before = await taken()
  expect((await readPlan(await verifiedPerson(), '203.0.113.40')).free).toBe('not_today')
  expect(await taken()).toEqual(before)
})
