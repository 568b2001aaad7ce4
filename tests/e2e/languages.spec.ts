import { LANGUAGE_NAMES, LOCALES } from '#i18n/locale.ts'
import { expect, fits, test } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'

test.use({ locale: 'en-US' })

test('a language switch keeps the page, query, anchor and scroll position, and lasts a year', async ({
  page,
  context
}) => {
  await page.goto('/docs/tasks?from=here#polling')
  const height = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 3))
  const before = (await page.evaluate(() => scrollY)) / (await height())
  expect(before).toBeGreaterThan(0.2)
  const link = page.locator('a[hreflang="ru"]').first()
  await link.evaluate((element: HTMLAnchorElement) => element.click())
  await expect(page).toHaveURL(/\/ru\/docs\/tasks\?from=here#polling$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) / (await height()) - before))
    .toBeLessThan(0.03)
  const cookie = (await context.cookies()).find(({ name }) => name === 'LOCALE')
  expect(cookie?.value).toBe('ru')
  expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(365)
})

test('the list names every language in that language', { tag: '@all' }, async ({ page }) => {
  await page.goto('/docs')
  const names = await page.locator('footer a[hreflang], [id] a[hreflang]').allTextContents()
  for (const locale of LOCALES)
    expect(names.map(name => name.trim())).toContain(LANGUAGE_NAMES[locale])
})

for (const locale of doseOf(LOCALES, 1)) {
  test(`in ${locale} the main pages fit a phone and are translated`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    const prefix = locale === 'en' ? '' : `/${locale}`
    for (const path of ['/chatgpt/conversations', '/midjourney', '/suno', '/docs', '/auth/login']) {
      await page.goto(prefix + path)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await fits(page)
    }
  })
}
