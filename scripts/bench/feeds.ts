import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { closeCalls, send } from '../../tests/support/scale/call.ts'
import { doseOf } from './dose.ts'
import { processorTime } from './processor.ts'
import { startProduct } from './product.ts'
import { signInByCode } from './sign-in.ts'

/** Number of open feeds, and how many are opened at a time. */
const [FEEDS, AT_ONCE] = [doseOf(1500, 10), 50]

/** Milliseconds for which nothing happens, before and while the feeds are measured. */
const REST = doseOf(20_000, 500)

/**
 * Measures what a feed costs in which nothing happens: every page of a user keeps one open.
 * @returns a line to print; Linux only
 */
export async function measureFeeds(): Promise<string> {
  const product = await startProduct()
  const leaving = new AbortController()
  try {
    const { token } = await signInByCode(product.url)
    const open = async (): Promise<IncomingMessage> => {
      const answer = await send(`${product.url}/events`, { token, signal: leaving.signal })
      if (answer.statusCode !== 200) throw new Error(`a feed answered ${answer.statusCode}`)
      // The end of the measurement cuts the feed off.
      answer.on('error', () => undefined)
      await once(answer, 'data')
      return answer.resume()
    }
    await open()
    await pause(REST)
    const { now: without } = await product.memory()
    for (let opened = 0; opened < FEEDS; opened += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, FEEDS - opened) }, open))
    const before = processorTime([product.pid])
    await pause(REST)
    const seconds = processorTime([product.pid]) - before
    const { now } = await product.memory()
    const each = ((now - without) * 1024) / FEEDS
    const cost = (seconds * 1e6) / FEEDS / (REST / 1000)
    return `feeds, ${FEEDS} idle: ${each.toFixed(1)} KB each (goal 25), ${cost.toFixed(0)} µs of processor time a second each`
  } finally {
    leaving.abort()
    closeCalls()
    await product.stop()
  }
}
