import { setTimeout as wait } from 'node:timers/promises'
import { closeCalls, readText, send } from '../../tests/support/scale/call.ts'
import { doseOf } from './dose.ts'
import { describeTimes, openLanes, visitPage, type Flow } from './lanes.ts'
import { startProduct } from './product.ts'
import { signInByCode } from './sign-in.ts'

const SECONDS = doseOf(40, 2)

/** Each key may begin 60 answers a minute, so only many keys make a flood. */
const KEYS = doseOf(100, 2)

const STREAMS = doseOf(1500, 4)

/** Milliseconds until a lane asks again that was refused: sooner than it was asked to. */
const IMPATIENCE = 1000

type Flood = Flow & {
  /** Milliseconds until whole answers, refusals for overload or a rate limit, and pages. */
  times: Record<'answers' | 'refusals' | 'limited' | 'pages', number[]>
}

/**
 * Measures an overload: more answers at once than the machine can make, from callers within their
 * rate limits. The product must refuse new ones quickly, finish those under way, show its pages,
 * and accept all again afterwards.
 */
export async function measureFlood(): Promise<string> {
  const product = await startProduct({ RATE_LIMITS: 'on' })
  const stopping = new AbortController()
  const times: Flood['times'] = { answers: [], refusals: [], limited: [], pages: [] }
  const flood = { url: product.url, stopping: stopping.signal, times, failures: new Map() }
  try {
    const { token, addKey } = await signInByCode(product.url)
    const keys = [token]
    while (keys.length < KEYS) keys.push(await addKey(`key ${keys.length}`))
    const lanes = keys.flatMap(key => openLanes(flood, STREAMS / KEYS, () => ask(flood, key)))
    const visits = openLanes(flood, 1, () => visitPage(flood, times.pages))
    await wait(SECONDS * 1000)
    stopping.abort()
    const ended = performance.now()
    await Promise.all([...lanes, ...visits])
    const drained = performance.now() - ended
    return describe(flood, { drained, recovered: await untilAnswered(flood, token) })
  } finally {
    closeCalls()
    await product.stop()
  }
}

/** Asks for an answer, and reads it to its end. */
async function ask({ url, times, stopping }: Flood, token: string): Promise<void> {
  const began = performance.now()
  const body = { model: 'gpt-5-all', question: 'Write of the tides. [sandbox:tokens=1500]' }
  const headers = { accept: 'text/event-stream' }
  const answer = await send(`${url}/aichat/conversations`, { token, body, headers })
  const text = await readText(answer)
  const passed = performance.now() - began
  if (answer.statusCode === 200 && text.includes('"type":"done"')) {
    times.answers.push(passed)
    return
  }
  if (answer.statusCode !== 429) throw new Error(`${answer.statusCode} ${text.slice(-200)}`)
  times[text.includes('overloaded') ? 'refusals' : 'limited'].push(passed)
  await wait(IMPATIENCE, undefined, { signal: stopping }).catch(() => undefined)
}

/** Asks until an answer begins. @returns the milliseconds that it took */
async function untilAnswered(flood: Flood, token: string): Promise<number> {
  const began = performance.now()
  const before = flood.times.answers.length
  while (flood.times.answers.length === before) await ask(flood, token)
  return performance.now() - began
}

function describe(
  { times, failures }: Flood,
  { drained, recovered }: { drained: number; recovered: number }
): string {
  const failed = [...failures].map(([sentence, count]) => `${count} × ${sentence}`)
  return [
    `${STREAMS} callers who ask again and again for ${SECONDS} s, with ${KEYS} keys and rate limits`,
    describeTimes('whole answers', times.answers),
    describeTimes('refused as overloaded', times.refusals),
    describeTimes('refused by a rate limit', times.limited),
    describeTimes('pages', times.pages),
    `answers under way at the end of the flood were complete ${(drained / 1000).toFixed(1)} s later; the next one took ${(recovered / 1000).toFixed(1)} s`,
    `failures: ${failed.length === 0 ? 'none' : failed.join('; ')}`
  ].join('\n')
}
