import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { startStudio } from '../support/process.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

const test = base.extend<{ own: Studio; vendor: OpenaiServer }>({
  own: async ({ page }, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    // An open page keeps sending requests.
    await page.goto('about:blank')
    await studio.stop()
  },
  vendor: async ({}, use) => {
    const vendor = await startOpenaiServer({ keys: { 'sk-wrong-key': 'unauthorized' } })
    await use(vendor)
    await vendor.close()
  },
  // A refused form is answered with an error status, which the browser logs to its console.
  expected: /status of 4\d\d/
})

/** Signs up a new user; the first one of a studio is its operator. */
async function newPerson({ request }: ReturnType<Page['context']>, url: string): Promise<void> {
  const data = { email: newAddress(), password: PASSWORD }
  const answer = await request.post(`${url}/api/auth/sign-up/email`, {
    data,
    headers: { origin: url }
  })
  expect(answer.status()).toBe(200)
  await request.get(`${url}/auth/begin?redirect=/`)
}

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)

    test('an operator enters, tests and removes a key, without a script too', async ({
      page,
      context,
      own,
      vendor
    }) => {
      await newPerson(context, own.url)
      await page.setViewportSize({ width: 360, height: 780 })
      await page.goto(own.url + localizePath('/site', locale))
      await page.getByRole('link', { name: t('site.keys.title') }).click()
      await expect(page.getByText(t('site.keys.nobody'))).toBeVisible()

      const enter = async (key: string): Promise<void> => {
        await page.getByLabel(t('site.keys.key'), { exact: true }).fill(key)
        await page.getByLabel(t('site.keys.address'), { exact: true }).fill(vendor.url)
        await page.getByRole('button', { name: t('user.keys.save') }).click()
      }
      await enter('sk-wrong-key')
      const field = page.getByLabel(t('site.keys.key'), { exact: true })
      const hint = t('site.keys.keyHint')
      await expect(field).toHaveAccessibleDescription(
        `${t('user.keys.issue.refused', { name: 'OpenAI' })} ${hint}`
      )
      await expect(field).toHaveValue('')
      await enter('“sk-good-key”')
      await expect(field).toHaveAccessibleDescription(`${t('user.keys.issue.invalid')} ${hint}`)
      await expect(page.getByLabel(t('site.keys.address'), { exact: true })).toHaveValue(vendor.url)
      await fits(page)
      await accessible(page)

      await enter('sk-good-key-7788')
      await expect(page.getByText(t('site.keys.done.kept', { name: 'OpenAI' }))).toBeInViewport()
      await expect(page.getByText(t('user.keys.kept', { end: '7788' }))).toBeVisible()
      const name = t('site.keys.named', { name: 'OpenAI', end: '7788' })
      await page.getByRole('button', { name: t('user.keys.testNamed', { name }) }).click()
      await expect(page.getByText(t('site.keys.done.works', { name: 'OpenAI' }))).toBeVisible()
      await page.getByRole('listitem').getByText(t('user.keys.remove'), { exact: true }).click()
      await fits(page)
      await accessible(page)
      await page.getByRole('button', { name: t('user.keys.removeNamed', { name }) }).click()
      await expect(page.getByText(t('site.keys.done.removed', { name: 'OpenAI' }))).toBeVisible()
      await expect(page.getByText(t('site.keys.nobody'))).toBeVisible()
    })
  })
}

test('is available to operators only', { tag: '@all' }, async ({ browser, own }) => {
  const [operator, other] = [await browser.newContext(), await browser.newContext()]
  await newPerson(operator, own.url)
  await newPerson(other, own.url)
  const statusFor = async ({ request }: typeof other): Promise<number> =>
    (await request.get(`${own.url}/site/keys`)).status()
  expect([await statusFor(operator), await statusFor(other)]).toEqual([200, 404])
  const form = { action: 'keep', vendor: 'openai', key: 'sk-good-key' }
  expect(
    (
      await other.request.post(`${own.url}/site/keys`, { form, headers: { origin: own.url } })
    ).status()
  ).toBe(404)
  await operator.close()
  await other.close()
})
