import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, type Page } from 'playwright/test'

/**
 * The script of axe. Its own package for Playwright loads the script twice for each check and
 * returns everything that passed, which takes twice as long.
 */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

declare global {
  interface Window {
    axe?: {
      configure(spec: { allowedOrigins: string[] }): void
      run(within: Document, options: RunOptions): Promise<AxeResults>
    }
  }
}

/**
 * Expects the page and its frames to break no rule of WCAG 2.2 AA that axe can check.
 * @param habits additional rules of axe
 */
export async function keepsRules(page: Page, habits: readonly string[] = []): Promise<void> {
  await settled(page)
  await Promise.all(page.frames().map(prepare))
  const options: RunOptions = {
    runOnly: { type: 'tag', values: WCAG },
    rules: Object.fromEntries(habits.map(rule => [rule, { enabled: true }])),
    resultTypes: ['violations']
  }
  if ((await page.evaluate(brokenRules, options)).length === 0) return
  // A button may have changed its colours while axe was reading the page. Only a fault that stays
  // counts.
  await settled(page)
  expect(await page.evaluate(brokenRules, options)).toEqual([])
}

/** Loads axe into a frame unless an earlier check did. Frames of other origins may be checked too. */
async function prepare(frame: ReturnType<Page['mainFrame']>): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return
  await frame.evaluate(`${AXE};0`)
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }))
}

/** Returns the broken rules with their elements. Runs in the page. */
async function brokenRules(options: RunOptions): Promise<string[]> {
  if (window.axe === undefined) throw new Error('axe is not loaded')
  const { violations } = await window.axe.run(document, options)
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`
  )
}

/**
 * Waits until nothing fades any more, since colours have no contrast halfway. A transition of 1 ms
 * still takes until the next frame, which a busy browser draws late.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = document.getAnimations().filter(
      ({ playState, effect, timeline }) =>
        playState === 'running' &&
        // Ignore an animation that scrolling drives, since it never ends.
        timeline instanceof DocumentTimeline &&
        effect?.getComputedTiming().endTime !== Infinity
    )
    await Promise.allSettled(ends.map(each => each.finished))
  })
}
