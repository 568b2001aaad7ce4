import { setTimeout as wait } from 'node:timers/promises'
import {
  closeCalls,
  readEventStream,
  readText,
  send,
  sendJson
} from '../../tests/support/scale/call.ts'
import { doseOf } from './dose.ts'
import { describeTimes, openLanes, visitPage, type Flow } from './lanes.ts'
import { startProduct, type Product } from './product.ts'
import { signInByCode } from './sign-in.ts'

/** For how long the load lasts. `LOAD_SECONDS=600` is the measurement of ten minutes. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? doseOf(60, 2))

/** Streams and images under way at a time, all in all; a greedy user has four fifths of them. */
const [STREAMS, IMAGES] = [doseOf(500, 5), doseOf(200, 5)]
const GREED = 0.8

/** Milliseconds between two readings of memory. */
const LOOKING = 1000

/** Milliseconds that calls took, by kind. */
type Times = Record<'greedy' | 'calm' | 'images' | 'pages', number[]>

type Load = Flow & { times: Times }

/**
 * Measures what users wait for under a load of 500 answers and 200 images at once, made by the
 * sandbox on this machine, while one user asks for most of it. Memory is measured all the time.
 * @returns a line for each kind of call, and one for memory
 */
export async function measureLoad(): Promise<string> {
  const product = await startProduct()
  const stopping = new AbortController()
  const times: Times = { greedy: [], calm: [], images: [], pages: [] }
  const load: Load = { url: product.url, stopping: stopping.signal, times, failures: new Map() }
  try {
    const greedy = await signInByCode(product.url, 'greedy@example.com')
    const calm = await signInByCode(product.url, 'calm@example.com')
    const lanes = [
      ...openLanes(load, GREED * STREAMS, () => ask(load, greedy.token, 'greedy')),
      ...openLanes(load, (1 - GREED) * STREAMS, () => ask(load, calm.token, 'calm')),
      ...openLanes(load, GREED * IMAGES, () => paint(load, greedy.token)),
      ...openLanes(load, (1 - GREED) * IMAGES, () => paint(load, calm.token)),
      ...openLanes(load, 1, () => visitPage(load, times.pages))
    ]
    const memory = watchMemory(product, stopping.signal)
    await wait(SECONDS * 1000)
    stopping.abort()
    await Promise.all(lanes)
    return describe(load, await memory)
  } finally {
    closeCalls()
    await product.stop()
  }
}

async function ask({ url, times, stopping }: Load, token: string, who: 'greedy' | 'calm') {
  const began = performance.now()
  const body = { model: 'gpt-5-all', question: 'Write of the tides. [sandbox:tokens=1500]' }
  const headers = { accept: 'text/event-stream' }
  const sent = { token, body, headers, signal: stopping }
  const answer = await send(`${url}/aichat/conversations`, sent)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await readText(answer)}`)
  let hasWords = false
  for await (const { data } of readEventStream(answer)) {
    if (!hasWords && data.includes('"text_delta"')) {
      times[who].push(performance.now() - began)
      hasWords = true
    }
  }
}

async function paint({ url, times, stopping }: Load, token: string): Promise<void> {
  const began = performance.now()
  const body = { prompt: 'a lighthouse' }
  await sendJson(`${url}/flux/images`, { token, body, signal: stopping })
  times.images.push(performance.now() - began)
}

/** Reads the memory of the product and its workers until the load ends. @returns megabytes */
async function watchMemory(product: Product, stopping: AbortSignal): Promise<number[]> {
  const seen: number[] = []
  while (!stopping.aborted) {
    seen.push((await product.memory()).now)
    await wait(LOOKING)
  }
  return seen
}

function describe({ times, failures }: Load, memory: readonly number[]): string {
  const half = Math.ceil(memory.length / 2)
  const [first, second] = [memory.slice(0, half), memory.slice(half)]
  const failed = [...failures].map(([sentence, count]) => `${count} × ${sentence}`)
  return [
    `${STREAMS} streams and ${IMAGES} images at once for ${SECONDS} s`,
    describeTimes('first words of the greedy user', times.greedy),
    describeTimes('first words of the other user', times.calm),
    describeTimes('images', times.images),
    describeTimes('pages', times.pages),
    `memory: ${Math.max(...first).toFixed(0)} MB at most in the first half, ${Math.max(...second).toFixed(0)} MB in the second`,
    `failures: ${failed.length === 0 ? 'none' : failed.join('; ')}`
  ].join('\n')
}
