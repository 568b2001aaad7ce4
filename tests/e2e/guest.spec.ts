import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, hydrated, newAddress, PASSWORD } from '../support/browser.ts'
import { withStudio } from '../support/file-studio.ts'
import { allowGuests } from '../support/guest-studio.ts'
import { startStudio } from '../support/process.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

const test = withStudio(async () => {
  const studio = await startStudio({ RATE_LIMITS: 'off' })
  await allowGuests(studio.url)
  return studio
})

const UUID = '[0-9a-f-]{36}'
const QUESTION = 'Tell a guest of tides, please. [sandbox:tokens=60]'
const SECOND = 'And of storms? [sandbox:tokens=20]'

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const home = localizePath('/chatgpt/conversations', locale)
    const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })
    const answers = (page: Page) => page.getByRole('article', { name: t('chat.turn.answer') })
    const guest = (page: Page) => page.evaluate(() => localStorage.getItem('polymuse:guest'))

    async function ask(page: Page, question: string): Promise<void> {
      await composer(page).fill(question)
      await composer(page).press('Enter')
    }

    async function ended(page: Page): Promise<void> {
      await expect(answers(page).last()).toContainText(/\w|\p{L}/u, { timeout: 30_000 })
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })
    }

    async function signUp(page: Page): Promise<void> {
      await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
      await page.getByLabel(t('auth.field.email')).fill(newAddress())
      await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
    }

    test('a guest asks once, reloads the answer, signs up for the second question, and keeps both', async ({
      page,
      studio
    }) => {
      await page.goto(home)
      await hydrated(page)
      await expect(page.getByText(t('chat.home.guest')).first()).toBeVisible()
      await fits(page)
      await ask(page, QUESTION)
      await ended(page)
      await expect(page.getByText(t('chat.guest.after'))).toBeVisible()
      await expect(page).toHaveURL(studio.url + home)
      await fits(page)
      await accessible(page)
      const answer = await answers(page).last().innerText()

      await page.reload()
      await expect(answers(page)).toHaveCount(1)
      await ended(page)
      await hydrated(page)
      await expect.poll(() => answers(page).last().innerText()).toBe(answer)

      // A link to an anchor leaves the answer on the page, and the chat of another service offers
      // no second free question.
      await page.evaluate(() => (location.hash = 'main'))
      await expect(answers(page)).toHaveCount(1)
      await page.goto(localizePath('/deepseek/conversations', locale))
      await expect(page.getByText(t('chat.composer.guest')).first()).toBeVisible()
      await page.goto(home)
      await hydrated(page)
      await expect(answers(page)).toHaveCount(1)
      await ask(page, SECOND)
      await expect(page).toHaveURL(/\/auth\/login\?/)
      await signUp(page)
      await expect(page).toHaveURL(new RegExp(`${home}/${UUID}$`))
      await expect(answers(page)).toHaveCount(1)
      await expect.poll(() => answers(page).last().innerText()).toBe(answer)
      await expect(composer(page)).toHaveValue(SECOND)
      expect(await guest(page)).toBeNull()

      await expect(answers(page)).toHaveCount(2, { timeout: 15_000 })
      await ended(page)
      await expect(composer(page)).toHaveValue('')
      await page.reload()
      await expect(answers(page)).toHaveCount(2)
      await expect(
        page.locator('#conversations a', { hasText: 'Tell a guest of tides' })
      ).toHaveCount(1)
    })
  })
}

test('a guest who reloads in mid-answer reads it to the end', { tag: '@all' }, async ({ page }) => {
  const t = wordsOf('en')
  await page.goto('/chatgpt/conversations')
  await hydrated(page)
  await page
    .getByRole('textbox', { name: t('chat.composer.label') })
    .fill('Slowly [sandbox:delay=6000] [sandbox:tokens=30]')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('polymuse:guest') ?? ''))
    .toMatch(/"work":"[0-9a-f-]{36}"/)
  await page.reload()
  const answer = page.getByRole('article', { name: t('chat.turn.answer') })
  await expect(answer).toHaveCount(1)
  await expect(answer).toContainText(/\p{L}{3}/u, { timeout: 30_000 })
  await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
    timeout: 30_000
  })
})
