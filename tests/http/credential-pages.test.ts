import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credential } from '#contract/credential.ts'
import { credentialCalls } from '../support/http-credentials.ts'
import { refusal } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

const { ask, call, create, put, tokenState } = credentialCalls(() => ({
  studio,
  ada
}))

describe('the key of a page', () => {
  test('is the same working key, however many requests create it at once', async () => {
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

  test('is renewed when its page requests it after it has expired', async () => {
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

  test('is not created for another page after a hundred keys, but existing pages keep theirs', async () => {
    const uma = await person(studio)
    for (let time = 1; time < 100; time++)
      await json(create({ host: `https://page-${time}.example` }, uma))
    const more = create({ host: 'https://page-100.example' }, uma)
    expect(await refusal(more)).toEqual([400, 'bad_request', 'application_id too_many'])
    expect(await json(create({ host: 'https://page-1.example' }, uma))).toMatchObject({
      host: 'https://page-1.example'
    })
    expect(await json(create({ name: 'key' }, uma))).toMatchObject({ name: 'key' })
  })

  test('keeps the requested limit and end, at the first request and later', async () => {
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
    expect(await refusal(ask(made.token))).toEqual([403, 'used_up', 'limited_amount key_used_up'])
    expect(await refusal(create({ host, expired_at: '1999-01-01T00:00:00Z' }, uma))).toEqual([
      400,
      'bad_request',
      'expired_at too_small'
    ])
    await json(call(made.id, { method: 'PUT', json: { expired_at: '2020-01-01T00:00:00Z' } }, uma))
    const again = await json<Credential>(create({ host }, uma))
    expect(again).toMatchObject({ limited_amount: 0, expired_at: null })
    expect(again.token).not.toBe(made.token)
  })
})
