import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { Usage } from '#contract/usage.ts'
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
  studio = await openStudio()
  ada = await person(studio)
})
afterAll(() => studio.close())

const ask = (key: string, question: string, accept = 'application/json'): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question },
    token: ada.credential.token,
    headers: { 'idempotency-key': key, accept }
  })
const usages = (): Promise<{ items: Usage[]; count: number }> =>
  json(studio.call('/api/v1/usage/apis/', { token: ada.token.access_token }))

test('one question with one key is one run with one charge, also when ten arrive at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      ask('one', 'tides? [sandbox:tokens=20]').then(response =>
        json<{ answer: string; id: string }>(response)
      )
    )
  )
  expect(new Set(answers.map(answer => `${answer.id} ${answer.answer}`)).size).toBe(1)
  const { items, count } = await usages()
  expect(count).toBe(1)
  const application = await json<Application>(
    studio.call(`/api/v1/applications/${ada.application.id}`, { token: ada.token.access_token })
  )
  expect(application.used_amount).toBe(items[0]?.deducted_amount)
})

test('a repeated stream is the same stream from its start', async () => {
  const first = await frames(await ask('stream', 'again [sandbox:tokens=20]', 'text/event-stream'))
  const second = await frames(await ask('stream', 'again [sandbox:tokens=20]', 'text/event-stream'))
  expect(second).toEqual(first)
})

test('a key is refused with another body, and another user has their own keys', async () => {
  const answer = await ask('one', 'something else')
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    422,
    'key_reused'
  ])
  const eve = await person(studio)
  const hers = await studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: 'tides? [sandbox:tokens=20]' },
    token: eve.credential.token,
    headers: { 'idempotency-key': 'one', accept: 'application/json' }
  })
  expect(hers.status).toBe(200)
})

test('a repeated create call gets the same answer, and a failed one can be repeated', async () => {
  const eve = await person(studio)
  const apply = (service_id: string): Promise<Response> =>
    studio.call('/api/v1/applications/', {
      json: { type: 'Usage', scope: 'Individual', service_id },
      token: eve.token.access_token,
      headers: { 'idempotency-key': 'apply' }
    })
  const first = await json<Application>(apply('flux'))
  expect(await json(apply('flux'))).toEqual(first)
  const credential = (host: string): Promise<Response> =>
    studio.call('/api/v1/credentials/', {
      json: { application_id: first.id, host },
      token: eve.token.access_token,
      headers: { 'idempotency-key': 'c' }
    })
  expect((await credential('nonsense')).status).toBe(400)
  expect((await credential(BASE)).status).toBe(200)
})

test.each(['', ' ', 'ä', 'x'.repeat(256)])('an invalid key (%j) is named', async key => {
  const answer = await ask(key, 'hello')
  // The case of a space: `fetch` trims the header to an empty one, which is not a valid key either.
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    400,
    'bad_request'
  ])
})

test('a receipt shows the credits held and charged, the measured amounts, and the reason', async () => {
  const { items } = await usages()
  const [one] = items
  expect(
    await json(studio.call(`/api/v1/usages/${one?.id}`, { token: ada.token.access_token }))
  ).toEqual(one)
  expect(one).toMatchObject({
    service: { alias: 'chat' },
    state: 'succeeded',
    status_code: 200,
    measure: 'measured',
    reason: 'finished',
    fund: 'sandbox'
  })
  expect(one?.held_amount).toBeGreaterThanOrEqual(one?.deducted_amount ?? Infinity)
})
