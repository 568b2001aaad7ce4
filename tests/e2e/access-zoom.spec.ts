import { whole } from '../support/access.ts'
import { addressIn, test } from '../support/access-world.ts'
import { expect, fits } from '../support/browser.ts'

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

/** As far as somebody may move letters, words, lines and paragraphs apart (WCAG 1.4.12). */
const APART =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'

/** What is chosen in a row or open in a list looks like what is not, in colours that are forced on the page. Runs in the page. */
function alike(): string[] {
  const looks = (element: Element): string => {
    const style = getComputedStyle(element)
    return [style.backgroundColor, style.borderBlockStartColor, style.borderBlockEndColor, style.borderBlockStartWidth].join()
  }
  const chosen = '[aria-current], [aria-pressed=true], :has(> :checked)'
  const kinds = ['.segment', '.rail-item', '.bar-item', '.tabs a', '.docs-nav a', '#conversations li a']
  return kinds.filter(kind => {
    const shown = [...document.querySelectorAll(kind)].filter(each => each.checkVisibility())
    const others = new Set(shown.filter(each => !each.matches(chosen)).map(looks))
    return shown.some(each => each.matches(chosen) && others.has(looks(each)))
  })
}

/** How many things move for longer than somebody who wants no motion should see. Runs in the page. */
function moving(): number {
  return document.getAnimations().filter(each => Number(each.effect?.getComputedTiming().endTime) > 10).length
}

for (const [who, path] of PAGES) {
  test(`${who} ${path}: at 200 % and 400 %, spaced out, in forced colours, without motion`, async ({ page, world }) => {
    if (who === 'person') await page.context().addCookies(world.state.cookies)
    for (const locale of ['en', 'ar']) {
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
