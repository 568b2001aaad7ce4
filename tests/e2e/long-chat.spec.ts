import type { Page } from 'playwright/test'
import { messagesOf } from '../../scripts/bench/text.ts'
import { expect, hydrated, test } from '../support/browser.ts'
import { begin, fill } from '../support/filled.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const ROWS = 300
const MAX_NODES = 15_000

const rows = (page: Page) => page.locator('article')

/** Elements and texts of the document. */
const nodes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    let count = 0
    while (walker.nextNode()) count++
    return count
  })

/** The scrolling box: how far it is from its top, and how high what it holds. */
const place = (page: Page): Promise<{ top: number; height: number }> =>
  page.locator('[data-live]').evaluate(box => ({ top: Math.round(box.scrollTop), height: box.scrollHeight }))

async function openLong(page: Page): Promise<void> {
  const access = await begin(page)
  await page.goto(await fill(page, access, messagesOf(ROWS), 'en'))
  await hydrated(page)
  await expect.poll(() => nodes(page)).toBeLessThan(MAX_NODES)
  // Until no row more becomes light.
  await expect(rows(page).nth(1).locator('*')).toHaveCount(0)
}

test('three hundred turns cost little, and every word of them stands in the document', async ({ page }) => {
  await openLong(page)
  await expect(rows(page)).toHaveCount(ROWS)
  expect(await page.evaluate(() => document.body.textContent)).toContain('marked word-1.')
  await expect(rows(page).last()).toBeInViewport()
  await expect(rows(page).last().locator('code').first()).toBeAttached()

  // What finds words on a page finds them in rows that are far away, and goes there.
  const found = await page.evaluate(() => (window as unknown as { find(text: string): boolean }).find('marked word-41.'))
  expect(found).toBe(true)
  await page.evaluate(() => getSelection()?.anchorNode?.parentElement?.scrollIntoView({ block: 'center' }))
  await expect(rows(page).nth(41)).toBeInViewport()
})

test('a row is drawn again before it is seen, where it was', async ({ page }) => {
  await openLong(page)
  const end = await place(page)
  await page.locator('[data-live]').evaluate(box => box.scrollTo({ top: 0 }))
  await expect(rows(page).nth(1).locator('p').first()).toBeVisible()
  await expect(rows(page).nth(1).locator('math, figure, table').first()).toBeAttached()
  await expect(
    rows(page)
      .nth(ROWS - 31)
      .locator('*')
  ).toHaveCount(0)
  expect(await nodes(page)).toBeLessThan(MAX_NODES)
  const { top, height } = await place(page)
  expect(top).toBeLessThan(4)
  expect(Math.abs(height - end.height)).toBeLessThan(end.height / 50)

  await page.getByRole('button', { name: t('chat.turn.latest') }).click()
  await expect(rows(page).last()).toBeInViewport()
  await expect(rows(page).nth(1).locator('*')).toHaveCount(0)
  const back = await place(page)
  expect(Math.abs(back.height - back.top - (end.height - end.top))).toBeLessThan(4)
})

test('what a person reads stays where it is while rows around it change', async ({ page }) => {
  await openLong(page)
  // At once: a row that is drawn anew while it is waited for is another one.
  await rows(page)
    .nth(151)
    .evaluate(row => row.scrollIntoView({ block: 'center' }))
  await expect(rows(page).nth(151).locator('p').first()).toBeVisible()
  const before = await rows(page).nth(151).boundingBox()
  await expect(
    rows(page)
      .nth(ROWS - 31)
      .locator('*')
  ).toHaveCount(0)
  await expect.poll(async () => Math.abs(((await rows(page).nth(151).boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(200)
  await page.keyboard.press('Tab')
  await expect(rows(page).nth(151)).toBeInViewport()
})

test('on paper all is drawn', async ({ page }) => {
  await openLong(page)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(rows(page).nth(1).locator('p').first()).toBeAttached()
  expect(await page.locator('article > *').count()).toBeGreaterThan(ROWS)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(rows(page).nth(1).locator('*')).toHaveCount(0)
})
