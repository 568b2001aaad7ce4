import type { Page } from 'playwright/test'
import { localizePath, type Locale } from '#i18n/locale.ts'
import {
  accessible,
  expect,
  fits,
  hydrated,
  newAddress,
  PASSWORD,
  test as base
} from '../support/browser.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { startStudio } from '../support/process.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

const test = base.extend<{ own: Studio; vendor: OpenaiServer }>({
  own: async ({ page }, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    // Leave the page before the studio stops, since an open page keeps sending requests.
    await page.goto('about:blank')
    await studio.stop()
  },
  vendor: async ({}, use) => {
    const vendor = await startOpenaiServer({ keys: { 'sk-wrong-key': 'unauthorized' } })
    await use(vendor)
    await vendor.close()
  },
  expected: /status of 4\d\d/
})

const HOME = '/chatgpt/conversations'

async function signUp(page: Page, locale: Locale): Promise<void> {
  const t = wordsOf(locale)
  // Other pages have a link of that name, too.
  await page.waitForURL(/\/auth\/login\?/)
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
}

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale, javaScriptEnabled: false })
    const t = wordsOf(locale)

    test('the first user names the studio and connects a provider without a script, and is asked only once', async ({
      page,
      own,
      vendor
    }) => {
      const home = localizePath(HOME, locale)
      await page.setViewportSize({ width: 360, height: 780 })
      await page.goto(`${own.url}/auth/begin?redirect=${home}`)
      await signUp(page, locale)
      await expect(page).toHaveURL(
        `${own.url}${localizePath('/welcome', locale)}?${new URLSearchParams({ redirect: home })}`
      )
      await expect(page.getByLabel(t('site.field.own'))).toHaveValue(locale)
      await fits(page)
      await page.getByLabel(t('site.field.title'), { exact: true }).fill('Muses')
      await page.getByLabel(t('site.field.accent'), { exact: true }).fill('#1166cc')
      await page.getByRole('button', { name: t('site.welcome.next') }).click()
      await expect(page).toHaveTitle(/Muses/)
      await expect(page.locator('html')).toHaveAttribute('style', /--site-accent-light/)
      await fits(page)

      const enter = async (key: string): Promise<void> => {
        await page.getByLabel(t('site.keys.key'), { exact: true }).fill(key)
        await page.getByLabel(t('site.keys.address'), { exact: true }).fill(vendor.url)
        await page.getByRole('button', { name: t('user.keys.save') }).click()
      }
      await enter('sk-wrong-key')
      await expect(
        page.getByLabel(t('site.keys.key'), { exact: true })
      ).toHaveAccessibleDescription(t('user.keys.issue.refused', { name: 'OpenAI' }))
      await enter('sk-good-key-7788')
      await expect(page.getByText(t('site.welcome.works', { name: 'OpenAI' }))).toBeVisible()
      await page.getByRole('link', { name: t('site.welcome.start') }).click()
      await expect(page).toHaveURL(own.url + home)
      await expect(page.getByText(t('site.welcome.banner'))).toHaveCount(0)
      await expect(page.getByText(t('common.frame.demoOperator'))).toHaveCount(0)

      await page.context().clearCookies()
      await page.goto(`${own.url}/auth/begin?redirect=${home}`)
      await signUp(page, locale)
      await expect(page).toHaveURL(own.url + home)
      expect((await page.request.get(`${own.url}/welcome`)).status()).toBe(404)
    })
  })
}

test(
  'the page can be skipped and reopened, and does not appear a second time',
  { tag: '@all' },
  async ({ page, own }) => {
    const t = wordsOf('en')
    await page.goto(`${own.url}/auth/begin?redirect=${HOME}`)
    await signUp(page, 'en')
    await page.getByRole('link', { name: t('site.welcome.skip') }).click()
    await expect(page).toHaveURL(own.url + HOME)
    await page.getByRole('link', { name: t('common.frame.demoConnect') }).click()
    await expect(page).toHaveURL(`${own.url}/operator/providers`)
    await page.goto(`${own.url}/auth/begin?redirect=${HOME}`)
    await expect(page).toHaveURL(own.url + HOME)
    await page.goto(`${own.url}/site`)
    await page.getByRole('link', { name: t('site.welcome.again') }).click()
    await expect(page).toHaveURL(/\/welcome/)
    await accessible(page)
    await page.getByLabel(t('site.field.accent'), { exact: true }).fill('#12345')
    // The browser itself rejects this colour, so turn that off to let the server reject it.
    await page
      .locator('form')
      .first()
      .evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await page.getByRole('button', { name: t('site.welcome.next') }).click()
    await expect(
      page.getByLabel(t('site.field.accent'), { exact: true })
    ).toHaveAccessibleDescription(new RegExp(t('site.issue.accent.invalid').slice(0, 20)))
    await page.getByLabel(t('site.field.accent'), { exact: true }).fill('')
    await page.getByRole('button', { name: t('site.welcome.next') }).click()
    await page.getByRole('link', { name: t('site.welcome.sandbox') }).click()
    await expect(page).toHaveURL(`${own.url}${HOME}`)
  }
)

test(
  'a user whose question waited for the sign-up asks it first, and can name the studio later',
  { tag: '@all' },
  async ({ page, own }) => {
    const t = wordsOf('en')
    await page.goto(own.url + HOME)
    await hydrated(page)
    const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
    await composer.fill('What is a lighthouse?')
    await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click()
    await signUp(page, 'en')
    await expect(page).toHaveURL(own.url + HOME)
    // Without a cancel, the page would send the question after a pause.
    await page.getByRole('button', { name: t('chat.pressed.cancel') }).click()
    await expect(composer).toHaveValue('What is a lighthouse?')
    await page.getByRole('link', { name: t('site.welcome.open') }).click()
    await expect(page).toHaveURL(/\/welcome\?/)
    await page.getByRole('link', { name: t('site.welcome.skip') }).click()
    await hydrated(page)
    await expect(composer).toHaveValue('What is a lighthouse?')
    await expect(page.getByRole('link', { name: t('site.welcome.open') })).toHaveCount(0)
  }
)
