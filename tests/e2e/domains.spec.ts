import { request, type Page } from 'playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/chromium.ts'
import type { Site } from '#contract/site.ts'
import {
  accessible,
  expect,
  fits,
  newAddress,
  OPERATOR,
  openSite,
  PASSWORD,
  test as base
} from '../support/browser.ts'
import { operate, platform } from '../support/buyer.ts'
import { startStudio } from '../support/process.ts'
import { freePort } from '../support/two-sites.ts'
import { wordsOf } from '../support/words.ts'

type Domains = { first: string; second: string; third: string }

const t = wordsOf('en')

/** A studio that was set up at its IP address and is then available under three names. */
const test = base.extend<{ domains: Domains }>({
  domains: async ({}, use) => {
    const port = await freePort()
    const [first = '', second = '', third = ''] = ['first', 'second', 'third'].map(
      name => `http://${name}.example:${port}`
    )
    const studio = await startStudio({
      PORT: String(port),
      HUB_URL: first,
      ALLOWED_ORIGINS: `${second},${third}`,
      RATE_LIMITS: 'off'
    })
    await openSite(studio.url)
    const own = await request.newContext({ baseURL: studio.url })
    const token = await operate(own, studio.url)
    const [site] = (await platform<{ items: Site[] }>(own, token, 'sites/')).items
    await own.put(`/api/v1/sites/${site?.id}`, {
      data: { title: 'Nine Muses', features: { suno: { enabled: false } } },
      headers: { authorization: `Bearer ${token}` }
    })
    await own.dispose()
    await use({ first, second, third })
    await studio.stop()
  },
  // A refused form is answered with an error status, which the browser logs to its console.
  // Chromium also warns that a site without TLS ignores Cross-Origin-Opener-Policy.
  expected: /status of 400|Cross-Origin-Opener-Policy/
})
test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...CHROMIUM_ARGS, '--host-resolver-rules=MAP *.example 127.0.0.1']
  }
})

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/begin?redirect=/profile`)
  await page.getByLabel(t('auth.field.email')).fill(OPERATOR)
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
  await page.waitForURL(`${origin}/profile`)
}

const setUp = (page: Page) => page.getByRole('link', { name: t('site.begin.do') })
const press = (page: Page, key: string) =>
  page.getByRole('button', { name: t(key), exact: true }).click()

test(
  "a site moves from the machine's IP address to a name; a second site is added, moved and removed",
  { tag: ['@both', '@all'] },
  async ({ page, domains }) => {
    const { first, second, third } = domains

    // Move the site to the first name, with all of its settings.
    await signIn(page, first)
    await expect(page.getByText(t('site.waiting.title'))).toHaveCount(0)
    await setUp(page).click()
    await expect(
      page.getByRole('radio', { name: t('site.begin.move', { site: 'Nine Muses' }) })
    ).toBeChecked()
    await accessible(page)
    await fits(page)
    await press(page, 'site.begin.do')
    await page.waitForURL(`${first}/site`)
    await expect(page).toHaveTitle(/Nine Muses/)
    await expect(page.locator('#offer').getByLabel('Suno', { exact: true })).not.toBeChecked()
    await expect(setUp(page)).toHaveCount(0)

    // Add a second site at a name that is allowed but has no site yet.
    await signIn(page, second)
    await setUp(page).click()
    await page.getByRole('radio', { name: t('site.begin.new') }).check()
    await press(page, 'site.begin.do')
    await page.waitForURL(`${second}/welcome`)

    // Give the second site another address; the open page redirects to it.
    await page.goto(`${second}/operator/sites`)
    await page.locator('#main').getByRole('link', { name: 'Polymuse', exact: true }).click()
    await expect(page.getByLabel(t('operator.sites.name'), { exact: true })).toBeVisible()
    await fits(page)
    await page.getByLabel(t('operator.sites.name'), { exact: true }).fill('Second')
    await page.getByLabel(t('operator.column.address'), { exact: true }).fill(`${third}/path`)
    await press(page, 'operator.save')
    await expect(page.getByLabel(t('operator.column.address'), { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true'
    )
    await page.getByLabel(t('operator.column.address'), { exact: true }).fill(third)
    await press(page, 'operator.save')
    await page.waitForURL(new RegExp(`^${third}/`))
    await signIn(page, third)
    await expect(page).toHaveTitle(/Second/)

    // Remove the second site, which requires typing its address.
    await page.goto(`${first}/operator/sites`)
    await page.locator('#main').getByRole('link', { name: 'Second', exact: true }).click()
    await expect(page.locator('#confirm')).toBeVisible()
    await accessible(page)
    await page
      .getByLabel(t('operator.sites.remove.confirm', { origin: third }))
      .fill('https://another.example')
    await press(page, 'operator.sites.remove.title')
    await expect(page.locator('#confirm')).toHaveAttribute('aria-invalid', 'true')
    await page.locator('#confirm').fill(third)
    await press(page, 'operator.sites.remove.title')
    await expect(page.getByText(t('operator.sites.done.remove'))).toBeVisible()
    await expect(
      page.locator('#main').getByRole('link', { name: 'Second', exact: true })
    ).toHaveCount(0)
    await page.locator('#main').getByRole('link', { name: 'Nine Muses', exact: true }).click()
    await expect(page.getByText(t('operator.sites.remove.first'))).toBeVisible()
    await page.goto('about:blank')
  }
)

test(
  'at a name without a site, a user who is no operator learns why',
  { tag: ['@all', '@desktop'] },
  async ({ page, domains }) => {
    await page.goto(`${domains.second}/auth/login?mode=sign-up&redirect=/profile`)
    await page.getByLabel(t('auth.field.email')).fill(newAddress())
    await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
    await press(page, 'auth.signUp.submit')
    await expect(page.getByText(t('site.begin.told'))).toBeVisible()
    await expect(setUp(page)).toHaveCount(0)
    await page.goto(`${domains.second}/site/begin`)
    await expect(page).not.toHaveURL(/begin/)
    await page.goto('about:blank')
  }
)
