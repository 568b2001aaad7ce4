import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import { toMicro } from '#core/money.ts'
import type { ProblemBody } from '#core/problem.ts'
import { remaining } from '#servers/ledger/ledger.ts'
import { openTaskWorld } from '../support/task-world.ts'
import { PRICE } from '../support/vendor.ts'
import {
  BASE,
  frames,
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

type Init = { method?: string; json?: unknown; headers?: Record<string, string> }
const call = (path = '', init: Init = {}, who = ada): Promise<Response> =>
  studio.call(`/api/v1/credentials/${path}`, { ...init, token: who.token.access_token })
const create = (body: object, who = ada): Promise<Response> =>
  call('', { json: { application_id: who.application.id, ...body } }, who)
const createKey = (body: object = {}): Promise<Credential> =>
  json(create({ name: 'Laptop', ...body }))
const put = (id: string, body: unknown): Promise<Response> =>
  call(id, { method: 'PUT', json: body })
const rotate = (id: string, headers = {}): Promise<Response> =>
  call(`${id}/rotate/`, { method: 'POST', headers })
const ask = (token: string, question = 'hi [sandbox:tokens=20]'): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question },
    token,
    headers: { accept: 'application/json' }
  })
const tokenState = async (token: string): Promise<string> => {
  const answer = await studio.call('/aichat/conversations', {
    json: { action: 'retrieve_batch' },
    token
  })
  return answer.ok ? 'yes' : ((await answer.json()) as ProblemBody).code
}
const problem = async (answer: Response | Promise<Response>): Promise<unknown> => {
  const { status, body } = await Promise.resolve(answer).then(async each => ({
    status: each.status,
    body: (await each.json()) as ProblemBody
  }))
  return [
    status,
    body.code,
    ...(body.error.issues ?? []).map(issue => `${issue.field} ${issue.code}`)
  ]
}

describe('the key of a page', () => {
  test('is the same working one, however many requests create it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => json<Credential>(create({ host: 'https://page.example' })))
    )
    expect(new Set(answers.map(each => `${each.id} ${each.token}`)).size).toBe(1)
    const [first] = answers
    expect(first).toMatchObject({
      host: 'https://page.example',
      limited_amount: null,
      used_amount: 0,
      expired_at: null
    })
    expect(await tokenState(first?.token ?? '')).toBe('yes')
  })

  test('works again after it has expired when its page requests it', async () => {
    const own = await json<Credential>(create({ host: 'https://ended.example' }))
    await json(
      put(own.id, { expired_at: new Date(studio.context.clock.now() - 1000).toISOString() })
    )
    expect(await tokenState(own.token)).toBe('token_expired')
    const again = await json<Credential>(create({ host: 'https://ended.example' }))
    expect(again).toMatchObject({ id: own.id, expired_at: null })
    expect([await tokenState(again.token), await tokenState(own.token)]).toEqual([
      'yes',
      'invalid_token'
    ])
  })
})

describe('a named key', () => {
  test('shows its token once, and only its hash is stored', async () => {
    const made = await createKey({ limited_amount: 1.5, expired_at: '2099-01-01T00:00:00+02:00' })
    expect(made).toMatchObject({
      name: 'Laptop',
      host: '',
      limited_amount: 1.5,
      expired_at: '2098-12-31T22:00:00.000Z'
    })
    expect(await tokenState(made.token)).toBe('yes')
    const { items } = await json<{ items: Credential[] }>(
      call(`?application_id=${ada.application.id}`)
    )
    const again = [
      await json<Credential>(call(made.id)),
      await json<Credential>(put(made.id, made)),
      items.find(each => each.id === made.id),
      (
        await json<Application>(
          studio.call(`/api/v1/applications/${ada.application.id}`, {
            token: ada.token.access_token
          })
        )
      ).credentials.find(each => each.id === made.id)
    ]
    for (const seen of again) expect(seen).toMatchObject({ id: made.id, token: '' })
    const tables = ['credential', 'idempotency'] as const
    for (const table of tables)
      expect(
        JSON.stringify(await studio.context.database.db.selectFrom(table).selectAll().execute())
      ).not.toContain(made.token)
  })

  test('is returned with its token for a repeated idempotency key and stored encrypted', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { application_id: ada.application.id, name: 'Once' }
    const [one, two] = [
      await json<Credential>(call('', { json: body, headers })),
      await json<Credential>(call('', { json: body, headers }))
    ]
    expect(two).toEqual(one)
    const kept = await studio.context.database.db
      .selectFrom('idempotency')
      .select('answer')
      .execute()
    expect(JSON.stringify(kept)).not.toContain(one.token)
    // The same idempotency key for another row is another call.
    const other = await createKey()
    await json(rotate(one.id, headers))
    expect(await problem(rotate(other.id, headers))).toEqual([422, 'key_reused'])
  })

  test('is refused after a hundred keys', async () => {
    const uma = await person(studio)
    for (let time = 0; time < 100; time++) await json(create({ name: `key ${time}` }, uma))
    expect(await problem(create({ name: 'one more' }, uma))).toEqual([
      400,
      'bad_request',
      'application_id too_many'
    ])
  })

  test('of a page is refused after a hundred keys, but existing pages keep theirs', async () => {
    const uma = await person(studio)
    for (let time = 1; time < 100; time++)
      await json(create({ host: `https://page-${time}.example` }, uma))
    const more = create({ host: 'https://page-100.example' }, uma)
    expect(await problem(more)).toEqual([400, 'bad_request', 'application_id too_many'])
    expect(await json(create({ host: 'https://page-1.example' }, uma))).toMatchObject({
      host: 'https://page-1.example'
    })
    expect(await json(create({ name: 'key' }, uma))).toMatchObject({ name: 'key' })
  })

  test('of a page keeps the requested limit and end, at the first request and later', async () => {
    const uma = await person(studio)
    const host = 'https://limited.example'
    const end = '2099-01-01T00:00:00.000Z'
    const asked = { host, limited_amount: 0.01, expired_at: end }
    const made = await json<Credential>(create(asked, uma))
    expect(made).toMatchObject({ limited_amount: 0.01, expired_at: end })
    expect(await json(create({ host }, uma))).toEqual(made)
    expect(await json(create({ host, limited_amount: 0 }, uma))).toMatchObject({
      token: made.token,
      limited_amount: 0,
      expired_at: end
    })
    expect(await problem(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
    expect(await problem(create({ host, expired_at: '1999-01-01T00:00:00Z' }, uma))).toEqual([
      400,
      'bad_request',
      'expired_at too_small'
    ])
    await json(call(made.id, { method: 'PUT', json: { expired_at: '2020-01-01T00:00:00Z' } }, uma))
    const again = await json<Credential>(create({ host }, uma))
    expect(again).toMatchObject({ limited_amount: 0, expired_at: null })
    expect(again.token).not.toBe(made.token)
  })

  test.each<[object, string]>([
    [{}, 'name required'],
    [{ host: '' }, 'name required'],
    [{ name: '  ' }, 'name required'],
    [{ name: 'a\nb' }, 'name invalid'],
    [{ name: 'x'.repeat(300) }, 'name too_long'],
    [{ name: 'x', limited_amount: -1 }, 'limited_amount too_small'],
    [{ name: 'x', limited_amount: 0.0000001 }, 'limited_amount too_small'],
    [{ name: 'x', limited_amount: 0.00000099 }, 'limited_amount too_small'],
    [{ name: 'x', limited_amount: '1' }, 'limited_amount wrong_type'],
    [{ name: 'x', limited_amount: 1e300 }, 'limited_amount too_large'],
    [{ name: 'x', expired_at: 'tomorrow' }, 'expired_at invalid'],
    [{ name: 'x', expired_at: 1_900_000_000 }, 'expired_at invalid'],
    [{ name: 'x', expired_at: '1999-01-01T00:00:00Z' }, 'expired_at too_small'],
    [{ host: 'studio.example' }, 'host invalid'],
    [{ host: 'https://studio.example/path' }, 'host invalid'],
    [{ host: 'javascript:alert(1)' }, 'host invalid']
  ])('is refused: %j', async (body, issue) => {
    expect(await problem(create(body))).toEqual([400, 'bad_request', issue])
  })
})

test('a change keeps the fields that are not given, and a whole key may be sent back', async () => {
  const made = await createKey({ limited_amount: 2 })
  expect(await json(put(made.id, { name: 'Phone' }))).toMatchObject({
    name: 'Phone',
    limited_amount: 2
  })
  const whole = await json<Credential>(
    put(made.id, { limited_amount: null, expired_at: '2099-01-01T00:00:00Z' })
  )
  expect(whole).toMatchObject({
    name: 'Phone',
    limited_amount: null,
    expired_at: '2099-01-01T00:00:00.000Z'
  })
  const forged = {
    ...whole,
    id: 'x',
    user_id: 'x',
    host: BASE,
    application_id: 'x',
    token: 'pm_x',
    used_amount: -5,
    type: 'Identity'
  }
  expect(await json(put(made.id, forged))).toEqual({ ...whole, updated_at: expect.any(String) })
  expect(await tokenState(made.token)).toBe('yes')
})

test('a new token works at once, and the old one stops working', async () => {
  for (const made of [
    await createKey(),
    await json<Credential>(create({ host: 'https://turned.example' }))
  ]) {
    const rotated = await json<Credential>(rotate(made.id))
    expect(rotated.id).toBe(made.id)
    expect([await tokenState(rotated.token), await tokenState(made.token)]).toEqual([
      'yes',
      'invalid_token'
    ])
  }
  const page = await json<Credential>(create({ host: 'https://turned.example' }))
  expect(await tokenState(page.token)).toBe('yes')
})

test('an expired key says so and works again with a later end', async () => {
  const made = await createKey()
  await json(
    put(made.id, { expired_at: new Date(studio.context.clock.now() - 1000).toISOString() })
  )
  const answer = await ask(made.token)
  const body = (await answer.clone().json()) as ProblemBody
  expect(await problem(answer)).toEqual([401, 'token_expired', 'expired_at key_expired'])
  expect(body.error.message).toContain('This key has expired')
  await json(put(made.id, { expired_at: '2099-01-01T00:00:00Z' }))
  expect(await tokenState(made.token)).toBe('yes')
})

test('a deleted key is gone, and its receipts stay', async () => {
  const made = await createKey()
  expect((await ask(made.token)).status).toBe(200)
  const gone = await call(made.id, { method: 'DELETE' })
  expect([gone.status, await gone.text()]).toEqual([204, ''])
  expect([await tokenState(made.token), (await call(made.id)).status]).toEqual([
    'invalid_token',
    404
  ])
  const { count } = await json<{ count: number }>(
    studio.call('/api/v1/usage/apis/', { token: ada.token.access_token })
  )
  expect(count).toBeGreaterThan(0)
})

describe('a spending limit', () => {
  test('ends the answer when it is reached, and the answer says why', async () => {
    const uma = await person(studio)
    const made = await json<Credential>(create({ name: 'Small', limited_amount: 0.01 }, uma))
    const { frames: found } = await frames(
      await studio.call('/aichat/conversations', {
        json: { model: 'gpt-5-all', question: 'hi [sandbox:tokens=2000]' },
        token: made.token
      })
    )
    const issues = [{ field: 'limited_amount', code: 'key_used_up' }]
    expect(found.at(-1)).toMatchObject({
      error: { code: 'used_up', message: expect.stringContaining('Credentials'), issues }
    })
    const after = await json<Credential>(call(made.id, {}, uma))
    expect(after.used_amount).toBeGreaterThan(0.005)
    expect(after.used_amount).toBeLessThanOrEqual(0.01)
    expect(await problem(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
    const { error } = (await (await ask(made.token)).json()) as ProblemBody
    expect(error.message).toContain('Raise it under Credentials')
    const kept = await studio.call('/aichat/conversations', {
      json: { action: 'retrieve', id: found.at(-1)?.['id'] },
      token: made.token
    })
    expect(await kept.text()).toContain('Raise it under Credentials')
    expect((await ask(uma.credential.token)).status).toBe(200)
    await json(call(made.id, { method: 'PUT', json: { limited_amount: 1 } }, uma))
    expect((await ask(made.token)).status).toBe(200)
  })

  test('of zero allows no spending, and one below the used amount creates no debt', async () => {
    const made = await createKey({ limited_amount: 0 })
    expect(await problem(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
    await json(put(made.id, { limited_amount: null }))
    await ask(made.token)
    await json(put(made.id, { limited_amount: 0.000001 }))
    expect(await problem(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
  })

  test('holds when twenty requests spend at once', async () => {
    const uma = await person(studio)
    const limit = 0.02
    const made = await json<Credential>(create({ name: 'Race', limited_amount: limit }, uma))
    const before = await remaining(studio.context.database.db, uma.application.id, 'sandbox')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(made.token, 'hi [sandbox:tokens=300]'))
    )
    await Promise.all(answers.map(answer => answer.text()))
    const { used_amount: used } = await json<Credential>(call(made.id, {}, uma))
    expect(used).toBeGreaterThan(0)
    expect(used).toBeLessThanOrEqual(limit)
    const after = await remaining(studio.context.database.db, uma.application.id, 'sandbox')
    expect(before - after).toBe(toMicro(used))
  })

  test('holds for tasks, too, whose holds count until they end', async () => {
    const world = await openTaskWorld()
    const body = { limited_amount: (PRICE * 3) / 1_000_000 }
    const path = `/api/v1/credentials/${world.ada.credential.id}`
    await json(
      world.studio.call(path, { method: 'PUT', json: body, token: world.ada.token.access_token })
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => world.submit('a cat'))
    )
    expect(outcomes.filter(each => each.status === 'fulfilled')).toHaveLength(3)
    for (const each of outcomes)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({
          code: 'used_up',
          issues: [{ field: 'limited_amount' }]
        })
    await world.close()
  })
})
