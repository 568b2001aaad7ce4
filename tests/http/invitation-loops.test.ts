import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  json,
  codeFor,
  openStudio,
  person,
  signUp,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'
import { idOf, rewarded, statusOf } from '../support/rewards.ts'
import { invited } from '../support/shop.ts'

let studio: TestStudio
let owner: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  owner = await person(studio)
})
afterAll(() => studio.close())
beforeEach(() => settle({ force_inviter_id: null, default_inviter_id: null }))

type Newcomer = { id: string; cookie: string }
const db = () => studio.context.database.db

/** Somebody who has an account and has not arrived at any site yet. */
async function newcomer(): Promise<Newcomer> {
  const email = `${crypto.randomUUID()}@example.com`
  const cookie = await signUp(studio, email)
  const { id } = await db()
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, cookie }
}

const arrive = ({ cookie }: Newcomer, inviter_id: string): Promise<string> =>
  codeFor(studio, cookie, { inviter_id })
const inviterOf = async ({ id }: Newcomer): Promise<string | null | undefined> =>
  (
    await db()
      .selectFrom('profile')
      .select('inviter_id')
      .where('user_id', '=', id)
      .executeTakeFirst()
  )?.inviter_id
const settle = (ids: object) =>
  db()
    .updateTable('site')
    .set({ distribution: JSON.stringify(ids) })
    .execute()

test('nobody is their own inviter, not by the address and not by the site', async () => {
  const ada = await newcomer()
  await settle({ force_inviter_id: ada.id, default_inviter_id: ada.id })
  await arrive(ada, ada.id)
  expect(await inviterOf(ada)).toBeNull()
})

test('who came by somebody’s invitation does not become their inviter: who is set first wins', async () => {
  const [ada, bob] = [await newcomer(), await newcomer()]
  await arrive(bob, ada.id)
  await arrive(ada, bob.id)
  expect([await inviterOf(bob), await inviterOf(ada)]).toEqual([ada.id, null])
})

test.each([3, 5, 12])('a circle of %d is refused at its last step', async length => {
  const people = await Promise.all(Array.from({ length }, newcomer))
  for (const [index, each] of people.entries())
    await arrive(each, people[(index + 1) % length]?.id ?? '')
  const inviters = await Promise.all(people.map(inviterOf))
  expect(inviters.slice(0, -1)).toEqual(people.slice(1).map(({ id }) => id))
  expect(inviters.at(-1)).toBeNull()
})

test.each([2, 3, 6])(
  'of %d who arrive by each other’s invitation at once, the circle stays open',
  async length => {
    for (let round = 0; round < 3; round++) {
      const people = await Promise.all(Array.from({ length }, newcomer))
      await Promise.all(
        people.map((each, index) => arrive(each, people[(index + 1) % length]?.id ?? ''))
      )
      const inviters = await Promise.all(people.map(inviterOf))
      expect(inviters.filter(id => id === null)).toHaveLength(1)
    }
  }
)

test('where the one asked for would close a circle, the site’s own takes the place', async () => {
  const [ada, bob, site] = [await newcomer(), await newcomer(), await newcomer()]
  await arrive(bob, ada.id)
  await settle({ force_inviter_id: bob.id, default_inviter_id: site.id })
  await arrive(ada, bob.id)
  expect(await inviterOf(ada)).toBe(site.id)
})

test('a circle of before this rule is looked through to its end', async () => {
  const [ada, bob, eve] = [await newcomer(), await newcomer(), await newcomer()]
  await arrive(ada, 'nobody')
  await arrive(bob, ada.id)
  await db()
    .updateTable('profile')
    .set({ inviter_id: bob.id })
    .where('user_id', '=', ada.id)
    .execute()
  await arrive(eve, bob.id)
  expect(await inviterOf(eve)).toBe(bob.id)
})

test('a site’s owner earns by those who came through the site’s own inviter', async () => {
  const ownerId = await idOf(studio, owner)
  const site = await json<{ items: { id: string }[] }>(
    studio.call('/api/v1/sites', { token: owner.token.access_token })
  )
  const distribution = { default_inviter_id: ownerId }
  const path = `/api/v1/sites/${site.items[0]?.id ?? ''}`
  await json(
    studio.call(path, { method: 'PUT', json: { distribution }, token: owner.token.access_token })
  )
  const guest = await invited(studio, '')
  await rewarded(studio, await idOf(studio, guest), 5000)
  expect(await statusOf(studio, owner)).toMatchObject({ price: 50, reward: 5, payable: 5 })
})
