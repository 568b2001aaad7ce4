import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Usage } from '#contract/usage.ts'
import { runOf, writeRuns } from '../support/runs.ts'
import { refusal, type List } from '../support/shop.ts'
import {
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
  for (const [model, tokens] of [
    ['gpt-5-all', 30],
    ['deepseek-v3', 5]
  ])
    await frames(
      await studio.call('/aichat/conversations', {
        json: { model, question: `hi [sandbox:tokens=${tokens}]` },
        token: ada.credential.token
      })
    )
})
afterAll(() => studio.close())

const list = (query: string, language = 'en'): Promise<List<Usage>> =>
  json(
    studio.call(`/api/v1/usage/apis/?${query}`, {
      token: ada.token.access_token,
      headers: { 'accept-language': language }
    })
  )

test('a receipt has its call, the values behind its price, and the rest of the plan, as numbers', async () => {
  const { items, count } = await list('ordering=-deducted_amount&limit=1&user_id=x', 'de')
  expect(count).toBe(2)
  const [dear] = items
  expect(dear).toMatchObject({
    api_id: 'chat/chat',
    service: { alias: 'chat', title: 'Chat' },
    metadata: { model: 'gpt-5-all' },
    status_code: 200
  })
  expect(dear?.api).toEqual({
    id: 'chat/chat',
    name: 'chat',
    title: 'Chat',
    service_id: 'b1fbcc32-e218-4253-9dc3-4fe600a1bfb9'
  })
  const used = (await list('')).items.reduce((sum, { deducted_amount }) => sum + deducted_amount, 0)
  expect(dear?.used_amount).toBeCloseTo(used, 6)
  expect(dear?.remaining_amount).toBeCloseTo(20 - used, 6)
})

test('the list is filtered and ordered', async () => {
  const models = async (query: string): Promise<unknown[]> =>
    (await list(query)).items.map(({ metadata }) => metadata['model'])
  expect(await models('ordering=deducted_amount')).toEqual(['deepseek-v3', 'gpt-5-all'])
  expect(
    await models(`api_id=CHAT/chat&application_id=${ada.application.id}&limit=1&offset=1`)
  ).toHaveLength(1)
  expect(await models('api_id=flux/images')).toEqual([])
  expect(
    await refusal(
      studio.call('/api/v1/usage/apis/?application_id=nobody', { token: ada.token.access_token })
    )
  ).toEqual([404, 'not_found'])
})

test('a receipt of an answer has its hold, release, prices and key, and links to its conversation', async () => {
  const [cheap] = (await list('ordering=deducted_amount')).items
  const whole = await json<Usage>(
    studio.call(`/api/v1/usages/${cheap?.id}`, { token: ada.token.access_token })
  )
  expect(whole).toEqual(cheap)
  expect(whole.held_amount).toBeCloseTo(whole.deducted_amount + whole.returned_amount, 6)
  expect(whole).toMatchObject({
    basis: { by: 'tokens', input_price: 0.0048, output_price: 0.0192, output_tokens: 5 },
    credential: { id: ada.credential.id, host: ada.credential.host },
    task_id: null
  })
  const conversation = { action: 'delete', id: whole.conversation_id }
  await studio.call('/aichat/conversations', { json: conversation, token: ada.credential.token })
  expect(
    await json(studio.call(`/api/v1/usages/${cheap?.id}`, { token: ada.token.access_token }))
  ).toMatchObject({ conversation_id: null })
})

test('a receipt names the model that was asked, even if the conversation uses another one later', async () => {
  const bob = await person(studio)
  const ask = async (question: object): Promise<unknown> => {
    const answer = await studio.call('/aichat/conversations', {
      json: { stateful: true, ...question },
      token: bob.credential.token
    })
    return (await frames(answer)).frames.at(-1)?.['id']
  }
  const id = await ask({ model: 'gpt-5-all', question: 'hi [sandbox:tokens=1]' })
  expect(await ask({ id, model: 'deepseek-v3', question: 'and then? [sandbox:tokens=1]' })).toBe(id)
  const { items } = await json<List<Usage>>(
    studio.call('/api/v1/usage/apis/', { token: bob.token.access_token })
  )
  expect(items.map(({ metadata }) => metadata['model']).toSorted()).toEqual([
    'deepseek-v3',
    'gpt-5-all'
  ])
  expect(items.map(({ conversation_id }) => conversation_id)).toEqual([id, id])
})

test('a receipt of a tool has its settings, and a request that is no object has none', async () => {
  const made = { service: 'flux', action: 'images', state: 'succeeded' as const, created_at: 1 }
  const request = JSON.stringify({ model: 'flux-dev', count: 2, prompt: 'secret' })
  const runs = [request, '[1]', 'null', null, '{"model":{"a":1},"own_key":true}'].map(
    (each, index) =>
      runOf(ada, {
        ...made,
        request: each,
        trace_id: `made-${index}`,
        deleted_at: each === null ? 5 : null
      })
  )
  await writeRuns(studio.context, runs)
  const { items } = await list('api_id=flux/images')
  const told = new Map(items.map(item => [item.trace_id, item]))
  expect(told.get('made-0')).toMatchObject({
    basis: { by: 'settings', settings: { model: 'flux-dev', count: '2' } },
    task_id: runs[0]?.id,
    conversation_id: null,
    credential: null
  })
  expect([1, 2, 3, 4].map(index => told.get(`made-${index}`)?.basis)).toEqual([
    null,
    null,
    null,
    { by: 'own_key' }
  ])
  expect(told.get('made-3')?.task_id).toBeNull()
  expect(JSON.stringify(items)).not.toContain('secret')
})

test('filters for states, statuses, reasons and services ignore case and combine', async () => {
  await writeRuns(studio.context, [
    runOf(ada, {
      service: 'suno',
      action: 'audios',
      state: 'failed',
      reason: 'timeout',
      status_code: 504,
      charged: 0,
      created_at: 2
    })
  ])
  const count = async (query: string): Promise<number> => (await list(query)).count
  expect(await count('state=Failed&status_code=504&reason=TIMEOUT&service=SUNO')).toBe(1)
  expect(await count('service=b1fbcc32-e218-4253-9dc3-4fe600a1bfb9')).toBe(2)
  expect(await count('service=suno&state=succeeded')).toBe(0)
  expect(await count(`credential_id=${ada.credential.id}`)).toBe(2)
  expect(await count('service=nobody')).toBe(0)
  expect(await count('state=&status_code=&reason=&service=')).toBe(8)
})
