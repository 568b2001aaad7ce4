import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credential } from '#contract/credential.ts'
import type { UploadedFile } from '#contract/file.ts'
import type { Usage, UsageSummary } from '#contract/usage.ts'
import { begin, formOf, tus } from '../support/files.ts'
import { emptyPlan, refusal, type List } from '../support/shop.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/**
 * A studio where Ada has two named keys in one plan, Eve is another user, and every key has asked a
 * question.
 */
let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
let first: Credential & { token: string }
let second: Credential & { token: string }

beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ;[ada, eve] = [await person(studio), await person(studio)]
  first = await makeKey('first')
  second = await makeKey('second')
  for (const token of [
    first.token,
    second.token,
    second.token,
    ada.credential.token,
    eve.credential.token
  ])
    await ask(token)
})
afterAll(() => studio.close())

function makeKey(name: string): Promise<Credential & { token: string }> {
  const body = { application_id: ada.application.id, name }
  return json(studio.call('/api/v1/credentials/', { json: body, token: ada.token.access_token }))
}

async function ask(token: string): Promise<void> {
  const { items } = await json<List<{ name: string }>>(studio.call('/aichat/models'))
  const body = { model: items[0]?.name, question: 'hi [sandbox:tokens=5]' }
  await frames(await studio.call('/aichat/conversations', { json: body, token }))
}

const usages = (token: string, query = ''): Promise<List<Usage>> =>
  json(studio.call(`/api/v1/usage/apis?${query}`, { token }))

describe('the usage that a key reads', () => {
  test('lists only its own runs', async () => {
    for (const [key, runs] of [
      [first, 1],
      [second, 2]
    ] as const) {
      const { items, count } = await usages(key.token)
      expect([count, new Set(items.map(({ credential_id }) => credential_id))]).toEqual([
        runs,
        new Set([key.id])
      ])
    }
    expect((await usages(ada.token.access_token)).count).toBe(4)
  })

  test('has a summary and a CSV file of only its own runs', async () => {
    expect(
      await json<UsageSummary>(studio.call('/api/v1/usage/summary', { token: second.token }))
    ).toMatchObject({ count: 2 })
    const csv = await (await studio.call('/api/v1/usage/export', { token: second.token })).text()
    expect(csv.trim().split('\n')).toHaveLength(3)
    expect(csv).not.toContain(first.id)
  })

  test('is filtered by its own key and plan, and others are not found', async () => {
    expect(
      (await usages(first.token, `application_id=${ada.application.id}&credential_id=${first.id}`))
        .count
    ).toBe(1)
    for (const query of [
      `credential_id=${second.id}`,
      `credential_id=${eve.credential.id}`,
      `application_id=${eve.application.id}`,
      `application_id=${await emptyPlan(studio, ada)}`
    ])
      expect(
        await refusal(studio.call(`/api/v1/usage/apis?${query}`, { token: first.token }))
      ).toEqual([404, 'not_found'])
  })

  test('has only its own receipts', async () => {
    const [own] = (await usages(first.token)).items
    const [other] = (await usages(second.token)).items
    const [foreign] = (await usages(eve.token.access_token)).items
    expect(
      await json<Usage>(studio.call(`/api/v1/usages/${own?.id}`, { token: first.token }))
    ).toEqual(own)
    for (const id of [other?.id, foreign?.id])
      expect(await refusal(studio.call(`/api/v1/usages/${id}`, { token: first.token }))).toEqual([
        404,
        'not_found'
      ])
  })

  test('is no longer available when the key is deleted', async () => {
    const ended = await makeKey('ended')
    await studio.call(`/api/v1/credentials/${ended.id}`, {
      method: 'DELETE',
      token: ada.token.access_token
    })
    expect(await refusal(studio.call('/api/v1/usage/apis', { token: ended.token }))).toEqual([
      401,
      'invalid_token'
    ])
  })
})

describe('an upload with a key', () => {
  test("in a form belongs to the key's user and opens by its address", async () => {
    const sent = studio.call('/api/v1/files', {
      method: 'POST',
      body: formOf('hello', 'notes.txt'),
      token: first.token
    })
    const { id, file_url, name } = await json<UploadedFile>(sent)
    expect(name).toBe('notes.txt')
    expect(await (await studio.call(new URL(file_url).pathname)).text()).toBe('hello')
    expect(await json(studio.call(`/api/v1/files/${id}`, { token: first.token }))).toMatchObject({
      id,
      size: 5
    })
    expect(
      await json<UploadedFile>(
        studio.call(`/api/v1/files/${id}`, { token: ada.token.access_token })
      )
    ).toMatchObject({ id })
    expect(
      await refusal(studio.call(`/api/v1/files/${id}`, { token: eve.credential.token }))
    ).toEqual([404, 'not_found'])
  })

  test('can be resumed in pieces', async () => {
    const id = await begin(studio, first.token, 5)
    const answer = await tus(studio, first.token, 'PATCH', {
      id,
      headers: { 'upload-offset': '0' },
      body: 'hello'
    })
    expect([answer.status, answer.headers.get('x-file-url')]).toEqual([
      204,
      expect.stringContaining(`/files/${id}`)
    ])
  })
})
