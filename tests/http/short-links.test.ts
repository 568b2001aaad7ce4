import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShortLink } from '#contract/short-link.ts'
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
let eve: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { ALLOWED_ORIGINS: 'https://studio.example' } })
  ada = await person(studio)
  eve = await person(studio)
})
afterAll(() => studio.close())

const shorten = (content: unknown, who = ada): Promise<Response> =>
  studio.call('/api/v1/shorturl/', { json: { content }, token: who.token.access_token })
const short = async (content: string, who = ada): Promise<string> =>
  (await json<ShortLink>(shorten(content, who))).data.url

test('leads back, by an address of our own', async () => {
  const content = `${BASE}/?inviter_id=ada`
  const answer = await json<ShortLink>(shorten(content))
  expect(answer.success).toBe(true)
  expect(answer.data.url).toMatch(new RegExp(`^${BASE}/s/[A-Za-z0-9]{8}$`))
  const followed = await studio.call(answer.data.url)
  expect([
    followed.status,
    followed.headers.get('location'),
    followed.headers.get('cache-control')
  ]).toEqual([302, content, 'no-store'])
})

test('is the same for the same person and page, also when asked for twenty times at once', async () => {
  const content = `${BASE}/flux?inviter_id=ada`
  const all = await Promise.all(Array.from({ length: 20 }, () => short(content)))
  expect(new Set(all).size).toBe(1)
  expect(await short('https://studio.example/de/')).not.toBe(all[0])
  expect(await short(content, eve)).not.toBe(all[0])
})

describe('leads nowhere else', () => {
  test.each([
    'https://evil.example/',
    'https://studio.example.evil.example/',
    'https://studio.example@evil.example/',
    'https://user:pass@studio.example/',
    'http://studio.example/',
    'https://studio.example:8443/',
    'javascript:alert(1)',
    'data:text/html,hi',
    '//studio.example/',
    '/flux',
    'http://127.0.0.1:9999/',
    'http://localhost:4321/',
    ' ',
    `https://studio.example/${'ä'.repeat(400)}`
  ])('%s', async content => {
    expect(await refusal(shorten(content))).toEqual([400, 'bad_request', 'content not_allowed'])
  })

  test('not even when the table says so, once a site is ours no more', async () => {
    const { db } = studio.context.database
    await db
      .insertInto('short_link')
      .values({ code: 'aaaaaaaa', user_id: 'x', content: 'https://evil.example/', created_at: 1 })
      .execute()
    expect(await refusal(studio.call('/s/aaaaaaaa'))).toEqual([404, 'not_found'])
  })
})

test('codes that nobody made, bodies that say nothing, and strangers are refused', async () => {
  for (const path of ['/s/bbbbbbbb', '/s/x', '/s/%2e%2e%2fapi', `/s/${'x'.repeat(64)}`])
    expect(await refusal(studio.call(path))).toEqual([404, 'not_found'])
  expect(await refusal(shorten(''))).toEqual([400, 'bad_request', 'content required'])
  expect(await refusal(shorten(7))).toEqual([400, 'bad_request', 'content wrong_type'])
  expect(await refusal(studio.call('/api/v1/shorturl/', { json: { content: BASE } }))).toEqual([
    401,
    'invalid_token'
  ])
})

test('nobody makes them by the hundred', async () => {
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, index) => shorten(`${BASE}/${index}`, eve))
  )
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})
