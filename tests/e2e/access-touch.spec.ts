import { touchable } from '../support/access.ts'
import { addressIn, test } from '../support/access-world.ts'
import { expect, fits, hydrated } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import { standingOut } from '../support/layout.ts'
import { wordsOf } from '../support/words.ts'

test.use({
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true
})

/** Islands that are not hydrated, except for those that hydrate on first use. */
const ASLEEP = 'astro-island[ssr]:not([client="soon"])'

const PAGES = [
  '/chatgpt/conversations',
  '/chatgpt/conversations/{conversation}',
  '/flux',
  '/midjourney',
  '/suno',
  '/headshots',
  '/flux/history',
  '/console/applications',
  '/console/applications/{plan}/extra',
  '/console/applications/{plan}/credentials',
  '/console/orders/{order}',
  '/console/usages',
  '/distribution',
  '/profile',
  '/site',
  '/operator/people',
  '/auth/account',
  '/auth/login',
  '/docs/services/flux'
]

test(
  'on a touch screen every control is high enough for a finger',
  { tag: '@all' },
  async ({ page, world }) => {
    await page.context().addCookies(world.state.cookies)
    for (const path of PAGES) {
      await page.goto(addressIn(world, path, 'en'))
      await expect(page.locator(ASLEEP)).toHaveCount(0)
      await test.step(path, () => touchable(page))
    }
  }
)

const WINDOWS = [
  ['en', 740, 360],
  ['de', 740, 480],
  ['ar', 320, 256]
] as const
for (const [locale, width, height] of doseOf(WINDOWS, 1)) {
  test(`in a window of ${width} × ${height} the headline of a new chat is not cut off, and a menu stays inside, in ${locale}`, async ({
    page,
    world
  }) => {
    await page.context().addCookies(world.state.cookies)
    await page.setViewportSize({ width, height })
    await page.goto(addressIn(world, '/chatgpt/conversations', locale))
    await hydrated(page)
    await fits(page)
    const composer = await page.locator('[data-drop] form').boundingBox()
    const headline = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((headline?.y ?? height) + (headline?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0)
    await page.getByRole('button', { name: wordsOf(locale)('chat.list.open') }).click()
    await page.locator('#conversations [aria-haspopup=menu]').first().click()
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
    await page.getByRole('menuitem').first().press('End')
    await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 })
  })
}

test(
  'at 320 px a card shows its whole time, letters keep their descenders, and a button stays in its box',
  { tag: '@all' },
  async ({ page, world }) => {
    await page.context().addCookies(world.state.cookies)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const locale of ['de', 'ar']) {
      await page.goto(addressIn(world, '/flux/history', locale))
      await expect(page.locator(ASLEEP)).toHaveCount(0)
      expect(await standingOut(page, 'article time', 'p'), locale).toEqual([])
    }
    const prompt = page.locator('article summary').first()
    await prompt.evaluate(words =>
      words.replaceChildren('ربع', document.createElement('br'), 'ربع')
    )
    // Compare only the area around the prompt, without the times, which change while the test runs.
    const { x = 0, y = 0, width = 0, height = 0 } = (await prompt.boundingBox()) ?? {}
    const clip = { x: Math.max(0, x - 8), y: y - 8, width: width + 8, height: height + 16 }
    const draw = (): Promise<Buffer> =>
      page.screenshot({ clip, animations: 'disabled', mask: [page.locator('time')] })
    const shown = await draw()
    await prompt.evaluate(words => (words.style.overflow = 'visible'))
    expect(shown.equals(await draw())).toBe(true)
    await prompt.evaluate(words => words.style.setProperty('clip-path', 'inset(0 0 50% 0)'))
    expect(shown.equals(await draw())).toBe(false)
    await page.goto('/docs/services/flux')
    expect(await standingOut(page, '.docs-code > button', '.docs-code')).toEqual([])
  }
)
