import type { Page } from 'playwright/test'
import { accessible, expect, fits, newAddress, PASSWORD, test } from '../support/browser.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
test.describe.configure({ timeout: 120_000 })

const region = (page: Page, key: string) => page.getByRole('region', { name: t(key), exact: true })

async function openTry(page: Page): Promise<void> {
  await page.getByText(t('docs.try.title'), { exact: true }).first().click()
  const key = page.getByLabel(t('docs.try.key'), { exact: true }).first()
  await expect(key).toBeVisible()
  // The first use of the form loads its script.
  await key.focus()
  await expect(page.locator('details[open] astro-island[ssr]')).toHaveCount(0)
}

test(
  'the documentation is public and works on every screen in both text directions',
  { tag: '@all' },
  async ({ page }) => {
    for (const path of [
      '/docs',
      '/docs/chat',
      '/docs/errors',
      '/docs/services/suno',
      '/ar/docs/services/kling',
      '/de/docs/limits',
      '/zh-CN/docs/callbacks',
      '/docs/operate',
      '/docs/operate/vendors',
      '/ar/docs/operate/scale'
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await accessible(page)
      await fits(page)
    }
  }
)

test(
  'a small phone shows everything and loads samples only on use',
  { tag: '@all' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    const scripts: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto('/docs/services/kling')
    await page.waitForLoadState('load')
    await fits(page)
    expect(scripts).toEqual([])
    for (const path of ['/docs/key', '/docs/operate/install', '/docs/operate/backup']) {
      await page.goto(path)
      await fits(page)
    }
  }
)

test(
  'without a script an operator finds a page of the guide',
  { tag: '@all' },
  async ({ browser, studio }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${studio.url}/docs/operate`)
    const article = page.getByRole('article')
    await article.getByRole('link', { name: t('operate.backup.title'), exact: true }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: t('operate.backup.title'), exact: true })
    ).toBeVisible()
    await expect(page.getByText('polymuse backup /var/backups/polymuse')).toBeVisible()
    const guide = page.getByRole('navigation', { name: t('operate.overview.title'), exact: true })
    await expect(guide.locator('a[aria-current]').first()).toHaveAttribute(
      'href',
      '/docs/operate/backup'
    )
    await context.close()
  }
)

test(
  'without a script the examples switch by language',
  { tag: '@all' },
  async ({ browser, studio }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${studio.url}/docs/services/flux`)
    const samples = page.getByRole('radiogroup', { name: t('docs.code.language') }).first()
    await expect(page.getByText('requests.post(')).toBeHidden()
    await samples.getByText('Python', { exact: true }).click()
    await expect(page.getByText('requests.post(').first()).toBeVisible()
    await expect(page.getByText('curl http').first()).toBeHidden()
    await page.getByText(t('docs.try.title'), { exact: true }).first().click()
    await expect(page.locator('details[open] noscript')).toBeVisible()
    await expect(page.getByLabel(t('docs.try.key'), { exact: true }).first()).toBeHidden()
    await context.close()
  }
)

test('a developer finds the documentation, creates a key, and tries a call with it and without', async ({
  page
}) => {
  await page.goto('/auth/begin?redirect=/docs/key')
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  await page.waitForURL(/\/docs\/key$/)
  await accessible(page)

  const blank = await page.request.post('/docs/key', {
    form: { name: '   ' },
    headers: { origin: new URL(page.url()).origin }
  })
  const refused = await blank.text()
  expect([
    blank.status(),
    /id="key-name-issue"[^>]*>\s*([^<]*)/.exec(refused)?.[1]?.trim()
  ]).toEqual([400, t('issue.required')])

  // This user has no plan yet, so creating the key also creates one.
  await page.getByLabel(t('docs.key.name'), { exact: true }).fill('My server')
  await page.getByRole('button', { name: t('docs.key.make'), exact: true }).click()
  await expect(
    page.getByRole('heading', { name: t('docs.key.made', { name: 'My server' }) })
  ).toBeVisible()
  const key = await page.getByText(/^pm_[\w-]{20,}$/).innerText()
  await accessible(page)
  await fits(page)

  await page.goto('/docs/services/flux')
  await openTry(page)
  const body = page.getByLabel(t('docs.try.body'), { exact: true }).first()
  const amount = page.locator('.rail [data-amount]')
  const before = await amount.innerText()
  await body.fill('{ "prompt": "A lighthouse" }')
  await page
    .getByRole('button', { name: t('docs.try.send'), exact: true })
    .first()
    .click()
  await expect(region(page, 'docs.try.answer')).toContainText('"task_id"', { timeout: 30_000 })
  await expect(page.getByRole('status').filter({ hasText: '200' })).toBeVisible()
  await expect(region(page, 'docs.try.request')).toContainText('{ "prompt": "A lighthouse" }')
  await expect(page.getByRole('img', { name: t('docs.try.answer') })).toBeVisible()
  await expect(amount).not.toHaveText(before)
  await accessible(page)
  await fits(page)

  await page.goto('/docs/services/flux')
  await openTry(page)
  await page.getByLabel(t('docs.try.key'), { exact: true }).first().fill(key)
  await body.fill('{ "prompt": "A lighthouse", "async": true, "colour": "red" }')
  await page
    .getByRole('button', { name: t('docs.try.send'), exact: true })
    .first()
    .click()
  await expect(region(page, 'docs.try.answer')).toContainText('"colour"')
  await expect(region(page, 'docs.try.request')).not.toContainText(key)

  await body.fill('{ "prompt": "A lighthouse [sandbox:delay=60000]" }')
  await page
    .getByRole('button', { name: t('docs.try.send'), exact: true })
    .first()
    .click()
  await expect(region(page, 'docs.try.request')).toContainText('Accept: application/json')
  await page.getByRole('button', { name: t('docs.try.stop'), exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: t('docs.try.stopped') })).toBeVisible()
  await expect(
    page.getByRole('button', { name: t('docs.try.send'), exact: true }).first()
  ).toBeFocused()

  await body.fill('{ "prompt": ')
  await page
    .getByRole('button', { name: t('docs.try.send'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: t('issue.not_json') })).toBeVisible()
  await expect(region(page, 'docs.try.request')).toHaveCount(0)

  await page.goto('/docs/callbacks')
  await page.getByText(t('docs.callbacks.show'), { exact: true }).click()
  await expect(page.getByText(/^pmc_[\w-]{20,}$/)).toBeVisible()
})

test('a guest without a key reads that a call needs one', { tag: '@all' }, async ({ page }) => {
  await page.goto('/docs/chat')
  await openTry(page)
  await page.getByRole('button', { name: t('docs.try.send'), exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: t('docs.try.needsKey') })).toBeVisible()
  await page.getByLabel(t('docs.try.key'), { exact: true }).fill('pm_…')
  await page.getByRole('button', { name: t('docs.try.send'), exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: t('docs.try.wrongKey') })).toBeVisible()
})

test("everyone's menu links to the documentation", { tag: '@all' }, async ({ page, isMobile }) => {
  await page.goto('/profile')
  const link = page.getByRole('link', { name: t('docs.nav.link'), exact: true })
  if (!isMobile) await page.getByRole('button', { name: t('common.frame.preferences') }).click()
  await link.first().click()
  await page.waitForURL(/\/docs$/)
  await expect(page.getByRole('heading', { level: 1, name: t('docs.start.title') })).toBeVisible()
})
