import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Token } from '#contract/token.ts'
import { codeFor, json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await openStudio({ environment: { OPENAI_API_KEY: 'key', RATE_LIMITS: 'off' } })
  await person(studio)
})
afterAll(() => studio.close())

const look = ({ application, token }: TestPerson, address: string): Promise<Application> =>
  json(studio.call(`/api/v1/applications/${application.id}`, { token: token.access_token, peer: { address, forwarded: false } }))

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

test('real money is given three times a day to one address, again the next day, and elsewhere at once', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => verifiedPerson()))
  const states = []
  for (const each of people) states.push((await look(each, '203.0.113.7')).free)
  expect(states).toEqual(['granted', 'granted', 'granted', 'not_today'])
  const [, , , last] = people
  if (last === undefined) throw new Error('nobody')
  expect(await look(last, '203.0.113.7')).toMatchObject({ free: 'not_today', remaining_amount: 0 })
  const other = await verifiedPerson()
  expect(await look(other, '203.0.113.8')).toMatchObject({ free: 'granted', remaining_amount: 5 })
  studio.context.clock.advance(24 * 3_600_000)
  const code = await codeFor(studio, last.cookie)
  const token = await json<Token>(studio.call('/oauth2/v1/token', { json: { code } }))
  expect(await look({ ...last, token }, '203.0.113.7')).toMatchObject({ free: 'granted', remaining_amount: 5 })
})

test('a plan is granted once, also when it is looked at twenty times at once', async () => {
  const someone = await verifiedPerson()
  await Promise.all(Array.from({ length: 20 }, () => look(someone, '203.0.113.9')))
  expect(await look(someone, '203.0.113.9')).toMatchObject({ free: 'granted', remaining_amount: 5 })
  const slots = await studio.context.database.db.selectFrom('free_slot').selectAll().where('key', 'like', 'address:%').execute()
  expect(slots, 'one for each that was given; the operator needs none').toHaveLength(6)
})

test('people of one address who look at the same moment each have one of its three', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => verifiedPerson()))
  const states = await Promise.all(people.map(async each => (await look(each, '203.0.113.10')).free))
  expect(states.toSorted()).toEqual(['granted', 'granted', 'granted', 'not_today', 'not_today'])
})

test('whoever deletes their account and comes back has had theirs', async () => {
  const email = 'again@example.com'
  const first = await verifiedPerson(email)
  expect((await look(first, '203.0.113.20')).free).toBe('granted')
  const gone = { confirm: email, password: 'correct horse battery' }
  expect((await studio.call('/auth/account/delete', { json: gone, headers: { cookie: first.cookie } })).ok).toBe(true)
  const back = await verifiedPerson(email)
  for (let time = 0; time < 4; time++) expect(await look(back, '203.0.113.21')).toMatchObject({ free: 'none', remaining_amount: 0 })
  expect(await look(await verifiedPerson(), '203.0.113.21'), 'nothing was taken from the others').toMatchObject({ free: 'granted' })
})
