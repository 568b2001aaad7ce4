import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { OperatedPerson } from '#contract/operation.ts'
import type { Site } from '#contract/site.ts'
import { refusal, type List } from '../support/shop.ts'
import {
  BASE,
  codeFor,
  cookiesOf,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson

beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

const idOf = (who: TestPerson): string => who.application.user_id
const path = (id: string): string => `/api/v1/operation/people/${id}/block`
const block = (id: string, by = ada, reason = 'Sent spam'): Promise<Response> =>
  studio.call(path(id), { method: 'PUT', json: { reason }, token: by.token.access_token })
const unblock = (id: string, by = ada): Promise<Response> =>
  studio.call(path(id), { method: 'DELETE', token: by.token.access_token })
const BLOCKED = [403, 'forbidden', 'account blocked']
const me = (who: TestPerson): Promise<Response> =>
  studio.call('/api/v1/users/me', { token: who.token.access_token })
const signIn = (who: TestPerson, password = 'correct horse battery'): Promise<Response> =>
  studio.call('/api/auth/sign-in/email', { json: { email: who.email, password } })
const ask = (who: TestPerson): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: 'Hi [sandbox:tokens=3]' },
    token: who.credential.token,
    headers: { accept: 'application/json' }
  })
const models = (who: TestPerson): Promise<Response> =>
  studio.call('/v1/models', { token: who.credential.token })

/** Signs a user in at the hub and returns the cookie. */
async function hubCookie(who: TestPerson): Promise<string> {
  const code = await codeFor(studio, who.cookie)
  return cookiesOf(await studio.call('/auth/session', { json: { code } }))
}

describe('a blocked user', () => {
  test('is refused on every route, and everything works again after the block', async () => {
    const eve = await person(studio)
    const cookie = await hubCookie(eve)
    const unusedCode = await codeFor(studio, eve.cookie)
    expect(await json(block(idOf(eve)))).toMatchObject({
      reason: 'Sent spam',
      blocked_by: idOf(ada)
    })

    expect(await refusal(me(eve))).toEqual(BLOCKED)
    expect(await refusal(ask(eve))).toEqual(BLOCKED)
    expect((await models(eve)).status).toBe(403)
    const refresh = { grant_type: 'refresh_token', refresh_token: eve.token.refresh_token }
    expect(await refusal(studio.call('/oauth2/v1/token', { json: refresh }))).toEqual(BLOCKED)
    expect(
      await refusal(studio.call('/auth/session', { method: 'POST', headers: { cookie } }))
    ).toEqual(BLOCKED)
    expect(await refusal(studio.call('/oauth2/v1/token', { json: { code: unusedCode } }))).toEqual(
      BLOCKED
    )
    expect(await refusal(signIn(eve))).toEqual(BLOCKED)
    const answer = await studio.call('/api/v1/users/me', {
      token: eve.token.access_token,
      headers: { 'accept-language': 'de' }
    })
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining('gesperrt') }
    })
    // The login page no longer recognizes the user.
    const page = studio.call('/auth/authorize', {
      json: { redirect: `${BASE}/auth/callback?redirect=/` },
      headers: { cookie: eve.cookie }
    })
    expect((await json<SignInResponse>(page)).location).toBeNull()

    expect((await unblock(idOf(eve))).status).toBe(204)
    expect([(await me(eve)).status, (await ask(eve)).status, (await models(eve)).status]).toEqual([
      200, 200, 200
    ])
    expect((await studio.call('/oauth2/v1/token', { json: refresh })).status).toBe(200)
    expect(
      (await studio.call('/auth/session', { method: 'POST', headers: { cookie } })).status
    ).toBe(200)
    expect((await signIn(eve)).status).toBe(200)
  })

  test('learns of the block only by signing in with the right password', async () => {
    const eve = await person(studio)
    await json(block(idOf(eve)))
    expect(await refusal(signIn(eve, 'not the password'))).toEqual([
      400,
      'bad_request',
      'password wrong_password'
    ])
  })

  test('keeps running work, which ends normally and is charged', async () => {
    const eve = await person(studio)
    const asked = studio.call('/aichat/conversations', {
      json: {
        model: 'gpt-5-all',
        question: 'Hi [sandbox:tokens=20] [sandbox:delay=30]',
        async: true
      },
      token: eve.credential.token
    })
    const { run_id } = await json<{ run_id: string }>(asked)
    await json(block(idOf(eve)))
    const run = () =>
      studio.context.database.db
        .selectFrom('run')
        .selectAll()
        .where('id', '=', run_id)
        .executeTakeFirstOrThrow()
    await expect.poll(async () => (await run()).state).toBe('succeeded')
    expect((await run()).charged).toBeGreaterThan(0)
  })

  test('must have an account, and a second block replaces the reason of the first', async () => {
    const eve = await person(studio)
    expect((await refusal(block('nobody')))[0]).toBe(404)
    expect(await refusal(block(idOf(eve), ada, '  '))).toEqual([
      400,
      'bad_request',
      'reason required'
    ])
    expect(await refusal(block(idOf(eve), eve))).toEqual([403, 'forbidden'])
    await Promise.all([json(block(idOf(eve))), json(block(idOf(eve)))])
    expect(await json(block(idOf(eve), ada, 'Another one'))).toMatchObject({
      reason: 'Another one'
    })
    const people = await json<List<OperatedPerson>>(
      studio.call(`/api/v1/operation/people?search=${eve.email}`, { token: ada.token.access_token })
    )
    expect(people).toMatchObject({ count: 1, items: [{ blocked: { reason: 'Another one' } }] })
    expect((await unblock(idOf(eve))).status).toBe(204)
    expect((await unblock(idOf(eve))).status).toBe(204)
  })
})

describe('operators', () => {
  test('cannot block themselves, and of two who block each other one remains', async () => {
    const eve = await person(studio)
    const token = ada.token.access_token
    const { items } = await json<List<Site>>(
      studio.call(`/api/v1/sites/?origin=${BASE}`, { token })
    )
    await json(
      studio.call(`/api/v1/sites/${items[0]?.id}`, {
        method: 'PUT',
        json: { admins: [idOf(ada), idOf(eve)] },
        token
      })
    )
    expect(await refusal(block(idOf(ada)))).toEqual([400, 'bad_request', 'id not_allowed'])
    const both = await Promise.all([block(idOf(eve), ada), block(idOf(ada), eve)])
    expect(both.map(({ ok }) => ok).filter(Boolean)).toHaveLength(1)
    const rows = await studio.context.database.db
      .selectFrom('block')
      .select('user_id')
      .where('user_id', 'in', [idOf(ada), idOf(eve)])
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('blocked admins do not count as the remaining admin of a site', async () => {
    const own = await openStudio({ environment: { RATE_LIMITS: 'off' } })
    const [first, second] = [await person(own), await person(own)]
    const token = first.token.access_token
    const { items } = await json<List<Site>>(own.call(`/api/v1/sites/?origin=${BASE}`, { token }))
    const setAdmins = (admins: string[]): Promise<Response> =>
      own.call(`/api/v1/sites/${items[0]?.id}`, { method: 'PUT', json: { admins }, token })
    await json(setAdmins([idOf(first), idOf(second)]))
    await json(own.call(path(idOf(second)), { method: 'PUT', json: { reason: 'Away' }, token }))
    expect(await refusal(setAdmins([idOf(second)]))).toEqual([
      400,
      'bad_request',
      'admins.0 not_allowed'
    ])
    const body = { password: 'correct horse battery', confirm: first.email }
    const leave = (): Promise<Response> =>
      own.call('/auth/account/delete', { json: body, headers: { cookie: first.cookie } })
    expect(await refusal(leave())).toEqual([403, 'forbidden', 'site only_admin'])
    expect((await own.call(path(idOf(second)), { method: 'DELETE', token })).status).toBe(204)
    expect((await leave()).status).toBe(204)
    await own.close()
  })
})
