import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { sweepUploads } from '#servers/files/sweep.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { ask, everything, exported, idOf, overview, whereIs } from '../support/account.ts'
import { upload } from '../support/files.ts'
import {
  codeFor,
  cookiesOf,
  json,
  openStudio,
  person,
  signUp,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

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

describe('a deleted account', () => {
  const BOOKS = ['application', 'ledger', 'run']

  test('leaves rows only in the accounting tables, takes nothing from others, and the books agree', async () => {
    const other = await person(studio)
    await ask(studio, ada, 'Where is the emerald? [sandbox:tokens=5]')
    await ask(studio, other, 'Where is the ruby? [sandbox:tokens=5]')
    await upload(studio, ada, 'hello', 'emerald.txt')
    await upload(studio, other, 'hello', 'ruby.txt')
    await studio.call('/api/auth/request-password-reset', {
      json: { email: ada.email, redirectTo: '/auth/login' }
    })
    await studio.call('/api/auth/two-factor/enable', {
      json: { password: PASSWORD },
      headers: { cookie: ada.cookie }
    })
    await codeFor(studio, ada.cookie)
    await db()
      .updateTable('profile')
      .set({ inviter_id: id })
      .where('user_id', '=', await idOf(studio, other))
      .execute()
    await db()
      .insertInto('short_link')
      .values({ code: 'x', user_id: id, content: 'https://muses.example', created_at: 1 })
      .execute()
    const before = await everything(studio)
    expect((await whereIs(studio, id)).length, 'there is something to remove').toBeGreaterThan(10)

    const answer = await deleteAccount()
    expect(answer.status).toBe(204)
    for (const name of ['polymuse.session_token=;', 'SESSION=;'])
      expect(answer.headers.getSetCookie().join('\n')).toContain(name)
    expect(await whereIs(studio, id)).toEqual(BOOKS)
    expect(await whereIs(studio, ada.email, 'emerald', ada.credential.id)).toEqual([])
    expect(
      await db()
        .selectFrom('profile')
        .select('inviter_id')
        .where('inviter_id', 'is not', null)
        .execute()
    ).toEqual([])
    expect(
      await db()
        .selectFrom('run')
        .select(['request', 'response', 'charged'])
        .where('user_id', '=', id)
        .execute()
    ).toEqual([{ request: null, response: null, charged: expect.any(Number) }])
    const { disagreements } = await checkLedger(studio.context.database, {
      now: studio.context.clock.now()
    })
    expect(disagreements).toEqual([])

    const after = await everything(studio)
    for (const table of ['application', 'fund', 'ledger'])
      expect([table, after[table]]).toEqual([table, before[table]])
    const theirs = await exported(studio, other.cookie)
    expect(theirs).toMatchObject({
      runs: [{}],
      conversations: [{ messages: [{}, {}] }],
      files: [{ name: 'ruby.txt' }]
    })
    expect(
      (await studio.call('/api/v1/users/me', { token: other.token.access_token })).status
    ).toBe(200)
  })

  test('loses its sign-ins and keys; its files are closed, and the sweep removes their bytes', async () => {
    const again = await studio.call('/api/auth/sign-in/email', {
      json: { email: ada.email, password: PASSWORD }
    })
    const token = await json<Token>(
      studio.call('/oauth2/v1/token', { json: { code: await codeFor(studio, cookiesOf(again)) } })
    )
    const { file_url } = await upload(studio, ada, 'hello', 'note.txt')
    const path = new URL(file_url).pathname
    const { blob } = await db()
      .selectFrom('file')
      .select('blob')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await studio.call(path)).status).toBe(200)
    await deleteAccount()
    for (const dead of [ada.token, token]) {
      expect((await studio.call('/api/v1/users/me', { token: dead.access_token })).status).toBe(401)
      expect(
        (await studio.call('/auth/refresh', { json: { refresh_token: dead.refresh_token } })).status
      ).toBe(401)
    }
    expect(
      (await studio.call('/auth/sessions', { headers: { cookie: cookiesOf(again) } })).status
    ).toBe(401)
    const asked = await studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', question: 'x' },
      token: ada.credential.token
    })
    expect([asked.status, await asked.json()]).toMatchObject([401, { code: 'invalid_token' }])
    expect((await studio.call(path)).status).toBe(404)
    expect(await studio.context.blobs.size(blob)).toBe(5)
    const files = createFileStore({ context: studio.context } as Parameters<
      typeof createFileStore
    >[0])
    expect(await sweepUploads(studio.context, files)).toBe(1)
    expect(await studio.context.blobs.size(blob)).toBeNull()
    expect(await db().selectFrom('file').select('id').execute()).toEqual([])
  })

  test('frees its email address for a new account, which gets none of the old data', async () => {
    await ask(studio, ada, 'Where is the emerald? [sandbox:tokens=5]')
    await deleteAccount()
    expect(
      (
        await studio.call('/api/auth/sign-in/email', {
          json: { email: ada.email, password: PASSWORD }
        })
      ).status
    ).toBe(400)
    const cookie = await signUp(studio, ada.email)
    const document = await exported(studio, cookie)
    expect(document).toMatchObject({
      account: { email: ada.email },
      applications: [],
      ledger: [],
      runs: [],
      conversations: [],
      files: []
    })
    expect((document['account'] as { id: string }).id).not.toBe(id)
  })

  test('is deleted once when two requests arrive at the same time', async () => {
    const answers = await Promise.all([deleteAccount(), deleteAccount()])
    expect(answers.map(answer => answer.status).toSorted()).toEqual([204, 401])
  })
})
