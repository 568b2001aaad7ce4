import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import {
  accessible,
  expect,
  fits,
  hydrated,
  newAddress,
  PASSWORD,
  test
} from '../support/browser.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

const UUID = '[0-9a-f-]{36}'

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })
    const send = (page: Page) =>
      page.getByRole('button', { name: t('chat.composer.send'), exact: true })
    const home = localizePath('/chatgpt/conversations', locale)

    async function signUp(page: Page): Promise<string> {
      const email = newAddress()
      await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
      await page.getByLabel(t('auth.field.email')).fill(email)
      await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
      return email
    }

    test('a guest asks, signs up, reads the streaming answer, finds it again and signs out', async ({
      page,
      context,
      studio
    }) => {
      await page.goto('/')
      await expect(page).toHaveURL(studio.url + home)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      await hydrated(page)
      await accessible(page)
      await fits(page)

      const question = 'Write a TypeScript function that adds two numbers, please.'
      await composer(page).fill(question)
      await send(page).click()
      await expect(page).toHaveURL(/\/auth\/login\?/)
      await accessible(page)
      await signUp(page)

      await expect(page).toHaveURL(studio.url + home)
      await hydrated(page)
      await expect(composer(page)).toHaveValue(question)
      // The page sends the question without another click, after a notice of its cost.
      await expect(
        page.getByRole('status').filter({ hasText: t('chat.pressed.cancel') })
      ).toBeVisible()
      await accessible(page)
      await fits(page)
      await expect(page).toHaveURL(new RegExp(`${home}/${UUID}$`))
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })
      const code = page.locator('pre code').first()
      await expect(code).toBeVisible()
      await expect(code.locator('.text-accent-text').first()).toBeVisible()
      await accessible(page)
      await fits(page)
      const answer = await code.innerText()
      const address = page.url()

      await page.goto(localizePath('/console/applications', locale))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await accessible(page)
      await fits(page)
      await page.goto(address)
      await expect(page.locator('pre code').first()).toHaveText(answer)
      await hydrated(page)
      await expect(composer(page)).toHaveValue('')

      expect(await page.evaluate(() => Object.keys(localStorage))).toContain('polymuse:token')
      await page.route('**/auth/sign-out*', async route => {
        const response = await route.fetch({ maxRedirects: 0 })
        const { 'clear-site-data': _, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
      await page.goto(`${studio.url}/auth/sign-out?redirect=${home}`)
      await expect(page).toHaveURL(/\/auth\/login\?/)
      expect((await context.cookies()).map(cookie => cookie.name)).not.toContain('SESSION')
      // Browsers ignore `Clear-Site-Data` on plain HTTP, except on localhost.
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
      await page.goto(home)
      await hydrated(page)
      const left = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
      )
      expect(left).not.toMatch(/ey|pm_|@example|TypeScript/)
      await page.goto(address)
      await expect(page).toHaveURL(/\/auth\/login\?/)
    })

    test('a stopped answer keeps its text, and a running one continues after a reload', async ({
      page,
      studio
    }) => {
      await page.goto(`/auth/begin?redirect=${home}`)
      await signUp(page)
      await expect(page).toHaveURL(studio.url + home)
      await hydrated(page)
      await composer(page).fill('Tell me of tides, storms and lighthouses, at length')
      await send(page).click()
      const stop = page.getByRole('button', { name: t('chat.composer.stop') })
      const turn = page.getByRole('article', { name: t('chat.turn.answer') }).last()
      await expect(stop).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${home}/${UUID}$`))
      await stop.click()
      /** Returns the text of the turn once it has ended, which is when its buttons appear. */
      const told = async (): Promise<string> => {
        await expect(
          turn.getByRole('button', { name: t('chat.turn.regenerate'), exact: true })
        ).toBeVisible()
        return turn.innerText()
      }
      await expect(page.getByRole('article').getByText(t('chat.turn.stopped'))).toBeVisible()
      const said = await told()
      await page.reload()
      await expect(page.getByRole('article').getByText(t('chat.turn.stopped'))).toBeVisible()
      expect(await told()).toBe(said)

      await hydrated(page)
      await composer(page).fill('And of storms, at length?')
      await send(page).click()
      await expect(stop).toBeVisible()
      // The answer has begun, so the server has the question. An earlier reload would abort the
      // request.
      await expect(turn).toContainText('And of storms')
      await page.reload()
      await hydrated(page)
      await expect(stop).toHaveCount(0, { timeout: 30_000 })
      const live = await told()
      await page.reload()
      expect(await told()).toBe(live)
    })
  })
}

test('a conversation is readable without a script, and only by its owner', async ({
  page,
  browser,
  studio
}) => {
  const t = wordsOf('en')
  await page.goto('/auth/begin?redirect=/chatgpt/conversations')
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  await hydrated(page)
  await page
    .getByRole('textbox', { name: t('chat.composer.label') })
    .fill('What is a lighthouse? [sandbox:tokens=60]')
  await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(UUID))
  await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0)

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: studio.url
  })
  const reading = await plain.newPage()
  await reading.goto(page.url())
  await expect(reading.getByRole('main').getByText('What is a lighthouse?').last()).toBeVisible()
  await expect(reading.getByRole('heading', { level: 1 })).toBeAttached()
  await plain.close()

  const stranger = await browser.newContext({ baseURL: studio.url })
  const peeking = await stranger.newPage()
  await peeking.goto(page.url())
  await expect(peeking).toHaveURL(/\/auth\/login/)
  await stranger.close()
})
