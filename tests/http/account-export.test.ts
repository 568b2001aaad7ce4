import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask, exported, idOf } from '../support/account.ts'
import { addPaidOrder, addRewards } from '../support/http-account-rows.ts'
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

/** Columns that contain a user id. */
const USER_COLUMNS = [
  'user_id',
  'userId',
  'owner',
  'inviter_id',
  'invitee_id',
  'admins',
  'reporter_id',
  'asked_by',
  'created_by',
  'blocked_by'
]

/** Tables that contain a user id, with their place in the export. */
const EXPORTED: Record<string, string> = {
  account: 'sign_ins.linked',
  passkey: 'sign_ins.passkeys',
  twoFactor: 'sign_ins.second_factor',
  session: 'devices',
  grant: 'devices',
  profile: 'profile',
  application: 'applications',
  credential: 'applications[0].credentials',
  own_key: 'own_keys',
  conversation: 'conversations',
  share: 'conversations[0].shared',
  run: 'runs',
  file: 'files',
  library_item: 'library',
  preset: 'presets',
  project: 'projects',
  comparison_vote: 'comparisons',
  publication: 'publications',
  publication_like: 'likes',
  order: 'orders',
  distribution_status: 'reward_sums',
  distribution_history: 'rewards',
  short_link: 'short_links',
  refund: 'orders',
  redemption: 'orders',
  report: 'reports',
  audit: 'changes',
  block: 'block'
}

/** Tables that the export leaves out, and why. */
const LEFT_OUT: Record<string, string> = {
  code: 'lives for a minute during a sign-in, as a hash',
  phone_sign_in: 'lives for two minutes during a sign-in',
  deleted_account: 'begins when the account is gone',
  idempotency: 'lives for a day to detect repeated calls; their results are runs',
  passage: 'the search index, which repeats the text of conversations',
  library_words: 'the search index of the library, which has numbers of its words',
  callback: 'lives for a day and repeats a run for its callback address',
  redemption_code:
    'belongs to the deployment; creating it is listed among the changes of the operator',
  push: 'lives as long as a sign-in, and names a browser at its push service',
  featured: 'belongs to the site; featuring a result is listed among the changes of its admin',
  site: 'belongs to the site, whose admins are a setting'
}

describe('the export', () => {
  test('holds everything about the user, nothing about others, and no secret', async () => {
    const other = await person(studio)
    await ask(studio, ada, 'Where is the emerald? [sandbox:tokens=5]')
    await ask(studio, other, 'Where is the ruby? [sandbox:tokens=5]')
    await upload(studio, ada, 'hello', 'note.txt')
    const answer = await studio.call('/auth/account/export', { headers: { cookie: ada.cookie } })
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/
    )
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
      conversations: [
        {
          messages: [
            { role: 'user', content: expect.stringContaining('emerald') },
            { role: 'assistant' }
          ]
        }
      ],
      files: [
        {
          name: 'note.txt',
          size: 5,
          url: expect.stringMatching(/^https:\/\/api\.example\/files\/[\w-]{43}\/note\.txt$/)
        }
      ]
    })
    expect((document['ledger'] as unknown[]).length).toBeGreaterThan(1)
    expect(text).not.toMatch(/ruby|correct horse|pm_|pmr_|eyJ/)
    expect(text).not.toContain(other.email)
    const rows = [
      ...(await db().selectFrom('account').select('password').where('userId', '=', id).execute()),
      ...(await db().selectFrom('session').select('token').where('userId', '=', id).execute()),
      ...(await db()
        .selectFrom('credential')
        .select(['token_hash', 'token_box'])
        .where('user_id', '=', id)
        .execute()),
      ...(await db().selectFrom('refresh_token').select('hash').execute())
    ]
    for (const secret of rows.flatMap(row => Object.values(row)))
      expect(text).not.toContain(String(secret))
  })

  test('holds orders, rewards and short links', async () => {
    const origin = 'https://studio.example'
    const now = studio.context.clock.now()
    await addPaidOrder(studio, id, origin)
    await addRewards(studio, id)
    await db()
      .insertInto('short_link')
      .values(
        Array.from({ length: 450 }, (_, index) => ({
          code: `c${index}`,
          user_id: id,
          content: `/flux?${index}`,
          created_at: now
        }))
      )
      .execute()
    const document = await exported(studio, ada.cookie)
    const created_at = new Date(now).toISOString()
    expect(document).toMatchObject({
      orders: [
        {
          id: 'o',
          origin,
          package_ids: ['p'],
          state: 'Paid',
          amount: 5,
          price: 500,
          paid_at: created_at
        }
      ],
      reward_sums: [{ fund: 'real', price: 500, reward: 50, paid_out: 20 }],
      rewards: [
        { id: 'r1', kind: 'reward', reward: 50, created_at },
        { id: 'r2', percentage: 100 }
      ]
    })
    expect(
      new Set((document['short_links'] as { code: string }[]).map(({ code }) => code)).size
    ).toBe(450)
    expect(JSON.stringify(document)).not.toMatch(/another person|hush/)
  })

  test('covers every table that names a user, except those listed with a reason', async () => {
    await ask(studio, ada, 'Anything [sandbox:tokens=5]')
    const document = await exported(studio, ada.cookie)
    const tables = await studio.context.database.db.introspection.getTables()
    const naming = tables.filter(({ columns }) =>
      columns.some(({ name }) => USER_COLUMNS.includes(name))
    )
    expect(naming.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted()
    )
    for (const [table, key] of Object.entries(EXPORTED)) expect(document, table).toHaveProperty(key)
  })

  test('is complete when there are more rows than one read returns, many with the same time', async () => {
    await ask(studio, ada, 'First [sandbox:tokens=5]')
    const [run] = await db().selectFrom('run').selectAll().where('user_id', '=', id).execute()
    const [conversation] = await db()
      .selectFrom('conversation')
      .selectAll()
      .where('user_id', '=', id)
      .execute()
    const [message] = await db()
      .selectFrom('message')
      .selectAll()
      .where('position', '=', 0)
      .execute()
    if (run === undefined || conversation === undefined || message === undefined)
      throw new Error('nothing to copy')
    const copies = <Row extends object>(count: number, row: Row) =>
      Array.from({ length: count }, () => ({ ...row, id: crypto.randomUUID() }))
    await db().insertInto('run').values(copies(450, run)).execute()
    const [long, ...others] = copies(250, conversation)
    await db()
      .insertInto('conversation')
      .values([...(long === undefined ? [] : [long]), ...others])
      .execute()
    const many = copies(1020, { ...message, conversation_id: long?.id ?? '' }).map(
      (row, position) => ({ ...row, position })
    )
    for (let at = 0; at < many.length; at += 500)
      await db()
        .insertInto('message')
        .values(many.slice(at, at + 500))
        .execute()
    const document = await exported(studio, ada.cookie)
    const ids = (key: string) =>
      new Set((document[key] as { id: string }[]).map(row => row.id)).size
    expect([ids('runs'), ids('conversations')]).toEqual([451, 251])
    const found = (document['conversations'] as { id: string; messages: unknown[] }[]).find(
      each => each.id === long?.id
    )
    expect(found?.messages).toHaveLength(1020)
  })

  test('is available only to its user and not to a page of another origin', async () => {
    expect((await studio.call('/auth/account/export')).status).toBe(401)
    expect(
      (await studio.call('/auth/account/export', { token: ada.token.access_token })).status
    ).toBe(401)
    const elsewhere = await studio.call('/auth/account/export', {
      headers: { cookie: ada.cookie, origin: 'https://evil.example' }
    })
    expect(elsewhere.status).toBe(403)
    const { account } = await exported(studio, (await person(studio)).cookie)
    expect(account).not.toMatchObject({ id })
  })
})
