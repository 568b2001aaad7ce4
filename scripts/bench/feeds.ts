import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { closeCalls, readText, send } from '../../tests/support/scale/call.ts'
import { doseOf } from './dose.ts'
import { startFeedFloor, type FeedFloor } from './feed-floor.ts'
import { describeTimes, openLanes, visitPage, type Flow } from './lanes.ts'
import { processorTime } from './processor.ts'
import { startProduct, type Product } from './product.ts'
import { signInByCode } from './sign-in.ts'

/** Number of users, of idle feeds, of feeds with events, and how many are opened at a time. */
const [USERS, IDLE, BUSY, AT_ONCE] = [doseOf(250, 2), doseOf(1500, 10), doseOf(1000, 4), 50]

/** Milliseconds for which nothing happens, before and while the idle feeds are measured. */
const REST = doseOf(20_000, 500)

/** Milliseconds for which the feeds with events are measured, after as long a start. */
const FLOW = doseOf(8000, 500)

/** Every fourth feed belongs to the same user, as with a phone, a computer and two more windows. */
const EACH = 4

/**
 * Milliseconds between two questions of a user. The sandbox's answer has about 70 events in 1.7
 * seconds, so a feed gets 20 events a second.
 */
const ASK_EVERY = 3500

type Feeds = {
  product: Product
  tokens: string[]
  leaving: AbortController
  received: number
  began: number
}

/**
 * Measures what a feed costs in which nothing happens, since every page of a user keeps one open.
 * The floor is a connection to a bare Node.js server, in the same run. Then measures feeds on which
 * answers arrive.
 * @returns lines to print; Linux only
 */
export async function measureFeeds(): Promise<string> {
  const floor = await measureFloor()
  const product = await startProduct()
  const feeds: Feeds = {
    product,
    tokens: [],
    leaving: new AbortController(),
    received: 0,
    began: 0
  }
  try {
    for (let user = 0; user < USERS; user++)
      feeds.tokens.push((await signInByCode(product.url, `${user}@example.com`)).token)
    return `${await measureIdle(feeds, floor)}\n${await measureBusy(feeds)}`
  } finally {
    feeds.leaving.abort()
    closeCalls()
    await product.stop()
  }
}

/** Returns the memory of a connection to a bare server, in KB. */
async function measureFloor(): Promise<number> {
  const floor: FeedFloor = await startFeedFloor()
  const leaving = new AbortController()
  try {
    const open = (): Promise<unknown> => openFeed(floor.url, '', leaving.signal)
    await inGroups(AT_ONCE, open)
    const without = await floor.memory()
    await inGroups(IDLE, open)
    return ((await floor.memory()) - without) / IDLE
  } finally {
    leaving.abort()
    closeCalls()
    await floor.stop()
  }
}

async function measureIdle(feeds: Feeds, floor: number): Promise<string> {
  const { product } = feeds
  await openFeeds(feeds, 1)
  await pause(REST)
  const { now: without } = await product.memory()
  const alone = await restingTime(product)
  await openFeeds(feeds, IDLE)
  // The process gives memory back some seconds after the last request.
  await pause(REST)
  const cost = ((await restingTime(product)) - alone) / IDLE
  const each = (((await product.memory()).now - without) * 1024) / IDLE
  leave(feeds)
  return `feeds, ${IDLE} idle of ${USERS} users: ${each.toFixed(1)} KB each (goal 25), ${(each / floor).toFixed(1)}× a connection to a bare server (${floor.toFixed(1)} KB), ${Math.max(0, cost).toFixed(1)} µs of processor time a second each`
}

/** Returns the processor time of a second in which nothing happens, in microseconds. */
async function restingTime({ pid }: Product): Promise<number> {
  const before = processorTime([pid])
  await pause(REST)
  return ((processorTime([pid]) - before) * 1e6) / (REST / 1000)
}

async function measureBusy(feeds: Feeds): Promise<string> {
  const { product, tokens, leaving } = feeds
  const users = Math.ceil(BUSY / EACH)
  await openFeeds(feeds, BUSY, answer => {
    answer.on(
      'data',
      (chunk: Buffer) => (feeds.received += chunk.toString().split('id: ').length - 1)
    )
  })
  const flow: Flow = { url: product.url, stopping: leaving.signal, failures: new Map() }
  const asking = tokens.slice(0, users).flatMap(token =>
    openLanes(flow, 1, async () => {
      if (feeds.began < users) await pause((feeds.began++ * ASK_EVERY) / users)
      const next = pause(ASK_EVERY)
      await ask(product.url, token)
      await next
    })
  )
  await pause(FLOW)
  const [before, counted, pages] = [processorTime([product.pid]), feeds.received, [] as number[]]
  const visits = openLanes(flow, 1, () => visitPage(flow, pages))
  await pause(FLOW)
  const seconds = FLOW / 1000
  const events = (feeds.received - counted) / BUSY / seconds
  const share = (processorTime([product.pid]) - before) / seconds
  leave(feeds)
  await Promise.all([...asking, ...visits])
  const failed = [...flow.failures].map(([sentence, count]) => `; ${count} × ${sentence}`)
  return `feeds, ${BUSY} with answers: ${events.toFixed(1)} events a second each, ${(100 * share).toFixed(0)} % of a processor; ${describeTimes('pages meanwhile', pages)}${failed.join('')}`
}

async function ask(url: string, token: string): Promise<void> {
  const body = { model: 'gpt-5-all', question: 'Write of the tides.', async: true }
  const answer = await send(`${url}/aichat/conversations`, { token, body })
  const text = await readText(answer)
  if (answer.statusCode !== 200) throw new Error(`a question got ${answer.statusCode} ${text}`)
}

async function openFeeds(
  { product, tokens, leaving }: Feeds,
  count: number,
  read = (answer: IncomingMessage): unknown => answer.resume()
): Promise<void> {
  await inGroups(count, async number => {
    const token = tokens[Math.floor(number / EACH) % tokens.length] ?? ''
    read(await openFeed(`${product.url}/events`, token, leaving.signal))
  })
}

async function openFeed(url: string, token: string, signal: AbortSignal): Promise<IncomingMessage> {
  const answer = await send(url, { token, signal })
  if (answer.statusCode !== 200) throw new Error(`a feed answered ${answer.statusCode}`)
  // The end of the measurement cuts the feed off.
  answer.on('error', () => undefined)
  await once(answer, 'data')
  return answer.resume()
}

async function inGroups(count: number, open: (number: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => open(from + at))
    )
}

function leave(feeds: Feeds): void {
  feeds.leaving.abort()
  feeds.leaving = new AbortController()
}
