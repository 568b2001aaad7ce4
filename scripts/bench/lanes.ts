import { setTimeout as wait } from 'node:timers/promises'
import { readText, send } from '../../tests/support/scale/call.ts'

/** Milliseconds between two pages that a visitor opens. */
const READING = 500

/** Calls at a product that go on until `stopping`, and what was thrown, with how often. */
export type Flow = { url: string; stopping: AbortSignal; failures: Map<string, number> }

/** Repeats work in lanes until the load ends. Failures are counted. */
export function openLanes({ stopping, failures }: Flow, count: number, work: () => Promise<void>) {
  return Array.from({ length: Math.ceil(count) }, async () => {
    while (!stopping.aborted)
      await work().catch((error: unknown) => {
        const sentence = String(error).slice(0, 120)
        if (!stopping.aborted) failures.set(sentence, (failures.get(sentence) ?? 0) + 1)
      })
  })
}

/**
 * Repeats work in lanes until it was done `count` times.
 * @returns how often it was done in a second
 */
export async function rateOf(
  count: number,
  lanes: number,
  work: () => Promise<unknown>
): Promise<number> {
  const began = performance.now()
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (count * 1000) / (performance.now() - began)
}

/** Opens a page as a visitor, and reads it. @param pages receives the milliseconds that it took */
export async function visitPage({ url, stopping }: Flow, pages: number[]): Promise<void> {
  const began = performance.now()
  const headers = { cookie: 'INVITER_ID=!' }
  await readText(await send(`${url}/flux`, { headers, signal: stopping }))
  pages.push(performance.now() - began)
  await wait(READING)
}

/** Describes how long calls took. @param times milliseconds */
export function describeTimes(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(0)
  return `${name}: ${times.length}, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms, all within ${at(1)} ms`
}
