import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDriftWatch } from '#servers/drift/watch.ts'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let context: TestContext
/** Addresses that the checks have asked. */
let asked: string[]

beforeEach(async () => {
  asked = []
  const fetch = async (address: unknown): Promise<Response> => {
    asked.push(String(address))
    return new Response('<html>')
  }
  const environment = { OPENAI_API_KEY: 'sk-a', MODEL_PRICES: 'https://prices.example/api.json' }
  context = await freshContext({ environment, fetch })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await context.close()
})

async function pass(milliseconds: number): Promise<void> {
  context.clock.advance(milliseconds)
  await vi.advanceTimersByTimeAsync(milliseconds)
}

test('processes that start together check once after a few minutes, and again after a day', async () => {
  const watches = [startDriftWatch(context), startDriftWatch(context), startDriftWatch(context)]
  await pass(MINUTE)
  expect(asked).toEqual([])
  await pass(3 * MINUTE)
  const once = ['https://api.openai.com/v1/models', 'https://prices.example/api.json']
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(once))
  for (let hour = 0; hour < 22; hour++) await pass(HOUR)
  expect(asked).toHaveLength(2)
  // A watch sets its next timer once the database has answered, which takes real time.
  await vi.waitFor(async () => {
    await pass(HOUR)
    expect(asked).toHaveLength(4)
  })
  await Promise.all(watches.map(watch => watch.stop()))
  await pass(48 * HOUR)
  expect(asked).toHaveLength(4)
})
