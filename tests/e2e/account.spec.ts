import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import type { BrowserContext, Page } from 'playwright/test'
import { accessible, expect, fits, newAddress, PASSWORD, test } from '../support/browser.ts'
import { startStudio } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const PAGE = '/auth/account'

let own: Awaited<ReturnType<typeof startStudio>>
let home: string
test.beforeAll(async ({ browser }) => {
  own = await startStudio({ RATE_LIMITS: 'off' })
  // Passkeys need a host name and do not work at an IP address.
  home = own.url.replace('127.0.0.1', 'localhost')
  const operator = await browser.newContext({ baseURL: home })
  await signIn(operator, newAddress(), 'sign-up')
  await operator.close()
})
test.afterAll(() => own.stop())
test.use({ baseURL: ({}, use) => use(home) })

/**
 * Signs up or signs in at the login page and at the studio; this browser context keeps the cookies.
 */
async function signIn(
  context: BrowserContext,
  email: string,
  how: 'sign-up' | 'sign-in' = 'sign-in'
): Promise<void> {
  const answer = await context.request.post(`/api/auth/${how}/email`, {
    data: { email, password: PASSWORD },
    headers: { origin: home }
  })
  expect(answer.status()).toBe(200)
  await context.request.get('/auth/begin?redirect=/profile')
}

async function newPerson(page: Page): Promise<string> {
  const email = newAddress()
  await signIn(page.context(), email, 'sign-up')
  return email
}

const button = (page: Page, key: string) =>
  page.getByRole('button', { name: t(`auth.account.${key}`), exact: true })
const card = (page: Page, key: string) =>
  page.getByRole('region', { name: t(`auth.account.${key}.title`), exact: true })
const unfold = (page: Page, key: string) =>
  page.locator('summary').filter({ hasText: t(`auth.account.${key}`) })
const said = (page: Page, key: string) =>
  page.getByRole('status').filter({ hasText: t(`auth.account.done.${key}`) })

test(
  'a signed-out visitor comes back to the page after the login page',
  { tag: '@all' },
  async ({ page }) => {
    await page.goto(PAGE)
    await expect(page).toHaveURL(`${home}/auth/login?redirect=${encodeURIComponent(home + PAGE)}`)
    const email = await newPerson(page)
    await page.reload()
    await expect(page).toHaveURL(home + PAGE)
    await expect(card(page, 'who').getByText(email)).toBeVisible()
    await page
      .getByRole('link', { name: t('auth.account.back').replace('{{site}}', 'Polymuse') })
      .click()
    await expect(page).toHaveURL(/conversations$/)
    await page.goto('/profile')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('common.frame.account') })
      .click()
    await expect(page).toHaveURL(home + PAGE)
  }
)

test(
  'a second factor is enabled by its first code, gets new recovery codes and is disabled',
  { tag: '@all' },
  async ({ page }) => {
    await newPerson(page)
    await page.goto(PAGE)
    await accessible(page)
    await fits(page)
    await unfold(page, 'factor.begin').click()
    await page
      .getByLabel(t('auth.account.password.current'), { exact: true })
      .filter({ visible: true })
      .fill(PASSWORD)
    await button(page, 'factor.beginSubmit').click()
    await expect(page.getByRole('img', { name: t('auth.account.factor.qr') })).toBeVisible()
    await accessible(page)
    await fits(page)
    await expect(
      card(page, 'factor').getByText(t('auth.account.factor.isOff'), { exact: true })
    ).toBeVisible()
    const key = (await page.locator('#factor code').innerText()).replaceAll(/\s/g, '')
    expect(await page.locator('#factor ul li').count()).toBe(10)
    const secret = new TextDecoder().decode(base32.decode(key))
    await page.getByLabel(t('auth.account.factor.code')).fill(await createOTP(secret).totp())
    await button(page, 'factor.prove').click()
    await expect(said(page, 'prove')).toBeVisible()
    await expect(
      card(page, 'factor').getByText(t('auth.account.factor.isOn'), { exact: true })
    ).toBeVisible()
    await accessible(page)

    await unfold(page, 'factor.codes').click()
    await page
      .getByLabel(t('auth.account.password.current'), { exact: true })
      .filter({ visible: true })
      .fill(PASSWORD)
    await button(page, 'factor.codesSubmit').click()
    await expect(page.locator('#factor ul li')).toHaveCount(10)
    await page.goto(PAGE)
    await expect(page.locator('#factor ul li')).toHaveCount(0)
    await unfold(page, 'factor.off').click()
    await page
      .getByLabel(t('auth.account.password.current'), { exact: true })
      .filter({ visible: true })
      .fill(PASSWORD)
    await button(page, 'factor.offSubmit').click()
    await expect(said(page, 'factor-off')).toBeVisible()
  }
)

test('a passkey is added with a name and removed', { tag: '@all' }, async ({ page }) => {
  await newPerson(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true }
  })
  await page.goto(PAGE)
  await unfold(page, 'passkeys.add').click()
  await page.getByLabel(t('auth.account.passkeys.name'), { exact: true }).fill('My laptop')
  await button(page, 'passkeys.submit').click()
  await expect(said(page, 'passkey')).toBeVisible()
  await expect(card(page, 'passkeys').getByText('My laptop')).toBeVisible()
  await accessible(page)
  await page
    .getByRole('button', {
      name: t('auth.account.passkeys.remove').replace('{{name}}', 'My laptop')
    })
    .click()
  await expect(said(page, 'forget')).toBeVisible()
  await expect(card(page, 'passkeys').getByText('My laptop')).toHaveCount(0)
})

test(
  'a user signs out another device, which must sign in again at its next request',
  { tag: '@all' },
  async ({ page, browser }) => {
    const email = await newPerson(page)
    const phone = await browser.newContext({
      baseURL: home,
      userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
    })
    await signIn(phone, email)
    const away = await phone.newPage()
    await away.goto('/profile')
    await expect(away.getByText(email).first()).toBeVisible()

    await page.goto(PAGE)
    const devices = card(page, 'devices').getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.first()).toContainText(t('auth.account.devices.here'))
    const row = devices.filter({ hasText: 'Firefox on Android' })
    await expect(row.getByRole('time')).toHaveAttribute(
      'title',
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/
    )
    await row.getByRole('button').click()
    await expect(said(page, 'end')).toBeVisible()
    await expect(devices).toHaveCount(1)
    await away.reload()
    await expect(away.getByText(email)).toHaveCount(0)
    await away.goto(PAGE)
    await expect(away).toHaveURL(/\/auth\/login/)
    await phone.close()
    await page.goto('/profile')
    await expect(page.getByText(email).first()).toBeVisible()
  }
)

test('a user exports all data and deletes the account; the same address can sign up again', async ({
  page
}) => {
  const email = await newPerson(page)
  await page.goto(PAGE)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('auth.account.data.export') }).click()
  ])
  expect(download.suggestedFilename()).toMatch(/^account-.*\.zip$/)
  const archive = unzipSync(await readFile(await download.path()))
  const account = strFromU8(archive['account.json'] ?? new Uint8Array())
  expect(JSON.parse(account)).toMatchObject({ account: { email } })

  // Delete the account with the keyboard alone.
  await unfold(page, 'data.delete').focus()
  await page.keyboard.press('Enter')
  await accessible(page)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(t('auth.account.data.confirm'))).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.account.gone.title'))
  await accessible(page)
  expect((await page.context().cookies()).map(cookie => cookie.name)).not.toContain('SESSION')
  await page.goto(PAGE)
  await expect(page).toHaveURL(/\/auth\/login/)
  await signIn(page.context(), email, 'sign-up')
  await page.goto(PAGE)
  await expect(card(page, 'who').getByText(email)).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a password is changed, and errors are shown at their fields',
    { tag: '@all' },
    async ({ page, browser }) => {
      const email = await newPerson(page)
      await page.goto(PAGE)
      await expect(page.getByText(t('auth.account.passkeys.script'))).toBeVisible()
      await expect(unfold(page, 'passkeys.add')).toBeHidden()
      const change = async (current: string, fresh: string): Promise<void> => {
        await page
          .getByLabel(t('auth.account.password.current'), { exact: true })
          .filter({ visible: true })
          .fill(current)
        await page.getByLabel(t('auth.account.password.new'), { exact: true }).fill(fresh)
        await button(page, 'password.submit').click()
      }
      await unfold(page, 'password.change').click()
      await change(PASSWORD, 'another horse battery')
      await expect(said(page, 'password')).toBeVisible()
      const again = await browser.newContext({ baseURL: home })
      const data = { email, password: 'another horse battery' }
      expect(
        (
          await again.request.post('/api/auth/sign-in/email', { data, headers: { origin: home } })
        ).status()
      ).toBe(200)
      await again.close()
    }
  )
})

test('a wrong password shows at its field, in Arabic too', { tag: '@all' }, async ({ browser }) => {
  const arabic = wordsOf('ar')
  const context = await browser.newContext({ baseURL: home, locale: 'ar' })
  await signIn(context, newAddress(), 'sign-up')
  const page = await context.newPage()
  await page.goto(`/ar${PAGE}`)
  await page.locator('#password summary').click()
  await page.locator('#current').fill('not this one')
  await page.locator('#new').fill('another horse battery')
  await page.getByRole('button', { name: arabic('auth.account.password.submit') }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: arabic('auth.account.issue.password.wrong_password') })
  ).toBeVisible()
  await expect(page.locator('#current')).toBeFocused()
  await accessible(page)
  await fits(page)
  await context.close()
})
