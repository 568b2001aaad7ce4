import { afterEach, beforeEach, expect, test } from 'vitest'
import { GRANT_LIFE, openGrant, rotateGrant } from '#servers/auth/grants.ts'
import { beginPhoneSignIn } from '#servers/auth/phone/phone.ts'
import { openHubSession, readHubSession } from '#servers/auth/sessions.ts'
import { sweepSignIns } from '#servers/auth/sweep.ts'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { addPerson } from '../../../tests/support/people.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let context: TestContext
let userId: string
beforeEach(async () => {
  context = await freshContext()
  userId = await addPerson(context)
})
afterEach(() => context.close())

type Swept =
  | 'phone_sign_in'
  | 'grant'
  | 'refresh_token'
  | 'hub_session'
  | 'session'
  | 'verification'

async function count(...tables: Swept[]): Promise<number[]> {
  const rows = await Promise.all(
    tables.map(table =>
      context.database.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
    )
  )
  return rows.map(row => Number(row.count))
}

const opening = () => ({
  userId,
  authSession: null,
  origin: 'https://studio.example',
  agent: '',
  address: ''
})

async function signIn(): Promise<string> {
  const opened = await context.database.transaction(tx =>
    openGrant(tx, context.clock.now(), opening())
  )
  return opened.refreshToken
}

test('a sign-in by phone is removed an hour after it expires', async () => {
  await beginPhoneSignIn(context, { origin: 'https://studio.example', agent: '', address: '' })
  context.clock.advance(61 * MINUTE)
  await sweepSignIns(context)
  expect(await count('phone_sign_in')).toEqual([1])
  context.clock.advance(2 * MINUTE)
  await sweepSignIns(context)
  expect(await count('phone_sign_in')).toEqual([0])
})

test('a used refresh token is kept for a month, its successor for the grace period', async () => {
  const first = await signIn()
  await rotateGrant(context, first)
  const boxes = async () =>
    context.database.db
      .selectFrom('refresh_token')
      .select('hash')
      .where('next_box', 'is not', null)
      .execute()
  await sweepSignIns(context)
  expect(await boxes()).toHaveLength(1)
  await rotateGrant(context, first)

  context.clock.advance(MINUTE)
  await sweepSignIns(context)
  expect(await boxes()).toHaveLength(0)
  expect(await count('refresh_token')).toEqual([2])
  context.clock.advance(30 * DAY)
  await sweepSignIns(context)
  expect(await count('refresh_token')).toEqual([1])
})

test('after a sweep, reuse of an old refresh token still ends the sign-in', async () => {
  const first = await signIn()
  const { refresh_token } = await rotateGrant(context, first)
  context.clock.advance(MINUTE)
  await sweepSignIns(context)
  await expect(rotateGrant(context, first)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(rotateGrant(context, refresh_token)).rejects.toMatchObject({ code: 'invalid_token' })
})

test('a sign-in at a site is removed with its tokens a month after it ends', async () => {
  await signIn()
  const session = await openHubSession(context, opening())
  context.clock.advance(GRANT_LIFE - DAY)
  await readHubSession(context, session)
  context.clock.advance(30 * DAY)
  await sweepSignIns(context)
  expect(await count('grant', 'hub_session')).toEqual([2, 1])
  context.clock.advance(2 * DAY)
  await sweepSignIns(context)
  expect(await count('grant', 'hub_session', 'refresh_token')).toEqual([1, 1, 1])

  await context.database.db.updateTable('grant').set({ revoked_at: context.clock.now() }).execute()
  context.clock.advance(31 * DAY)
  await sweepSignIns(context)
  expect(await count('grant', 'hub_session', 'refresh_token')).toEqual([0, 0, 0])
})

test('expired sessions and email links of the login page are removed', async () => {
  const { db } = context.database
  const at = (milliseconds: number) => new Date(context.clock.now() + milliseconds).toISOString()
  const dated = (id: string, milliseconds: number) => ({
    id,
    createdAt: at(-DAY),
    updatedAt: at(-DAY),
    expiresAt: at(milliseconds)
  })
  for (const [id, end] of [
    ['over', -2 * 60 * MINUTE],
    ['alive', MINUTE]
  ] as const) {
    await db
      .insertInto('session')
      .values({ ...dated(id, end), token: id, ipAddress: null, userAgent: null, userId })
      .execute()
    await db
      .insertInto('verification')
      .values({ ...dated(id, end), identifier: id, value: id })
      .execute()
  }
  await sweepSignIns(context)
  for (const table of ['session', 'verification'] as const)
    expect(await db.selectFrom(table).select('id').execute()).toEqual([{ id: 'alive' }])
})
