import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD } from '../support/browser.ts'
import { withStudio } from '../support/file-studio.ts'
import { allowGuests } from '../support/guest-studio.ts'
import { startStudio } from '../support/process.ts'
import { hydrated, pressFollowUp, showForm } from '../support/tool.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

const test = withStudio(async () => {
  const studio = await startStudio({ RATE_LIMITS: 'off' })
  await allowGuests(studio.url)
  return studio
})

const FOX = 'A red fox reading a newspaper'

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const flux = localizePath('/flux', locale)
    const prompt = (page: Page) => page.locator('.tool-form textarea[name=prompt]')
    const generate = (page: Page) => page.locator('.tool-form button[type=submit]')
    const cards = (page: Page) =>
      page.getByRole('region', { name: t('field.results.title') }).getByRole('article')

    async function made(page: Page): Promise<void> {
      await expect(cards(page)).toHaveCount(1)
      await expect(cards(page).locator('img')).toBeVisible({ timeout: 30_000 })
    }

    async function signUp(page: Page, waiting: string): Promise<void> {
      await page.waitForURL(/\/auth\/login\?/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`auth.waiting.${waiting}`))
      await page.getByLabel(t('auth.field.email')).fill(newAddress())
      const password = page.getByLabel(t('auth.field.password'), { exact: true })
      await password.fill(PASSWORD)
      await password.press('Enter')
    }

    test('a guest generates one image, reloads the page, and keeps the image after the sign-up', async ({
      page
    }) => {
      await page.goto(flux)
      await hydrated(page)
      await expect(page.locator('#generate-why')).toHaveText(t('field.guest.once'))
      await prompt(page).fill(`${FOX} [sandbox:delay=2000]`)
      await generate(page).click()
      await expect(cards(page)).toHaveAttribute('aria-busy', 'true')
      await page.reload()
      await made(page)
      await accessible(page)
      await fits(page)
      // On a phone the button is in the menu of the result.
      const remove = page.getByRole('button', { name: t('field.card.delete'), includeHidden: true })
      await expect(remove).toHaveCount(0)

      await page.getByRole('link', { name: t('field.guest.keep') }).click()
      await signUp(page, 'keep')
      await expect(page).toHaveURL(new RegExp(`${flux}$`))
      await made(page)
      await expect(remove).toHaveCount(1)
      expect(await page.evaluate(() => localStorage.getItem('polymuse:guest'))).toBeNull()
    })

    test(
      'a second image waits for the sign-up, and both are kept',
      { tag: '@all' },
      async ({ page }) => {
        await page.goto(flux)
        await hydrated(page)
        await prompt(page).fill(FOX)
        await generate(page).click()
        await made(page)
        // The free image also used up the guest's free question in the chat.
        await page.goto(localizePath('/deepseek/conversations', locale))
        await expect(page.getByText(t('chat.composer.guest')).first()).toBeVisible()
        await page.goto(flux)
        await hydrated(page)
        await prompt(page).fill('A pier at noon')
        await generate(page).click()
        await signUp(page, 'image')
        await expect(cards(page)).toHaveCount(2, { timeout: 20_000 })
        await expect(cards(page).first().locator('img')).toBeVisible({ timeout: 30_000 })
        const prompts = cards(page).locator('details:not(.tool-menu) > summary')
        await expect(prompts).toHaveText(['A pier at noon', FOX])
      }
    )
  })
}

test(
  'an action on a guest’s result waits for the sign-up and then uses that result',
  { tag: '@all' },
  async ({ page }) => {
    const t = wordsOf('en')
    await page.goto('/midjourney')
    await hydrated(page)
    await page.locator('.tool-form textarea[name=prompt]').fill(FOX)
    await page.locator('.tool-form button[type=submit]').click()
    const results = page
      .getByRole('region', { name: t('field.results.title') })
      .getByRole('article')
    await expect(results.locator('img').first()).toBeVisible({ timeout: 30_000 })
    await pressFollowUp(results, t('midjourney.follow.upscale1'))
    await page.waitForURL(/\/auth\/login\?/)
    await page.getByLabel(t('auth.field.email')).fill(newAddress())
    await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(results).toHaveCount(2, { timeout: 20_000 })
    await expect(results.first().locator('img').first()).toBeVisible({ timeout: 30_000 })
  }
)

test('settings that cost more wait for the sign-up', { tag: '@all' }, async ({ page }) => {
  const t = wordsOf('en')
  await page.goto('/flux')
  await hydrated(page)
  await showForm(page)
  await page.locator('.tool-form textarea[name=prompt]').fill(FOX)
  await page.getByRole('radio', { name: '4', exact: true }).check()
  await expect(page.locator('#generate-why')).toHaveText(t('issue.guest_price'))
  await page.locator('.tool-form button[type=submit]').click()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  expect(await page.evaluate(() => localStorage.getItem('polymuse:guest'))).toBeNull()
})
