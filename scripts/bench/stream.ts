import type { Browser, Page } from 'playwright'
import { table } from '../results.ts'
import { doseOf } from './dose.ts'
import { floorPage } from './floor.ts'
import { ask, meterOf, onChatPage } from './page.ts'
import { answerOf } from './text.ts'
import { startVendor, type Vendor } from './vendor.ts'

const TOKENS = doseOf(8000, 40)

/** Tokens per second. */
const RATE = 100
const QUARTERS = 4

/** Highest accepted ratio to the floor page. */
const GOAL = 1.5

/**
 * Measures how long a streaming answer keeps the main thread busy, compared with the floor page.
 * @returns text to print; times in milliseconds per 1,000 tokens
 */
export async function measureStream(browser: Browser): Promise<string> {
  const vendor = await startVendor(answerOf(TOKENS), RATE, floorPage())
  try {
    const floor = await measureFloor(browser, vendor)
    const environment = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${vendor.url}/v1` }
    const ours = await onChatPage(browser, environment, page =>
      measure(page, vendor, () => ask(page, 'What of the tides?'))
    )
    return report(floor, ours)
  } finally {
    await vendor.close()
  }
}

async function measureFloor(browser: Browser, vendor: Vendor): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    return await measure(page, vendor, async () => void (await page.goto(`${vendor.url}/floor`)))
  } finally {
    await page.close()
  }
}

/**
 * Measures one streaming answer.
 * @returns main-thread milliseconds per 1,000 tokens, by quarter
 */
async function measure(page: Page, vendor: Vendor, begin: () => Promise<void>): Promise<number[]> {
  const meter = await meterOf(page)
  // The work before the first words is not measured.
  const begun = vendor.begun()
  await begin()
  await begun
  const costs: number[] = []
  let before = await meter.read('TaskDuration')
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    await vendor.sent((TOKENS * quarter) / QUARTERS)
    const now = await meter.read('TaskDuration')
    costs.push(((now - before) * 1e6 * QUARTERS) / TOKENS)
    before = now
  }
  return costs
}

function report(floor: readonly number[], ours: readonly number[]): string {
  const mean = (costs: readonly number[]): number =>
    costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  const ratio = mean(ours) / mean(floor)
  const growth = (ours.at(-1) ?? 0) / (ours[0] ?? 1)
  const row = (name: string, costs: readonly number[]): string[] => [
    name,
    mean(costs).toFixed(0),
    ...costs.map(cost => cost.toFixed(0))
  ]
  const rows = [
    ['main-thread ms per 1,000 tokens', 'mean', '1st', '2nd', '3rd', '4th quarter'],
    row('floor', floor),
    row('chat', ours)
  ]
  return [
    `An answer of ${TOKENS} tokens at ${RATE} a second, by TaskDuration in thread ticks:`,
    table(rows),
    `${ratio.toFixed(2)} times the floor (goal ${GOAL}): ${ratio <= GOAL ? 'well' : 'TOO MUCH'}; the last quarter is ${growth.toFixed(2)} times the first.`
  ].join('\n')
}
