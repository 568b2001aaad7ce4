import type { Browser, Page } from 'playwright'
import { table } from '../results.ts'
import { doseOf } from './dose.ts'
import { alive, ask, meterOf, onChatPage } from './page.ts'
import { messagesOf } from './text.ts'

const ROWS = doseOf(300, 4)
/**
 * Highest accepted values: DOM nodes, heap in MB, and milliseconds from a key to the next paint and
 * of a task. A response within a tenth of a second feels like the effect of the key press (web.dev,
 * the RAIL model).
 */
const GOALS = { nodes: 15_000, heap: 100, key: 100, task: 50 }

/**
 * Measures the size of a long conversation in the browser, and how fast the page reacts to typing.
 */
export function measureLong(browser: Browser): Promise<string> {
  return onChatPage(browser, {}, async page => {
    await ask(page, 'What of the tides? [sandbox:tokens=20]')
    await page.waitForURL(/[0-9a-f-]{36}$/)
    await page.locator('article[aria-busy="false"]').waitFor()
    await fill(page)
    await page.reload()
    await alive(page)
    const drawn = await countNodes(page)
    await settled(page)
    const meter = await meterOf(page)
    await meter.session.send('HeapProfiler.collectGarbage')
    const heap = (await meter.read('JSHeapUsedSize')) / 1024 / 1024
    const nodes = await countNodes(page)
    const { key, task } = await typing(page)
    await page.goto('/chatgpt/conversations')
    await alive(page)
    const empty = await typing(page)
    const rows = [
      [`a conversation of ${ROWS} rows`, 'is', 'goal', 'verdict'],
      verdict('nodes, elements and texts', nodes, GOALS.nodes),
      verdict('heap after collection, MB', heap, GOALS.heap),
      verdict(
        `slowest key to paint, ms (${empty.key.toFixed(0)} in an empty chat)`,
        key,
        GOALS.key
      ),
      verdict('longest task while typing, ms', task, GOALS.task),
      ['nodes as served', String(drawn), '', '']
    ]
    return table(rows)
  })
}

function verdict(name: string, value: number, goal: number): string[] {
  return [name, value.toFixed(0), `≤ ${goal.toFixed(0)}`, value <= goal ? 'well' : 'TOO MUCH']
}

/** Writes the messages into the open conversation, as its owner. */
async function fill(page: Page): Promise<void> {
  const answered = await page.evaluate(async messages => {
    const { chat } = JSON.parse(localStorage.getItem('polymuse:selection') ?? '{}') as {
      chat?: { credential: string }
    }
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${chat?.credential}`
    }
    const body = JSON.stringify({
      action: 'update',
      id: location.pathname.split('/').at(-1),
      messages
    })
    return (await fetch('/aichat/conversations', { method: 'POST', headers, body })).status
  }, messagesOf(ROWS))
  if (answered !== 200) throw new Error(`the conversation could not be filled: ${answered}`)
}

/** Waits until the rows outside the view have released their content. */
async function settled(page: Page): Promise<void> {
  for (let before = 0, now = await countNodes(page); before !== now;) {
    await page.waitForTimeout(1500)
    before = now
    now = await countNodes(page)
  }
}

function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(
      document,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
    )
    let count = 0
    while (walker.nextNode()) count++
    return count
  })
}

/**
 * Types into the composer.
 * @returns the longest time from a key to the next paint, and the longest task meanwhile, in
 * milliseconds
 */
async function typing(page: Page): Promise<{ key: number; task: number }> {
  await page.evaluate(() => {
    const found = { key: 0, task: 0 }
    Object.assign(window, { found })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        if (entry.name.startsWith('key')) found.key = Math.max(found.key, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) found.task = Math.max(found.task, entry.duration)
    }).observe({ type: 'longtask' })
  })
  await page.locator('textarea').click()
  await page.keyboard.type('What of the tides, and of the storms that come with them in autumn?', {
    delay: 30
  })
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as { found: { key: number; task: number } }).found)
}
