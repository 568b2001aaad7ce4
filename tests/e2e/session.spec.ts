import type { Page } from 'playwright/test'
import type { Session } from '#contract/token.ts'
import { expect, hydrated, newAddress, PASSWORD, test } from '../support/browser.ts'
import { startStudio } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'
const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })

async function signIn(page: Page, base: string): Promise<string> {
  const email = newAddress()
  const made = await page.request.post('/api/auth/sign-up/email', {
    data: { email, password: PASSWORD }
  })
  expect(made.ok()).toBe(true)
  await page.goto(`/auth/begin?redirect=${HOME}`)
  await expect(page).toHaveURL(base + HOME)
  return email
}

/** Creates the user's plan, which otherwise three tabs would each try to create. */
async function beginPlan(page: Page): Promise<void> {
  const { access_token: token } = (await (
    await page.request.post('/auth/session')
  ).json()) as Session
  const data = { type: 'Usage', scope: 'Global' }
  const made = await page.request.post('/api/v1/applications/', {
    data,
    headers: { authorization: `Bearer ${token}` }
  })
  expect([200, 201, 409]).toContain(made.status())
}

/**
 * Opens three tabs of one browser with a question written in each, and records all their requests
 * to `/auth/session`.
 */
async function threeTabs(page: Page): Promise<{ tabs: Page[]; asked: string[] }> {
  const context = page.context()
  await beginPlan(page)
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(HOME)
    await hydrated(tab)
    await composer(tab).fill(`Question ${index} [sandbox:tokens=10]`)
  }
  // Wait until the pages have sent their first requests.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('polymuse:token')))
    .not.toBeNull()
  const asked: string[] = []
  await context.route('**/auth/session', async route => {
    asked.push(route.request().method())
    // Delay the response, so that the requests of all three tabs overlap.
    await new Promise(resolve => setTimeout(resolve, 400))
    await route.continue()
  })
  // Make the token expire and forget the selected plan, so that each tab needs a token to look it
  // up.
  await page.evaluate(() => {
    localStorage.setItem('polymuse:token', JSON.stringify({ access: 'old', expiration: 1 }))
    localStorage.removeItem('polymuse:selection')
  })
  // Wait until every tab knows the change: a late notice of it would overwrite newer values.
  for (const tab of tabs)
    await expect
      .poll(() => tab.evaluate(() => localStorage.getItem('polymuse:selection')))
      .toBeNull()
  return { tabs, asked }
}

const ask = (tab: Page): Promise<void> => composer(tab).press('Enter')

test('three tabs with an expired token renew it once, and nobody is signed out', async ({
  page,
  studio
}) => {
  await signIn(page, studio.url)
  const { tabs, asked } = await threeTabs(page)
  await Promise.all(tabs.map(ask))
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/[0-9a-f-]{36}$/)
    await expect(tab.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0)
  }
  expect(asked).toEqual(['POST'])
  const saved = await page.evaluate(() => localStorage.getItem('polymuse:token') ?? '')
  expect(saved).not.toContain('"old"')
})

test(
  'an ended session leads every tab to the sign-in and back to its text',
  { tag: '@all' },
  async ({ browser, studio }) => {
    const context = await browser.newContext({ baseURL: studio.url })
    const page = await context.newPage()
    const email = await signIn(page, studio.url)
    const { tabs } = await threeTabs(page)
    const ended = await page.request.delete('/auth/session')
    expect(ended.status()).toBe(204)
    // Keep the cookie of a known user, so that the login page opens the form for existing accounts.
    await context.clearCookies({ name: /^(?!.*KNOWN)/ })
    await Promise.all(tabs.map(ask))
    for (const tab of tabs) await expect(tab).toHaveURL(/\/auth\/login\?/)
    for (const [index, tab] of tabs.entries()) {
      await tab.getByLabel(t('auth.field.email')).fill(email)
      await tab.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
      await tab.getByRole('button', { name: t('auth.signIn.submit'), exact: true }).click()
      await expect(tab).toHaveURL(studio.url + HOME)
      await hydrated(tab)
      if (index === 0) await expect(composer(tab)).toHaveValue(/^Question \d/)
    }
    await context.close()
  }
)

test(
  'a user who signs in before the studio is set up stays signed in and learns what is missing',
  { tag: '@all' },
  async ({ browser }) => {
    const empty = await startStudio({ RATE_LIMITS: 'off' })
    // Connect from another machine: only a user on the server's machine, or one with the setup
    // link, becomes the first user.
    const context = await browser.newContext({
      baseURL: empty.url,
      extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' }
    })
    const page = await context.newPage()
    await signIn(page, empty.url)
    await expect(page).toHaveURL(empty.url + HOME)
    await expect(page.getByText(t('site.waiting.title'))).toBeVisible()
    await hydrated(page)
    await composer(page).fill('Do you hear me? [sandbox:tokens=10]')
    await ask(page)
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await page.goto('/site')
    await expect(page).toHaveURL(empty.url + HOME)
    await page.goto('/profile')
    await expect(page.getByText(t('site.waiting.title'))).toBeVisible()
    await context.close()
    await empty.stop()
  }
)
