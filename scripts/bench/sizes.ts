import {
  closeCalls,
  readEventStream,
  readText,
  send,
  sendJson
} from '../../tests/support/scale/call.ts'
import { startCluster } from '../../tests/support/scale/cluster.ts'
import { findProgram } from '../proxies.ts'
import { doseOf } from './dose.ts'
import { processorTime, TICKS } from './processor.ts'
import { startProduct } from './product.ts'
import { signInByCode } from './sign-in.ts'

/** Counts of each kind of work, and how much of it is under way at a time. */
const [PAGES, PAGE_LANES] = [doseOf(400, 4), 8]
const [ANSWERS, ANSWER_LANES] = [doseOf(240, 2), 60]
const [IMAGES, IMAGE_LANES] = [doseOf(24, 1), 4]

/** Seconds between two pages that one person opens. */
const READING = 10

/** A cookie of an invited guest, for whom every page is rendered as for a user. */
const INVITED = 'INVITER_ID=!'

/** A set-up under measurement: origins, a key that pays, and the processes that serve. */
type Setup = { hub: string; api: string; token: string; pids: readonly number[] }

/**
 * Measures how much of each kind of work one core does, with everything made by the sandbox. It
 * counts the processor time of the processes of Polymuse and of the children that make media, not of
 * PostgreSQL, nginx and this client.
 * @returns a line for each set-up
 */
export async function measureSizes(): Promise<string> {
  const lines = [await describe('one process, SQLite', await onOne())]
  // Three processes need a proxy before them.
  if (process.env['TEST_DATABASE_URL'] && findProgram('nginx') !== null)
    lines.push(await describe('three processes, PostgreSQL', await onThree()))
  return lines.join('\n')
}

type Sizes = { people: number; streams: number; tasks: number }

async function describe(name: string, { people, streams, tasks }: Sizes): Promise<string> {
  const whole = (number: number): string => number.toFixed(0)
  return `one core of ${name}: ${whole(people)} people who open a page every ${READING} s, or ${whole(streams)} open streams, or ${whole(tasks)} images an hour`
}

async function onOne(): Promise<Sizes> {
  const product = await startProduct()
  try {
    const { token } = await signInByCode(product.url)
    return await measure({ hub: product.url, api: product.url, token, pids: [product.pid] })
  } finally {
    closeCalls()
    await product.stop()
  }
}

async function onThree(): Promise<Sizes> {
  const cluster = await startCluster()
  try {
    const { hub, api } = cluster.origins
    const token = cluster.people[0]?.credential.token ?? ''
    return await measure({ hub, api, token, pids: cluster.pids() })
  } finally {
    closeCalls()
    await cluster.stop()
  }
}

async function measure(setup: Setup): Promise<Sizes> {
  const { hub, api, token, pids } = setup
  const page = async (): Promise<number> => {
    await readText(await send(`${hub}/flux`, { headers: { cookie: INVITED } }))
    return 1
  }
  const stream = async (): Promise<number> => {
    const began = performance.now()
    const body = { model: 'gpt-5-all', question: 'Write a long text about the tides.' }
    const headers = { accept: 'text/event-stream' }
    const answer = await send(`${api}/aichat/conversations`, { token, body, headers })
    for await (const { data } of readEventStream(answer)) if (data === '[DONE]') break
    return (performance.now() - began) / 1000
  }
  const image = async (): Promise<number> => {
    await sendJson(`${api}/flux/images`, { token, body: { prompt: 'a lighthouse' } })
    return 1
  }
  await run(PAGES / 10, PAGE_LANES, page)
  return {
    people: READING * (await perCore(pids, () => run(PAGES, PAGE_LANES, page))),
    streams: await perCore(pids, () => run(ANSWERS, ANSWER_LANES, stream)),
    tasks: 3600 * (await perCore(pids, () => run(IMAGES, IMAGE_LANES, image)))
  }
}

/** Does work `count` times in parallel lanes. @returns the sum of what the work returns */
async function run(count: number, lanes: number, work: () => Promise<number>): Promise<number> {
  let [left, sum] = [Math.ceil(count), 0]
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      // Not `sum += await`: that would read the sum before the work of other lanes.
      const done = await work()
      sum += done
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return sum
}

/** Returns the work done in one second of processor time. */
async function perCore(pids: readonly number[], work: () => Promise<number>): Promise<number> {
  const before = processorTime(pids)
  const done = await work()
  return done / Math.max(processorTime(pids) - before, 1 / TICKS)
}
