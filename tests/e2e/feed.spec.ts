import type { Page } from 'playwright/test'
import { expect, hydrated } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import {
  another,
  answer,
  ask,
  copied,
  ended,
  HOME,
  inMidAnswer,
  kept,
  QUESTION,
  signIn,
  spoken,
  stop,
  t,
  withLongAnswers
} from '../support/long-answer.ts'

const test = withLongAnswers()

test.describe('an answer of three hundred events arrives complete and without duplicates', () => {
  test.beforeEach(async ({ page, context, cookies }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, cookies)
  })

  test('when the page reloads twice in mid-answer', async ({ page, vendor }) => {
    await ask(vendor, page)
    for (const characters of [300, 1200]) {
      await inMidAnswer(page, characters)
      await page.reload()
      await hydrated(page)
    }
    await ended(vendor, page)
    expect(await copied(page)).toBe(await kept(page))
  })

  test(
    'in a second tab that opens in mid-answer, and in the first',
    { tag: '@all' },
    async ({ page, context, vendor }) => {
      await ask(vendor, page)
      await inMidAnswer(page)
      const second = await another(context, page.url())
      await inMidAnswer(second)
      await ended(vendor, page, second)
      const expected = await kept(page)
      for (const each of [page, second]) expect(await copied(each)).toBe(expected)
    }
  )

  test(
    'when the tab that reads the feed for all tabs closes in mid-answer',
    { tag: '@all' },
    async ({ page, context, vendor }) => {
      const second = await another(context, page.url())
      await ask(vendor, page)
      await inMidAnswer(page)
      await second.goto(page.url())
      await inMidAnswer(second, 600)
      await page.close()
      await ended(vendor, second)
      expect(await copied(second)).toBe(await kept(second))
    }
  )

  const returns = [
    ['in its midst', false],
    ['only after its end', true]
  ] as const
  for (const [when, isOver] of doseOf(returns, 1)) {
    test(
      `when the network breaks in mid-answer and comes back ${when}`,
      { tag: '@all' },
      async ({ page, context, line, vendor }) => {
        await ask(vendor, page)
        await inMidAnswer(page)
        line.cut()
        await context.setOffline(true)
        await spoken(vendor)
        if (isOver) vendor.release()
        if (isOver) expect(await vendor.requests.at(-1)?.ended).toBe('finished')
        await expect(stop(page)).toBeVisible()
        line.mend()
        await context.setOffline(false)
        await ended(vendor, page)
        expect(await copied(page)).toBe(await kept(page))
      }
    )
  }

  test(
    'when the connection breaks again and again without the browser noticing',
    { tag: '@all' },
    async ({ page, line, vendor }) => {
      await ask(vendor, page)
      for (const characters of [200, 600, 1000, 1400]) {
        await inMidAnswer(page, characters)
        line.cut()
        line.mend()
      }
      await ended(vendor, page)
      expect(await copied(page)).toBe(await kept(page))
    }
  )

  test('when the tab is hidden and shown', { tag: '@all' }, async ({ page, context, vendor }) => {
    await ask(vendor, page)
    await inMidAnswer(page)
    const cover = await context.newPage()
    await cover.goto('about:blank')
    await cover.bringToFront()
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await spoken(vendor)
    await page.bringToFront()
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await ended(vendor, page)
    expect(await copied(page)).toBe(await kept(page))
  })

  test(
    'live in other tabs: one with the conversation can stop it, and the list shows new ones',
    { tag: '@all' },
    async ({ page, context, vendor }) => {
      await ask(vendor, page, 'What is a lighthouse?')
      await ended(vendor, page)
      const second = await another(context, page.url())
      const elsewhere = await another(context, HOME)
      // All three tabs follow the feed: one reads it, two wait to take over.
      await expect.poll(() => feeds(page, true)).toBe(3)
      await ask(vendor, page)
      await expect(second.getByRole('article').getByText(QUESTION)).toBeVisible()
      await inMidAnswer(second)
      await ended(vendor, page, second)
      const expected = await kept(page)
      for (const each of [page, second]) expect(await copied(each)).toBe(expected)

      await page.bringToFront()
      await ask(vendor, page, 'And of storms?')
      await inMidAnswer(second)
      await stop(second).click()
      await ended(vendor, page, second)
      for (const each of [page, second])
        await expect(answer(each).getByText(t('chat.turn.stopped'))).toBeVisible()

      await ask(vendor, elsewhere, 'Something quite new')
      // On a phone the list of conversations is in a closed drawer, so the link is attached but
      // hidden.
      await expect(second.locator('a', { hasText: 'Something quite new' }).first()).toBeAttached()
    }
  )
})

/**
 * Counts the tabs of the context that hold the feed's lock: 1 if one tab leads. With `waiting`,
 * counts the tabs that wait for it too.
 */
const feeds = (page: Page, waiting = false): Promise<number> =>
  page.evaluate(async all => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...(all ? pending : [])].filter(({ name }) =>
      name?.startsWith('polymuse:feed')
    ).length
  }, waiting)

test(
  'seven tabs of one user all show the answer over a single connection',
  { tag: '@all' },
  async ({ page, context, cookies, vendor }) => {
    await signIn(page, cookies)
    let reading = 0
    context.on('request', request => void (request.url().includes('/events') && reading++))
    const tabs = [page]
    while (tabs.length < 7) tabs.push(await another(context, HOME))
    await expect.poll(() => feeds(page)).toBe(1)
    for (const [index, tab] of tabs.entries()) {
      await tab.bringToFront()
      await ask(vendor, tab, `Question ${index}`)
    }
    await ended(vendor, ...tabs)
    for (const tab of tabs) await expect(answer(tab)).not.toBeEmpty()
    expect(reading).toBeLessThan(3)
  }
)
