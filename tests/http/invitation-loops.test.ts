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
beforeEach(() => setSiteInviters({ force_inviter_id: null, default_inviter_id: null }))

type Newcomer = { id: string; cookie: string }
const db = () => studio.context.database.db

/** Creates a user who has not visited any site yet. */
async function addNewcomer(): Promise<Newcomer> {
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
const readInviter = async ({ id }: Newcomer): Promise<string | null | undefined> =>
  (
    await db()
      .selectFrom('profile')
      .select('inviter_id')
      .where('user_id', '=', id)
      .executeTakeFirst()
  )?.inviter_id
const setSiteInviters = (ids: object) =>
  db()
    .updateTable('site')
    .set({ distribution: JSON.stringify(ids) })
    .execute()

test('a user cannot invite themselves, neither by address nor by the setting of a site', async () => {
  const ada = await addNewcomer()
  await setSiteInviters({ force_inviter_id: ada.id, default_inviter_id: ada.id })
  await arrive(ada, ada.id)
  expect(await readInviter(ada)).toBeNull()
})

test('a user does not become the inviter of their own inviter', async () => {
  const [ada, bob] = [await addNewcomer(), await addNewcomer()]
  await arrive(bob, ada.id)
  await arrive(ada, bob.id)
  expect([await readInviter(bob), await readInviter(ada)]).toEqual([ada.id, null])
})

test.each([3, 5, 12])('a circle of %d invitations is refused at its last step', async length => {
  const people = await Promise.all(Array.from({ length }, addNewcomer))
  for (const [index, each] of people.entries())
    await arrive(each, people[(index + 1) % length]?.id ?? '')
  const inviters = await Promise.all(people.map(readInviter))
  expect(inviters.slice(0, -1)).toEqual(people.slice(1).map(({ id }) => id))
  expect(inviters.at(-1)).toBeNull()
})

test.each([2, 3, 6])('of %d users who invite each other at once, one has none', async length => {
  for (let round = 0; round < 3; round++) {
    const people = await Promise.all(Array.from({ length }, addNewcomer))
    await Promise.all(
      people.map((each, index) => arrive(each, people[(index + 1) % length]?.id ?? ''))
    )
    const inviters = await Promise.all(people.map(readInviter))
    expect(inviters.filter(id => id === null)).toHaveLength(1)
  }
})

test('when the requested inviter would close a circle, the default of the site is used', async () => {
  const [ada, bob, site] = [await addNewcomer(), await addNewcomer(), await addNewcomer()]
  await arrive(bob, ada.id)
  await setSiteInviters({ force_inviter_id: bob.id, default_inviter_id: site.id })
  await arrive(ada, bob.id)
  expect(await readInviter(ada)).toBe(site.id)
})

test('a circle from before this rule does not block a new invitation', async () => {
  const [ada, bob, eve] = [await addNewcomer(), await addNewcomer(), await addNewcomer()]
  await arrive(ada, 'nobody')
  await arrive(bob, ada.id)
  await db()
    .updateTable('profile')
    .set({ inviter_id: bob.id })
    .where('user_id', '=', ada.id)
    .execute()
  await arrive(eve, bob.id)
  expect(await readInviter(eve)).toBe(bob.id)
})

test('a site owner earns from users who came through the default inviter', async () => {
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
