import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { sweepUploads } from '#servers/files/sweep.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { ask, everything, exported, idOf, whereIs } from '../support/account.ts'
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
const deleteAccount = (): Promise<Response> =>
  studio.call('/auth/account/delete', {
    json: { password: PASSWORD, confirm: ada.email },
    headers: { cookie: ada.cookie }
  })

/** Creates rows of Ada in many tables, and some rows of another user whom she invited. */
async function useEverything(other: TestPerson): Promise<void> {
  await ask(studio, ada, 'Where is the emerald? [sandbox:tokens=5]')
  await ask(studio, other, 'Where is the ruby? [sandbox:tokens=5]')
  await upload(studio, ada, 'hello', 'emerald.txt')
  await upload(studio, other, 'hello', 'ruby.txt')
  await studio.call('/library/projects', {
    json: { name: 'emerald' },
    token: ada.token.access_token
  })
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
}

describe('a deleted account', () => {
  const STAY = ['application', 'deleted_account', 'ledger', 'run']

  test('leaves rows only in the books and the list of deletions, changes nothing of others, and the books agree', async () => {
    const other = await person(studio)
    await useEverything(other)
    const before = await everything(studio)
    expect((await whereIs(studio, id)).length, 'there is something to remove').toBeGreaterThan(10)

    const answer = await deleteAccount()
    expect(answer.status).toBe(204)
    for (const name of ['polymuse.session_token=;', 'SESSION=;'])
      expect(answer.headers.getSetCookie().join('\n')).toContain(name)
    expect(await whereIs(studio, id)).toEqual(STAY)
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

  test('loses its sign-ins and keys; its files cannot be read, and the sweep removes their bytes', async () => {
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
    const refused = await studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', question: 'x' },
      token: ada.credential.token
    })
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'invalid_token' }])
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

test.each([
  ['/flux/images', { prompt: 'a lighthouse', async: true }],
  ['/aichat/conversations', { model: 'gpt-5-all', question: 'Where is the emerald?' }]
])('a call of %s that began before the deletion starts no work after it', async (path, body) => {
  const { database } = studio.context
  const { transaction } = database
  // The caller is known by then, and the run is not written yet.
  database.transaction = async work => {
    database.transaction = transaction
    expect((await deleteAccount()).status).toBe(204)
    return transaction(work)
  }
  const answer = await studio.call(path, { json: body, token: ada.credential.token })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 'invalid_token' })
  expect(await db().selectFrom('run').select('id').execute()).toEqual([])
})
