import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findModel } from '#catalog/chat/models.ts'
import type { Completion } from '#contract/openai.ts'
import { tokenCost, microToCredits } from '#core/money.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let [vendor, studio, ada] = [] as unknown as [OpenaiServer, TestStudio, TestPerson]

beforeAll(async () => {
  vendor = await startOpenaiServer()
  const environment = {
    OPENAI_API_KEY: 'sk-one',
    OPENAI_BASE_URL: vendor.url,
    DEEPSEEK_API_KEY: 'sk-two',
    DEEPSEEK_BASE_URL: vendor.url,
    FREE_AMOUNT: '0'
  }
  studio = await openStudio({ environment })
  ada = await person(studio)
  const money = {
    applicationId: ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: 95_000_000,
    now: 0
  } as const
  await credit(studio.context.database.db, 'order', money)
})
afterAll(async () => {
  await studio.close()
  await vendor.close()
})

const ask = (body: object): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: { question: 'Hi', stateful: true, ...body },
    token: ada.credential.token
  })
const complete = (body: object): Promise<Response> =>
  studio.call('/v1/chat/completions', {
    json: { messages: [{ role: 'user', content: 'Hi' }], ...body },
    token: ada.credential.token
  })
const bodyAsked = (): Record<string, unknown> => vendor.requests.at(-1)?.body ?? {}
type Model = {
  name: string
  label: string
  becomes?: string
  price: { input: number; output: number }
}

test('a retired model’s successor answers at the shown price, and the answer names the successor', async () => {
  const { items } = await json<{ items: Model[] }>(studio.call('/aichat/models'))
  const shown = items.find(({ name }) => name === 'gpt-5-all')
  expect(shown).toMatchObject({
    label: 'GPT-6 Sol',
    becomes: 'gpt-6-sol',
    price: items.find(({ name }) => name === 'gpt-6-sol')?.price
  })

  const { frames: told } = await frames(await ask({ model: 'gpt-5-all' }))
  const id = told.at(-1)?.['id']
  expect(bodyAsked()).toMatchObject({ model: 'gpt-6-sol' })
  expect(told.at(-1)?.['price']).toBe(
    microToCredits(tokenCost(findModel('gpt-6-sol')?.price ?? { input: 0, output: 0 }, 12, 34))
  )
  expect(told.at(-1)?.['price']).toBeCloseTo(
    ((shown?.price.input ?? 0) * 12 + (shown?.price.output ?? 0) * 34) / 1000,
    5
  )
  const kept = await json<{ model: string; messages: { model?: string }[] }>(
    ask({ action: 'retrieve', id })
  )
  expect([kept.model, kept.messages[1]?.model]).toEqual(['gpt-5-all', 'gpt-6-sol'])
})

test('OpenAI’s format names the successor too, and lists no retired model', async () => {
  const answer = await json<Completion>(complete({ model: 'o4-mini' }))
  expect([answer.model, bodyAsked()['model']]).toEqual(['gpt-6-luna', 'gpt-6-luna'])
  const call = (path: string): Promise<Response> =>
    studio.call(path, { token: ada.credential.token })
  const { data } = await json<{ data: { id: string; becomes?: string }[] }>(call('/v1/models'))
  expect(data.filter(({ becomes }) => becomes !== undefined)).toEqual([])
  expect(await json(call('/v1/models/gpt-5-all'))).toMatchObject({
    id: 'gpt-5-all',
    becomes: 'gpt-6-sol'
  })
})

test.each([
  ['gpt-4o', 'gpt-6-sol'],
  ['gpt-4o-mini', 'gpt-6-luna']
])('a temperature for %s is not sent to %s, which would refuse it', async (model, successor) => {
  const answer = await json<Completion>(complete({ model, temperature: 0.5 }))
  expect(answer.model).toBe(successor)
  expect(bodyAsked()).toMatchObject({ model: successor })
  expect(bodyAsked()).not.toHaveProperty('temperature')
})

describe('a retired model of DeepSeek', () => {
  test('thinks as the old model did: at length or not at all', async () => {
    await frames(await ask({ model: 'deepseek-v3' }))
    expect(bodyAsked()).toMatchObject({ model: 'deepseek-flash', thinking: { type: 'disabled' } })
    await frames(await ask({ model: 'deepseek-r1' }))
    expect(bodyAsked()).toMatchObject({ model: 'deepseek-flash', thinking: { type: 'enabled' } })
  })

  test('thinks as much as the API client requests', async () => {
    await json(complete({ model: 'deepseek-flash', reasoning_effort: 'high' }))
    expect(bodyAsked()).toMatchObject({ reasoning_effort: 'high' })
    expect(bodyAsked()).not.toHaveProperty('thinking')
  })
})

describe('an OpenAI model that refuses tools while it thinks', () => {
  const tools = [{ type: 'function', function: { name: 'weather' } }]

  test('does not think when a client sends tools', async () => {
    await json(complete({ model: 'gpt-5', tools }))
    expect(bodyAsked()).toMatchObject({ model: 'gpt-6-sol', reasoning_effort: 'none' })
  })

  test('thinks as usual without tools, or as the client requests', async () => {
    await json(complete({ model: 'gpt-6-sol' }))
    expect(bodyAsked()).not.toHaveProperty('reasoning_effort')
    await json(complete({ model: 'gpt-6-sol', tools, reasoning_effort: 'low' }))
    expect(bodyAsked()).toMatchObject({ reasoning_effort: 'low' })
  })
})

test('a model that generates images in its answers is refused before credits are held', async () => {
  const state = async (): Promise<unknown[]> => {
    const { db } = studio.context.database
    const runs = await db
      .selectFrom('run')
      .select('id')
      .where('application_id', '=', ada.application.id)
      .execute()
    return [vendor.requests.length, runs.length, await db.selectFrom('fund').selectAll().execute()]
  }
  const before = await state()
  for (const answer of [
    await ask({ model: 'gpt-4o-image' }),
    await complete({ model: 'gpt-4o-image' })
  ]) {
    expect(answer.ok).toBe(false)
    expect(await answer.text()).toContain('/v1/images/generations')
  }
  expect(await state()).toEqual(before)
})
