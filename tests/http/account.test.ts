import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask, exported, idOf, overview } from '../support/account.ts'
import { upload } from '../support/files.ts'
import { BASE, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

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

describe('the account page is told', () => {
  test('of its person only, and by their cookie', async () => {
    expect(await overview(studio, ada.cookie)).toMatchObject({
      email: ada.email,
      is_verified: false,
      has_password: true,
      second_factor: false,
      passkeys: [],
      linked: [],
      methods: { social: [], passkeys: false },
      back: `${BASE}/`,
      fresh: true,
      only_admin_of: [],
      running: false
    })
    expect((await studio.call('/auth/account/overview')).status).toBe(401)
    expect((await studio.call('/auth/account/overview', { headers: { cookie: ada.cookie, origin: 'https://evil.example' } })).status).toBe(
      403
    )
  })

  test('the way back to one of our sites, never to another', async () => {
    expect((await overview(studio, ada.cookie, 'https://api.example')).back).toBe('https://api.example/')
    expect((await overview(studio, ada.cookie, 'https://evil.example')).back).toBe(`${BASE}/`)
  })
})

describe('the export', () => {
  test('holds all of a person, nothing of others, and no secret', async () => {
    const other = await person(studio)
    await ask(studio, ada, 'Where is the emerald? [sandbox:tokens=5]')
    await ask(studio, other, 'Where is the ruby? [sandbox:tokens=5]')
    await upload(studio, ada, 'hello', 'note.txt')
    const answer = await studio.call('/auth/account/export', { headers: { cookie: ada.cookie } })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/)
    const text = await answer.text()
    const document = JSON.parse(text) as Record<string, unknown>
    expect(document).toMatchObject({
      account: { id, email: ada.email },
      profile: { inviter_id: null },
      sign_ins: { password: true, second_factor: false, linked: [], passkeys: [] },
      devices: [{ current: true }],
      invitees: 0,
      applications: [{ id: ada.application.id, credentials: [{ host: BASE }] }],
      runs: [{ service: 'chat', state: 'succeeded' }],
      conversations: [{ messages: [{ role: 'user', content: expect.stringContaining('emerald') }, { role: 'assistant' }] }],
      files: [{ name: 'note.txt', size: 5, url: expect.stringMatching(/^https:\/\/api\.example\/files\/[\w-]{43}$/) }]
    })
    expect((document['ledger'] as unknown[]).length).toBeGreaterThan(1)
    expect(text).not.toMatch(/ruby|correct horse|pm_|pmr_|eyJ/)
    expect(text).not.toContain(other.email)
    const rows = [
      ...(await db().selectFrom('account').select('password').where('userId', '=', id).execute()),
      ...(await db().selectFrom('session').select('token').where('userId', '=', id).execute()),
      ...(await db().selectFrom('credential').select(['token_hash', 'token_box']).where('user_id', '=', id).execute()),
      ...(await db().selectFrom('refresh_token').select('hash').execute())
    ]
    for (const secret of rows.flatMap(row => Object.values(row))) expect(text).not.toContain(String(secret))
  })

  test('is whole with more rows than are read at a time, many of one moment', async () => {
    await ask(studio, ada, 'First [sandbox:tokens=5]')
    const [run] = await db().selectFrom('run').selectAll().where('user_id', '=', id).execute()
    const [conversation] = await db().selectFrom('conversation').selectAll().where('user_id', '=', id).execute()
    const [message] = await db().selectFrom('message').selectAll().where('position', '=', 0).execute()
    if (run === undefined || conversation === undefined || message === undefined) throw new Error('nothing to copy')
    const copies = <Row extends object>(count: number, row: Row) =>
      Array.from({ length: count }, () => ({ ...row, id: crypto.randomUUID() }))
    await db().insertInto('run').values(copies(450, run)).execute()
    const [long, ...others] = copies(250, conversation)
    await db()
      .insertInto('conversation')
      .values([...(long === undefined ? [] : [long]), ...others])
      .execute()
    const many = copies(1020, { ...message, conversation_id: long?.id ?? '' }).map((row, position) => ({ ...row, position }))
    for (let at = 0; at < many.length; at += 500)
      await db()
        .insertInto('message')
        .values(many.slice(at, at + 500))
        .execute()
    const document = await exported(studio, ada.cookie)
    const ids = (key: string) => new Set((document[key] as { id: string }[]).map(row => row.id)).size
    expect([ids('runs'), ids('conversations')]).toEqual([451, 251])
    const found = (document['conversations'] as { id: string; messages: unknown[] }[]).find(each => each.id === long?.id)
    expect(found?.messages).toHaveLength(1020)
  })

  test('is for its person, not for a page elsewhere', async () => {
    expect((await studio.call('/auth/account/export')).status).toBe(401)
    expect((await studio.call('/auth/account/export', { token: ada.token.access_token })).status).toBe(401)
    const elsewhere = await studio.call('/auth/account/export', { headers: { cookie: ada.cookie, origin: 'https://evil.example' } })
    expect(elsewhere.status).toBe(403)
    const { account } = await exported(studio, (await person(studio)).cookie)
    expect(account).not.toMatchObject({ id })
  })
})
