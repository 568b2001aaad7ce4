import type { Page } from 'playwright/test'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, openSite, PASSWORD } from './browser.ts'
import { withStudio } from './file-studio.ts'
import { startOAuthServer } from './oauth-server.ts'
import { startStudio } from './process.ts'
import { authenticator } from './totp.ts'
import { wordsOf } from './words.ts'

/**
 * Gives a file a studio with two social sign-ins. A refused form is answered with an error status,
 * which the browser logs to its console; the tests accept that.
 */
export function withOtherSignIns() {
  const test = withStudio(async () => {
    const oauth = await startOAuthServer()
    const studio = await startStudio({ ...oauth.environment, RATE_LIMITS: 'off' })
    await openSite(studio.url)
    const stop = async (): Promise<void> => {
      await studio.stop()
      await oauth.close()
    }
    return { ...studio, oauth, stop }
  })
  return test.extend({ expected: /status of 4\d\d/ })
}

/** The actions of a visitor at the login page, in their language. */
export function visitor(page: Page, locale: Locale) {
  const t = wordsOf(locale)
  const profile = localizePath('/profile', locale)
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  const email = page.getByLabel(t('auth.field.email'))
  const password = page.getByLabel(t('auth.field.password'), { exact: true })
  return {
    t,
    button,
    email,
    password,
    heading: page.getByRole('heading', { level: 1 }),
    begin: (origin = '') =>
      page.goto(`${origin}/auth/begin?${new URLSearchParams({ redirect: profile })}`),
    follow: (key: string) => page.getByRole('link', { name: t(key), exact: true }).click(),
    async checked(title: string): Promise<void> {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        t(`auth.login.title.${title}`, { site: 'Polymuse' })
      )
      await accessible(page)
      await fits(page)
    },
    async signIn(
      address: string,
      typed: string,
      mode: 'signIn' | 'signUp' = 'signIn'
    ): Promise<void> {
      await email.fill(address)
      await password.fill(typed)
      await button(`auth.${mode}.submit`).click()
    },
    async landed(address: string): Promise<void> {
      await expect(page).toHaveURL(new RegExp(`${profile}$`))
      await expect(page.getByText(address).filter({ visible: true }).first()).toBeVisible()
    },
    /** Signs out by deleting the cookies. */
    leave: () => page.context().clearCookies()
  }
}

/** Creates an account and signs it in in this page's browser. */
export async function registered(page: Page): Promise<string> {
  const email = newAddress()
  expect(
    (
      await page.request.post('/api/auth/sign-up/email', { data: { email, password: PASSWORD } })
    ).status()
  ).toBe(200)
  return email
}

/** Enables a second factor for this browser's account and signs it out. */
export async function guarded(page: Page): Promise<{ code(): Promise<string>; recovery: string }> {
  const enabled = await page.request.post('/api/auth/two-factor/enable', {
    data: { password: PASSWORD }
  })
  const { totpURI, backupCodes } = (await enabled.json()) as {
    totpURI: string
    backupCodes: string[]
  }
  const code = authenticator(totpURI)
  expect(
    (
      await page.request.post('/api/auth/two-factor/verify-totp', { data: { code: await code() } })
    ).status()
  ).toBe(200)
  await page.context().clearCookies()
  return { code, recovery: backupCodes[0] ?? '' }
}
