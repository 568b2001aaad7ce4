import { afterAll, beforeAll, expect, test } from 'vitest'
import { findModel } from '#catalog/chat/models.ts'
import { microToCredits, tokenCost } from '#core/money.ts'
import { chatCalls, openVendorChat, type VendorChat } from '../support/http-chat-calls.ts'

const PLAIN = 'gpt-6-sol'
const THINKING = 'gpt-5-all'

let world: VendorChat
beforeAll(async () => {
  world = await openVendorChat()
})
afterAll(() => world.close())

const { ask, readConversation } = chatCalls(() => world, {
  model: PLAIN,
  question: 'hello'
})
function lastRequest(): { temperature?: unknown; messages: readonly unknown[] } | undefined {
  return world.vendor.requests.at(-1)?.body
}

test('an answer has its cost in its last event and when it is read later', async () => {
  world.vendor.mode = 'reasoning'
  const { id, last } = await ask({ model: THINKING })
  world.vendor.mode = 'answer'
  const [question, answer] = (await readConversation(id)).messages ?? []
  const price = microToCredits(
    tokenCost(findModel(THINKING)?.price ?? { input: 0, output: 0 }, 12, 34)
  )
  const cost = {
    usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 },
    price,
    estimated: false
  }
  expect(last).toMatchObject({
    type: 'done',
    ...cost,
    message_id: answer?.id,
    question_id: question?.id,
    thought: expect.any(Number)
  })
  expect(answer).toMatchObject({
    ...cost,
    model: findModel(THINKING)?.becomes,
    reasoning: 'The person greets me.',
    thought: last?.['thought']
  })
  expect(question).not.toHaveProperty('price')
})

test('an unmeasured answer is estimated; an empty one is free and has a trace id', async () => {
  world.vendor.mode = 'no_usage'
  expect((await ask({})).last).toMatchObject({ type: 'done', estimated: true })
  world.vendor.mode = 'failed'
  const { id, last } = await ask({})
  world.vendor.mode = 'answer'
  expect(last).toMatchObject({
    type: 'error',
    price: 0,
    error: { code: 'api_error', trace_id: expect.any(String) }
  })
  expect(last).not.toHaveProperty('usage')
  const answer = (await readConversation(id)).messages?.[1]
  expect(answer).toMatchObject({ price: 0, error: { trace_id: Object(last?.['error']).trace_id } })
})

test('a model receives only those parts of an earlier question that it can read', async () => {
  const { id } = await ask({
    references: ['https://example.com/report.pdf', 'https://example.com/tide.png']
  })
  expect(lastRequest()?.messages).toMatchObject([
    {
      content: [
        { text: 'hello' },
        { text: 'https://example.com/report.pdf' },
        { type: 'image_url' }
      ]
    }
  ])
  await ask({ id, model: 'gpt-5', question: 'and now' })
  expect(lastRequest()?.messages).toMatchObject([
    { content: [{ text: 'hello' }, { type: 'image_url' }] },
    {},
    { content: 'and now' }
  ])
  expect((await readConversation(id)).messages?.[0]?.content).toHaveLength(3)
})

test('thoughts that a model server leaves in the text of an answer are separated from it', async () => {
  const before = world.vendor.pieces
  world.vendor.pieces = ['<th', 'ink>\nHm', 'm.</thi', 'nk>\n\nSo', ' it is.']
  const { id } = await ask({})
  world.vendor.pieces = before
  expect((await readConversation(id)).messages?.[1]).toMatchObject({
    content: 'So it is.',
    reasoning: 'Hmm.',
    thought: expect.any(Number)
  })
})

test('a NUL in the thoughts of a model does not break the answer on any database', async () => {
  const { thoughts: keptThoughts, pieces: keptPieces } = world.vendor
  Object.assign(world.vendor, { mode: 'reasoning', thoughts: ['Hm\0m.'], pieces: ['So\0 it is.'] })
  const { id, last } = await ask({ model: THINKING })
  Object.assign(world.vendor, { mode: 'answer', thoughts: keptThoughts, pieces: keptPieces })
  expect(last).toMatchObject({ type: 'done' })
  expect((await readConversation(id)).messages?.[1]).toMatchObject({
    state: 'finished',
    content: 'So\0 it is.',
    reasoning: 'Hm m.'
  })
})
