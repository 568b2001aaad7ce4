import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask, idOf, overview } from '../support/account.ts'
import { openStudio, person, signUp, type TestPerson, type TestStudio } from '../support/studio.ts'

const PASSWORD = 'correct horse battery'

let studio: TestStudio
let ada: TestPerson
let id: string
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', API_URL: 'https://api.example' } })
  await person(studio)
  ada = await person(studio)
  id = await idOf(studio, ada)
})
afterEach(() => studio.close())

const db = () => studio.context.database.db
const requestDeletion = (
  cookie: string,
  body: object,
  headers: Record<string, string> = {}
): Promise<Response> =>
  studio.call('/auth/account/delete', { json: body, headers: { cookie, ...headers } })
const deleteAccount = ({ email, cookie }: TestPerson = ada): Promise<Response> =>
  requestDeletion(cookie, { password: PASSWORD, confirm: email })
const issues = async (answer: Response): Promise<unknown> => [
  answer.status,
  ((await answer.json()) as { error: { issues: unknown } }).error.issues
]

describe('an account is not deleted', () => {
  test('without its password and its typed email address', async () => {
    const { email, cookie } = ada
    expect(
      await issues(
        await requestDeletion(cookie, { password: PASSWORD, confirm: 'eve@example.com' })
      )
    ).toEqual([400, [{ field: 'confirm', code: 'wrong_address' }]])
    expect(await issues(await requestDeletion(cookie, { confirm: email }))).toEqual([
      400,
      [{ field: 'password', code: 'required' }]
    ])
    expect(
      await issues(await requestDeletion(cookie, { password: 'wrong', confirm: email }))
    ).toEqual([400, [{ field: 'password', code: 'wrong_password' }]])
    expect((await overview(studio, cookie)).email).toBe(email)
  })

  test('by a signed-out caller, by a page of another origin, or by another user', async () => {
    const eve = await signUp(studio)
    const body = { password: PASSWORD, confirm: ada.email }
    expect((await requestDeletion('', body)).status).toBe(401)
    expect(
      (await requestDeletion(ada.cookie, body, { origin: 'https://evil.example' })).status
    ).toBe(403)
    expect((await requestDeletion(eve, body)).status).toBe(400)
    expect((await overview(studio, ada.cookie)).email).toBe(ada.email)
  })

  test('while one of its runs is running', async () => {
    await ask(studio, ada, 'Tell me [sandbox:tokens=5]')
    await db().updateTable('run').set({ state: 'running' }).where('user_id', '=', id).execute()
    expect((await overview(studio, ada.cookie)).running).toBe(true)
    expect(await issues(await deleteAccount())).toEqual([500, [{ field: 'run', code: 'running' }]])
    await db().updateTable('run').set({ state: 'succeeded' }).where('user_id', '=', id).execute()
    expect((await deleteAccount()).status).toBe(204)
  })

  test('while it is the only admin of a site, but after another admin was added', async () => {
    const admins = (...ids: string[]) =>
      db()
        .updateTable('site')
        .set({ admins: JSON.stringify(ids), title: 'Muses' })
        .execute()
    await admins(id)
    expect((await overview(studio, ada.cookie)).only_admin_of).toEqual(['Muses'])
    const refused = await deleteAccount()
    expect(await refused.clone().json()).toMatchObject({ detail: expect.stringContaining('Muses') })
    expect(await issues(refused)).toEqual([403, [{ field: 'site', code: 'only_admin' }]])
    const other = await idOf(studio, await person(studio))
    await admins(other, id)
    await db()
      .updateTable('site')
      .set({ distribution: JSON.stringify({ force_inviter_id: id, default_inviter_id: other }) })
      .execute()
    expect((await deleteAccount()).status).toBe(204)
    const site = await db()
      .selectFrom('site')
      .select(['admins', 'distribution'])
      .executeTakeFirstOrThrow()
    expect([JSON.parse(site.admins), JSON.parse(site.distribution)]).toEqual([
      [other],
      { force_inviter_id: null, default_inviter_id: other }
    ])
  })

  test('without a password when the sign-in is older than 15 minutes', async () => {
    await db().deleteFrom('account').where('userId', '=', id).execute()
    const signedInAt = (minutes: number) =>
      db()
        .updateTable('session')
        .set({ createdAt: new Date(Date.now() - minutes * 60_000).toISOString() })
        .where('userId', '=', id)
        .execute()
    await signedInAt(16)
    expect(await overview(studio, ada.cookie)).toMatchObject({ has_password: false, fresh: false })
    expect(await issues(await requestDeletion(ada.cookie, { confirm: ada.email }))).toEqual([
      403,
      [{ field: 'session', code: 'stale' }]
    ])
    await signedInAt(14)
    expect((await requestDeletion(ada.cookie, { confirm: ada.email.toUpperCase() })).status).toBe(
      204
    )
  })

  test('by guessing: after five wrong passwords the right one is refused, too', async () => {
    await studio.close()
    studio = await openStudio()
    ada = await person(studio)
    for (let guess = 0; guess < 5; guess++)
      expect(
        (await requestDeletion(ada.cookie, { password: `wrong-${guess}`, confirm: ada.email }))
          .status
      ).toBe(400)
    expect((await deleteAccount()).status).toBe(429)
  })
})
