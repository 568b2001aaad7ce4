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

test('a short link leads to its page by an address of the studio', async () => {
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

test('a short link is the same for the same user and page, also when created twenty times at once', async () => {
  const content = `${BASE}/flux?inviter_id=ada`
  const all = await Promise.all(Array.from({ length: 20 }, () => short(content)))
  expect(new Set(all).size).toBe(1)
  expect(await short('https://studio.example/de/')).not.toBe(all[0])
  expect(await short(content, eve)).not.toBe(all[0])
})

describe('a short link leads to no other site', () => {
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

  test('even if a link to a site that was since removed is stored', async () => {
    const { db } = studio.context.database
    await db
      .insertInto('short_link')
      .values({ code: 'aaaaaaaa', user_id: 'x', content: 'https://evil.example/', created_at: 1 })
      .execute()
    expect(await refusal(studio.call('/s/aaaaaaaa'))).toEqual([404, 'not_found'])
  })
})

test('unknown codes, empty bodies and calls without a sign-in are refused', async () => {
  for (const path of ['/s/bbbbbbbb', '/s/x', '/s/%2e%2e%2fapi', `/s/${'x'.repeat(64)}`])
    expect(await refusal(studio.call(path))).toEqual([404, 'not_found'])
  expect(await refusal(shorten(''))).toEqual([400, 'bad_request', 'content required'])
  expect(await refusal(shorten(7))).toEqual([400, 'bad_request', 'content wrong_type'])
  expect(await refusal(studio.call('/api/v1/shorturl/', { json: { content: BASE } }))).toEqual([
    401,
    'invalid_token'
  ])
})

test('a user cannot create hundreds of short links', async () => {
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, index) => shorten(`${BASE}/${index}`, eve))
  )
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})
