import type { Page } from 'playwright/test'
import { messagesOf } from '../../scripts/bench/text.ts'
import { expect, hydrated, test } from '../support/browser.ts'
import { begin, fill } from '../support/filled.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const ROWS = 300
const MAX_NODES = 15_000
/** Index of a row far enough above the end to have released its content. */
const LIGHT = ROWS - 31

const rows = (page: Page) => page.locator('article')

/** Counts the elements and texts of the document. */
const nodes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(
      document,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
    )
    let count = 0
    while (walker.nextNode()) count++
    return count
  })

/** Reads the scroll position of the scrolling box, and the height of its content. */
const place = (page: Page): Promise<{ top: number; height: number }> =>
  page
    .locator('[data-live]')
    .evaluate(box => ({ top: Math.round(box.scrollTop), height: box.scrollHeight }))

async function openLong(page: Page): Promise<void> {
  const access = await begin(page)
  await page.goto(await fill(page, access, messagesOf(ROWS), 'en'))
  await hydrated(page)
  await expect.poll(() => nodes(page)).toBeLessThan(MAX_NODES)
  // Wait until the row at `LIGHT` has released its content. Of all rows out of view, it is the last
  // to do so. A row is a new element after it changes.
  await expect(rows(page).nth(LIGHT).locator('*')).toHaveCount(0)
}

test(
  'three hundred turns stay cheap, and the document contains every word of them',
  { tag: '@all' },
  async ({ page }) => {
    await openLong(page)
    await expect(rows(page)).toHaveCount(ROWS)
    expect(await page.evaluate(() => document.body.textContent)).toContain('marked word-1.')
    await expect(rows(page).last()).toBeInViewport()
    await expect(rows(page).last().locator('code').first()).toBeAttached()

    // The browser's own search finds text in distant rows and scrolls there.
    const found = await page.evaluate(() =>
      // The search begins at the focus, which is in the composer, and wraps around to the top.
      (window as unknown as { find(text: string, ...rest: boolean[]): boolean }).find(
        'marked word-41.',
        false,
        false,
        true
      )
    )
    expect(found).toBe(true)
    await page.evaluate(() =>
      getSelection()?.anchorNode?.parentElement?.scrollIntoView({ block: 'center' })
    )
    await expect(rows(page).nth(41)).toBeInViewport()
  }
)

test(
  'a row gets its content again before it becomes visible, and the scroll position stays right',
  { tag: '@all' },
  async ({ page }) => {
    await openLong(page)
    const end = await place(page)
    await page.locator('[data-live]').evaluate(box => box.scrollTo({ top: 0 }))
    await expect(rows(page).nth(1).locator('p').first()).toBeVisible()
    await expect(rows(page).nth(1).locator('math, figure, table').first()).toBeAttached()
    await expect(rows(page).nth(LIGHT).locator('*')).toHaveCount(0)
    expect(await nodes(page)).toBeLessThan(MAX_NODES)
    const { top, height } = await place(page)
    expect(top).toBeLessThan(4)
    expect(Math.abs(height - end.height)).toBeLessThan(end.height / 50)

    await page.getByRole('button', { name: t('chat.turn.latest') }).click()
    await expect(rows(page).last()).toBeInViewport()
    await expect(rows(page).nth(1).locator('*')).toHaveCount(0)
    const back = await place(page)
    expect(Math.abs(back.height - back.top - (end.height - end.top))).toBeLessThan(4)
  }
)

test(
  'the text in view stays in place while rows around it change',
  { tag: '@all' },
  async ({ page }) => {
    await openLong(page)
    // Scroll in a single step: while the test waits, the row may render again as a new element.
    await rows(page)
      .nth(151)
      .evaluate(row => row.scrollIntoView({ block: 'center' }))
    await expect(rows(page).nth(151).locator('p').first()).toBeVisible()
    const before = await rows(page).nth(151).boundingBox()
    await expect(rows(page).nth(LIGHT).locator('*')).toHaveCount(0)
    await expect
      .poll(async () =>
        Math.abs(((await rows(page).nth(151).boundingBox())?.y ?? 0) - (before?.y ?? 0))
      )
      .toBeLessThan(200)
    await page.keyboard.press('Tab')
    await expect(rows(page).nth(151)).toBeInViewport()
  }
)

test('printing renders every row', { tag: '@all' }, async ({ page }) => {
  await openLong(page)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(rows(page).nth(1).locator('p').first()).toBeAttached()
  expect(await page.locator('article > *').count()).toBeGreaterThan(ROWS)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(rows(page).nth(1).locator('*')).toHaveCount(0)
})

test(
  'a conversation too long for one page is read page by page, by its owner and its readers',
  { tag: ['@all', '@desktop'] },
  async ({ page }) => {
    const access = await begin(page)
    const numbered = (_: unknown, at: number) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `message number ${at}. ${'word '.repeat(2000)}`
    })
    const address = await fill(page, access, Array.from({ length: 60 }, numbered), 'en')
    await page.goto(address)
    await hydrated(page)
    const numbers = async (): Promise<number[]> =>
      [...(await page.locator('main').innerText()).matchAll(/message number (\d+)\./g)].map(
        ([, number]) => Number(number)
      )
    await expect(rows(page).last()).toBeInViewport()
    const seen = await rows(page).evaluateAll(all =>
      all.map(row => Number(/number (\d+)\./.exec(row.textContent)?.[1]))
    )
    expect(seen.at(-1)).toBe(59)
    const earlier = page.getByRole('link', { name: t('chat.pages.earlier') })
    while ((await earlier.count()) > 0) {
      await earlier.click()
      await expect(page.getByRole('link', { name: t('chat.pages.latest') })).toBeVisible()
      seen.unshift(...(await numbers()))
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => at))
    await page.getByRole('link', { name: t('chat.pages.latest') }).click()
    await hydrated(page)
    await expect(rows(page).last()).toBeInViewport()

    await page
      .getByRole('button', { name: t('chat.list.options', { title: 'Filled' }), exact: true })
      .click()
    await page.getByRole('menuitem', { name: t('chat.share.menu') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('chat.share.make') }).click()
    const link = await dialog.getByRole('textbox', { name: t('chat.share.link') }).inputValue()
    await page.goto(link)
    const read = await numbers()
    const later = page.getByRole('link', { name: t('chat.pages.later') })
    for (let parts = 1; (await later.count()) > 0; parts++) {
      await later.click()
      await expect(page).toHaveURL(`${link}?part=${parts + 1}`)
      read.push(...(await numbers()))
    }
    expect(read).toEqual(Array.from({ length: 60 }, (_, at) => at))
    expect((await page.request.get(`${link}?part=no`)).status()).toBe(200)
    expect((await page.request.get(`${address}?before=nothing`)).status()).toBe(404)
  }
)
