import { whole } from '../support/access.ts'
import { addressIn, test } from '../support/access-world.ts'
import { expect, fits } from '../support/browser.ts'
import { doseOf, FULL_DOSE } from '../support/dose.ts'
import { tabTo } from '../support/keyboard.ts'

const PAGES = [
  ['guest', '/chatgpt/conversations'],
  ['guest', '/flux'],
  ['guest', '/docs/chat'],
  ['guest', '/auth/login'],
  ['person', '/chatgpt/conversations/{conversation}'],
  ['person', '/flux'],
  ['person', '/console/applications'],
  ['person', '/console/applications/{plan}/extra'],
  ['person', '/console/applications/{plan}/credentials'],
  ['person', '/console/orders/{order}'],
  ['person', '/console/usages'],
  ['person', '/distribution'],
  ['person', '/profile'],
  ['person', '/site'],
  ['person', '/operator/people']
] as const

/** The largest spacing of letters, words, lines and paragraphs that users may set (WCAG 1.4.12). */
const APART =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'

/** Lists selected elements that look like unselected ones in forced colours. Runs in the page. */
function alike(): string[] {
  const looks = (element: Element): string => {
    const style = getComputedStyle(element)
    return [
      style.backgroundColor,
      style.borderBlockStartColor,
      style.borderBlockEndColor,
      style.borderBlockStartWidth
    ].join()
  }
  const chosen = '[aria-current], [aria-pressed=true], :has(> :checked)'
  const kinds = [
    '.segment',
    '.rail-item',
    '.bar-item',
    '.tabs a',
    '.docs-nav a',
    '#conversations li a'
  ]
  return kinds.filter(kind => {
    const shown = [...document.querySelectorAll(kind)].filter(each => each.checkVisibility())
    const others = new Set(shown.filter(each => !each.matches(chosen)).map(looks))
    return shown.some(each => each.matches(chosen) && others.has(looks(each)))
  })
}

/** Counts animations that are too long for a user who prefers reduced motion. Runs in the page. */
function moving(): number {
  return document
    .getAnimations()
    .filter(each => Number(each.effect?.getComputedTiming().endTime) > 10).length
}

for (const [index, [who, path]] of doseOf(PAGES, 2).entries()) {
  test(`${who} ${path}: works at 200 % and 400 %, with text spacing, forced colours and reduced motion`, async ({
    page,
    world
  }) => {
    if (who === 'person') await page.context().addCookies(world.state.cookies)
    for (const locale of FULL_DOSE ? ['en', 'ar'] : [index % 2 === 0 ? 'en' : 'ar']) {
      await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 640, height: 512 })
      await page.goto(addressIn(world, path, locale))
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await fits(page)
      await whole(page)
      await page.evaluate(css => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(css)
        document.adoptedStyleSheets = [sheet]
      }, APART)
      await fits(page)
      await whole(page)
      await page.evaluate(() => (document.adoptedStyleSheets = []))
      await page.setViewportSize({ width: 320, height: 256 })
      await fits(page)
      await whole(page)
      await expect(page.locator('.bar, .gate').first()).toBeVisible()
      expect(await page.evaluate(moving)).toBe(0)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ forcedColors: 'active' })
      await expect.poll(() => page.evaluate(alike)).toEqual([])
    }
  })
}

test('at 400 % the top bar does not cover the focused element', async ({ page, world }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const [path, locale] of [
    ['/chatgpt/conversations', 'en'],
    ['/flux', 'ar']
  ] as const) {
    await page.goto(addressIn(world, path, locale))
    await expect(page.locator('astro-island[ssr]:not([client="soon"])')).toHaveCount(0)
    await page.locator('main textarea').first().fill('A boat')
    await tabTo(page, page.locator('main form [type=submit]').last())
  }
})

test('in a low window the lists of the rail stay inside', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 360 })
  await page.goto('/flux')
  for (const opener of await page.locator('.rail [popovertarget]:visible').all()) {
    await opener.click()
    await expect(page.locator('.menu:popover-open')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  }
})

test(
  'the two dates of a filter share a row, and both can be read',
  { tag: '@all' },
  async ({ page, world }) => {
    await page.context().addCookies(world.state.cookies)
    for (const width of [320, 720, 800, 900, 1440]) {
      await page.setViewportSize({ width, height: 700 })
      // In German the button has a long label, which leaves the dates little room.
      await page.goto('/de/console/usages')
      await fits(page)
      const dates = page.locator('.table-filters [type=date]')
      const boxes = await dates.evaluateAll(all =>
        all.map(each => each.getBoundingClientRect().toJSON() as DOMRect)
      )
      expect(boxes, `${width}`).toHaveLength(2)
      expect(boxes[1]?.top, `${width}`).toBe(boxes[0]?.top)
      // Minimum width for the digits and the calendar icon at a font size of 16 px, and of 14 px.
      expect(Math.min(...boxes.map(each => each.width)), `${width}`).toBeGreaterThanOrEqual(
        width < 768 ? 136 : 126
      )
    }
  }
)
