import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import { signUpUser } from '../support/from-home.ts'
import { withDatabase } from '../support/old-database.ts'
import { cards, hydrated } from '../support/tool.ts'

const RESULTS = 2000

/** Results a day. */
const DAILY = 40
const DAY = 86_400_000

/** Elements of a result that is far from the visible part: its place and its text. */
const FAR = 2

/** Elements that one result, drawn in full, may need. */
const NEAR = 100

/** Results that are near the visible part at most. */
const MOST_NEAR = 60

// Each page of results is loaded and drawn.
test.describe.configure({ timeout: 280_000 })

/** Scrolls until so many results are on the wall, and returns the number of its elements. */
async function elementsAt(page: Page, count: number): Promise<number> {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => document.querySelector('[data-results]')?.scrollBy(0, 1e6))
        return cards(page).count()
      },
      { timeout: 200_000, intervals: [100] }
    )
    .toBeGreaterThanOrEqual(count)
  const drawn = page.getByRole('article').filter({ has: page.locator('figure') })
  await expect.poll(() => drawn.count()).toBeLessThanOrEqual(MOST_NEAR)
  return page.locator('[data-results] *').count()
}

test(
  'two thousand results need few elements each',
  { tag: ['@desktop', '@all'] },
  async ({ page, studio }) => {
    const ada = await signUpUser(page)
    await ada.generate('/flux/images', { prompt: 'A boat', model: 'flux-schnell' })
    await withDatabase(studio.store, async db => {
      const run = await db
        .selectFrom('run')
        .selectAll()
        .where('user_id', '=', ada.id)
        .where('service', '=', 'flux')
        .executeTakeFirstOrThrow()
      const copies = Array.from({ length: RESULTS - 1 }, (_, index) => ({
        ...run,
        id: crypto.randomUUID(),
        created_at: run.created_at - ((index + 1) * DAY) / DAILY
      }))
      for (let at = 0; at < copies.length; at += 100)
        await db
          .insertInto('run')
          .values(copies.slice(at, at + 100))
          .execute()
    })
    await page.goto('/flux/history')
    await hydrated(page)
    const early = await elementsAt(page, RESULTS / 4)
    const all = await elementsAt(page, RESULTS)
    const days = RESULTS / DAILY
    expect(all - early).toBeLessThan(FAR * RESULTS + NEAR * MOST_NEAR + 10 * days)
    expect(all).toBeLessThan(FAR * RESULTS + NEAR * MOST_NEAR + 10 * days)
  }
)
