import { ordered, pressable } from '../support/access.ts'
import { addressIn, test } from '../support/access-world.ts'
import { accessible, expect, fits } from '../support/browser.ts'
import { walk } from '../support/keyboard.ts'

/** Pages that anybody reads, and pages of somebody's own. */
const PAGES = [
  ['guest', '/chatgpt/conversations'],
  ['guest', '/flux'],
  ['guest', '/suno'],
  ['guest', '/docs'],
  ['guest', '/docs/chat'],
  ['guest', '/docs/services/kling'],
  ['guest', '/auth/login'],
  ['guest', '/nothing-of-the-kind'],
  ['guest', '/offline'],
  ['person', '/chatgpt/conversations'],
  ['person', '/chatgpt/conversations/{conversation}'],
  ['person', '/flux'],
  ['person', '/flux/history'],
  ['person', '/console/applications'],
  ['person', '/console/applications/{plan}/extra'],
  ['person', '/console/applications/{plan}/subscribe'],
  ['person', '/console/applications/{plan}/credentials'],
  ['person', '/console/applications/{plan}/credentials/{key}'],
  ['person', '/console/orders'],
  ['person', '/console/orders/{order}'],
  ['person', '/console/redeem'],
  ['person', '/console/usages'],
  ['person', '/distribution'],
  ['person', '/distribution/history'],
  ['person', '/distribution/invitees'],
  ['person', '/profile'],
  ['person', '/auth/account'],
  ['person', '/site'],
  ['person', '/site/keys'],
  ['person', '/welcome'],
  ['person', '/operator'],
  ['person', '/operator/people'],
  ['person', '/operator/orders'],
  ['person', '/operator/packages'],
  ['person', '/operator/codes'],
  ['person', '/operator/payouts'],
  ['person', '/operator/providers'],
  ['person', '/operator/reports'],
  ['person', '/operator/sites'],
  ['person', '/operator/audit']
] as const

for (const [who, path] of PAGES) {
  test(`${who} ${path}: dark and from the left, light and from the right, by keys`, async ({ page, world }) => {
    if (who === 'person') await page.context().addCookies(world.state.cookies)
    for (const [locale, colorScheme] of [
      ['en', 'dark'],
      ['ar', 'light']
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(addressIn(world, path, locale))
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await accessible(page)
      await ordered(page)
      await pressable(page)
      await fits(page)
    }
    expect((await walk(page)).length).toBeGreaterThan(1)
  })
}
