import { afterAll, beforeAll, expect, test } from 'vitest'
import { findModel } from '#catalog/chat/models.ts'
import type { Application } from '#contract/application.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { Usage } from '#contract/usage.ts'
import { MICRO_PER_CREDIT, tokenCost } from '#core/money.ts'
import { estimateTokens } from '#core/tokens.ts'
import {
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/**
 * Checks every chat row of the charging table by its receipt. `tasks.test.ts` covers tasks,
 * `recover.test.ts` a killed process.
 */
const price = findModel('gpt-5-all')?.price ?? { input: 0, output: 0 }
let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({}, { deadline: 1000 })
  ada = await person(studio)
})
afterAll(() => studio.close())

const ask = (question: string, more: Record<string, unknown> = {}): Promise<Response> =>
  studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question, ...more },
    token: ada.credential.token
  })
const usages = (): Promise<{ items: Usage[]; count: number }> =>
  json(studio.call('/api/v1/usage/apis/?limit=1', { token: ada.token.access_token }))
const lastReceipt = async (): Promise<Usage> => {
  const { items } = await usages()
  const [newest] = items
  return json(studio.call(`/api/v1/usages/${newest?.id}`, { token: ada.token.access_token }))
}
const balance = async (): Promise<number> =>
  (
    await json<Application>(
      studio.call(`/api/v1/applications/${ada.application.id}`, { token: ada.token.access_token })
    )
  ).remaining_amount
const advance = (milliseconds: number): void => studio.context.clock.advance(milliseconds)

test('a request that is refused before any work has no run and costs nothing', async () => {
  const [before, money] = [await usages(), await balance()]
  expect((await ask('hello', { model: 'gpt-99' })).status).toBe(400)
  expect((await usages()).count).toBe(before.count)
  expect(await balance()).toBe(money)
})

test.each([
  ['moderation', '[sandbox:fail=forbidden]', 'forbidden', 403],
  ['a 4xx of the provider', '[sandbox:fail=bad_request]', 'bad_request', 400],
  ['a provider that stays busy', '[sandbox:fail=busy]', 'busy', 500],
  ['a provider that fails', '[sandbox:fail=api_error]', 'api_error', 500],
  ['no output within the deadline', '[sandbox:silent]', 'timeout', 504]
])('%s costs nothing', async (_, steer, reason, status) => {
  const money = await balance()
  advance(1)
  await frames(await ask(`hello ${steer}`))
  const receipt = await lastReceipt()
  expect(receipt).toMatchObject({
    state: 'failed',
    deducted_amount: 0,
    measure: null,
    reason,
    status_code: status
  })
  expect(receipt.held_amount).toBeGreaterThan(0)
  expect(await balance()).toBe(money)
})

test('an answer that is stopped before any output costs nothing', async () => {
  const money = await balance()
  advance(1)
  const answer = await ask('hello [sandbox:silent]')
  const reader = answer.body?.getReader()
  const [, id] =
    /"id":"([^"]+)"/.exec(new TextDecoder().decode((await reader?.read())?.value)) ?? []
  await json(ask('', { action: 'stop', id }))
  await reader?.cancel()
  expect(await lastReceipt()).toMatchObject({
    state: 'cancelled',
    deducted_amount: 0,
    measure: null,
    reason: 'canceled'
  })
  expect(await balance()).toBe(money)
})

test('a finished answer costs its measured tokens, even after the browser has disconnected', async () => {
  const money = await balance()
  advance(1)
  const answer = await ask('hello [sandbox:tokens=30]')
  const reader = answer.body?.getReader()
  const [, id] =
    /"id":"([^"]+)"/.exec(new TextDecoder().decode((await reader?.read())?.value)) ?? []
  await reader?.cancel()
  const { frames: found } = await frames(
    await studio.call(`/aichat/conversations/${id}/events`, { token: ada.credential.token })
  )
  const { usage } = found.at(-1) as { usage: { prompt_tokens: number; completion_tokens: number } }
  const receipt = await lastReceipt()
  expect(receipt).toMatchObject({
    state: 'succeeded',
    measure: 'measured',
    reason: 'finished',
    status_code: 200
  })
  expect(receipt.deducted_amount).toBe(
    tokenCost(price, usage.prompt_tokens, usage.completion_tokens) / MICRO_PER_CREDIT
  )
  expect(money - (await balance())).toBeCloseTo(receipt.deducted_amount, 9)
})

test.each([
  ['broken by the provider', '[sandbox:tokens=100] [sandbox:break]', 'chat_error', 'failed'],
  ['cut by its deadline', 'at a person’s pace', 'timeout', 'failed']
])(
  'an answer %s costs its prompt and the shown tokens, as an estimate',
  async (_, steer, reason, state) => {
    advance(1)
    const { text, frames: found } = await frames(await ask(`hello ${steer}`))
    expect(text).not.toBe('')
    const receipt = await lastReceipt()
    expect(receipt).toMatchObject({ state, measure: 'estimated', reason })
    const { messages = [] } = await json<Conversation>(
      ask('', { action: 'retrieve', id: found[0]?.['id'] })
    )
    expect(messages[1]?.content).toBe(text)
    const least = tokenCost(price, 0, estimateTokens(text)) / MICRO_PER_CREDIT
    expect(receipt.deducted_amount).toBeGreaterThan(least)
    expect(receipt.deducted_amount).toBeLessThan(least + 0.01)
  }
)

test('a continued answer costs its prompt and only the new tokens', async () => {
  advance(1)
  const { frames: found, text } = await frames(
    await ask('hello [sandbox:tokens=100] [sandbox:break]')
  )
  advance(1)
  const [begun] = found
  const rest = await frames(await ask('', { id: begun?.['id'], continue: begun?.['message_id'] }))
  const { usage, price: charged } = rest.frames.at(-1) as {
    usage: { prompt_tokens: number; completion_tokens: number }
    price: number
  }
  expect(usage.completion_tokens).toBe(estimateTokens(rest.text))
  expect(usage.prompt_tokens).toBeGreaterThan(estimateTokens(text))
  const receipt = await lastReceipt()
  expect(receipt).toMatchObject({
    state: 'succeeded',
    measure: 'measured',
    deducted_amount: charged
  })
  expect(charged).toBe(
    tokenCost(price, usage.prompt_tokens, usage.completion_tokens) / MICRO_PER_CREDIT
  )
})

test.each([
  ['up to the step', 190_000, { input_price: 0.02, output_price: 0.04 }],
  ['above the step', 201_000, { input_price: 0.04, output_price: 0.08 }]
])('a prompt %s has the price of its length', async (_, characters, basis) => {
  advance(1)
  await json(
    studio.call('/v1/chat/completions', {
      json: {
        model: 'grok-4.3',
        messages: [{ role: 'user', content: `${'界'.repeat(characters)} [sandbox:tokens=9]` }]
      },
      token: ada.credential.token
    })
  )
  const receipt = await lastReceipt()
  expect(receipt).toMatchObject({ state: 'succeeded', basis: { by: 'tokens', ...basis } })
  expect(receipt.deducted_amount).toBeGreaterThan((characters / 1000) * basis.input_price)
})

test('a repeated idempotency key costs nothing', async () => {
  advance(1)
  const once = (): Promise<Response> =>
    studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', question: 'hello [sandbox:tokens=9]' },
      token: ada.credential.token,
      headers: { 'idempotency-key': 'charging' }
    })
  await frames(await once())
  const money = await balance()
  await frames(await once())
  expect(await balance()).toBe(money)
})
