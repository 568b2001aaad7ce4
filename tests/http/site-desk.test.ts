import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Site, SiteAdminInfo } from '#contract/site.ts'
import type { Token } from '#contract/token.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { formOf } from '../support/files.ts'
import { DOT } from '../support/prepared-calls.ts'
import {
  BASE,
  codeFor,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const ORIGIN = 'https://muses.example'

let studio: TestStudio
let operator: TestPerson
let eve: TestPerson
let site: Site
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  operator = await person(studio)
  eve = await person(studio)
  const mine = { json: { origin: ORIGIN, admins: [idOf(eve)] }, token: operator.token.access_token }
  site = await json<Site>(studio.call('/api/v1/sites/', mine))
})
afterAll(() => studio.close())

let bob: TestPerson
beforeEach(async () => {
  bob = await person(studio)
  await json(
    change({ admins: [idOf(eve), idOf(bob)], distribution: { default_inviter_id: idOf(bob) } })
  )
})

const idOf = (who: TestPerson): string => who.application.user_id
const change = (fields: object, who = eve): Promise<Response> =>
  studio.call(`/api/v1/sites/${site.id}`, {
    method: 'PUT',
    json: fields,
    token: who.token.access_token
  })
const told = async (
  about: TestPerson,
  who = eve
): Promise<SiteAdminInfo['people'][number] | undefined> => {
  const { people } = await json<SiteAdminInfo>(
    studio.call(`/api/v1/sites/${site.id}/desk`, { token: who.token.access_token })
  )
  return people.find(each => each.id === idOf(about))
}
const unknown = (who: TestPerson) => ({ id: idOf(who), nickname: '', email: '' })

async function signInAt(who: TestPerson, origin: string): Promise<void> {
  const code = await codeFor(studio, who.cookie, { site: origin, redirect: `${origin}/` })
  await json<Token>(studio.call('/oauth2/v1/token', { json: { code }, headers: { origin } }))
}

test('an admin sees nothing of a user whose id they added but who was never at the site', async () => {
  expect(await told(bob)).toEqual(unknown(bob))
})

test('an admin who signed in at the site is shown with their email', async () => {
  await signInAt(bob, ORIGIN)
  expect(await told(bob)).toEqual({
    id: idOf(bob),
    nickname: expect.stringMatching(/./),
    email: bob.email
  })
  await signInAt(eve, ORIGIN)
  expect(await told(eve, bob)).toMatchObject({ email: eve.email })
})

test('an admin who changed the site is shown with their email', async () => {
  await json(change({ title: 'Of Bob' }, bob))
  expect(await told(bob)).toMatchObject({ email: bob.email })
})

test('a sign-in at another site does not count', async () => {
  await signInAt(bob, BASE)
  expect(await told(bob)).toEqual(unknown(bob))
})

test('an inviter is shown by name, and only after they signed in at the site', async () => {
  await json(change({ admins: [idOf(eve)] }))
  expect(await told(bob)).toEqual(unknown(bob))
  await signInAt(bob, ORIGIN)
  expect(await told(bob)).toEqual({
    id: idOf(bob),
    nickname: expect.stringMatching(/./),
    email: ''
  })
})

test('a name that is an email is hidden from those who may not see the email', async () => {
  await studio.context.database.db
    .updateTable('user')
    .set({ name: bob.email })
    .where('id', '=', idOf(bob))
    .execute()
  await signInAt(bob, ORIGIN)
  await json(change({ title: 'Of Bob' }, bob))
  await json(change({ admins: [idOf(eve)] }))
  expect(await told(bob)).toEqual({ id: idOf(bob), nickname: '', email: '' })
  const late = await change({ title: 'Of Eve', base: { title: 'Of nobody' } })
  expect([late.status, await late.text()]).toEqual([409, expect.not.stringContaining(bob.email)])
})

test('a user sees their own entry, and an operator sees all entries', async () => {
  expect(await told(bob, bob)).toMatchObject({ email: bob.email })
  await json(change({ admins: [idOf(eve), idOf(bob), idOf(operator)] }))
  expect(await told(bob, operator)).toMatchObject({ email: bob.email })
})

/**
 * All routes that answer to admins, from the route table, so a new one is tested automatically.
 * Featured and shared results and presets name no user (`featured.test.ts`,
 * `publications.test.ts`, `presets.test.ts`).
 */
const forAdmins = platformRoutes.filter(
  ({ rows, path }) =>
    !/\/(?:featured|presets|publications)/.test(path) &&
    (rows ?? []).some(({ noun }) => noun === 'site')
)

test.each(forAdmins.map(route => ({ route, name: `${route.method.toUpperCase()} ${route.path}` })))(
  '$name shows an admin neither email nor name of a user named by an id',
  async ({ route }) => {
    await studio.context.database.db
      .updateTable('user')
      .set({ name: 'Bob Hidden' })
      .where('id', '=', idOf(bob))
      .execute()
    const path = route.path.replace('{id}', site.id).replace('{kind}', 'logo')
    const body = path.includes('/pictures/')
      ? { body: formOf(new Uint8Array(Buffer.from(DOT, 'base64'))) }
      : route.method !== 'get' && { json: { ...route.example, admins: [idOf(eve), idOf(bob)] } }
    const answer = await studio.call(path, {
      method: route.method.toUpperCase(),
      token: eve.token.access_token,
      ...body
    })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain(idOf(bob))
    for (const secret of [bob.email, bob.email.split('@')[0] ?? '', 'Bob Hidden'])
      expect(text).not.toContain(secret)
  }
)
