import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import type { ProblemBody } from '#core/problem.ts'
import { credentialCalls } from '../support/http-credentials.ts'
import { refusal } from '../support/shop.ts'
import {
  BASE,
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

const { ask, call, create, createKey, put, rotate, tokenState } = credentialCalls(() => ({
  studio,
  ada
}))

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
    const stored = await studio.context.database.db
      .selectFrom('idempotency')
      .select('answer')
      .execute()
    expect(JSON.stringify(stored)).not.toContain(one.token)
    // The same idempotency key for another API key is a different call, so it is refused.
    const other = await createKey()
    await json(rotate(one.id, headers))
    expect(await refusal(rotate(other.id, headers))).toEqual([422, 'key_reused'])
  })

  test('is refused after a hundred keys', async () => {
    const uma = await person(studio)
    for (let time = 0; time < 100; time++) await json(create({ name: `key ${time}` }, uma))
    expect(await refusal(create({ name: 'one more' }, uma))).toEqual([
      400,
      'bad_request',
      'application_id too_many'
    ])
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
    expect(await refusal(create(body))).toEqual([400, 'bad_request', issue])
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

test('an expired key is refused as expired, and works again with a later expiry date', async () => {
  const made = await createKey()
  await json(
    put(made.id, { expired_at: new Date(studio.context.clock.now() - 1000).toISOString() })
  )
  const answer = await ask(made.token)
  const body = (await answer.clone().json()) as ProblemBody
  expect(await refusal(Promise.resolve(answer))).toEqual([
    401,
    'token_expired',
    'expired_at key_expired'
  ])
  expect(body.error.message).toContain('This API key has expired')
  await json(put(made.id, { expired_at: '2099-01-01T00:00:00Z' }))
  expect(await tokenState(made.token)).toBe('yes')
})

test('a deleted key is gone, and its receipts stay', async () => {
  const made = await createKey()
  expect((await ask(made.token)).status).toBe(200)
  const deletion = await call(made.id, { method: 'DELETE' })
  expect([deletion.status, await deletion.text()]).toEqual([204, ''])
  expect([await tokenState(made.token), (await call(made.id)).status]).toEqual([
    'invalid_token',
    404
  ])
  const { count } = await json<{ count: number }>(
    studio.call('/api/v1/usage/apis/', { token: ada.token.access_token })
  )
  expect(count).toBeGreaterThan(0)
})
