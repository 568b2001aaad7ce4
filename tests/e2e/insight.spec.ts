import { accessible, expect, fits, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { startStudio } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

const test = base.extend<{ own: Studio }>({
  own: async ({ page }, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    // An open page keeps sending requests.
    await page.goto('about:blank')
    await studio.stop()
  }
})

test('an operator sees the days of a deployment without a script', async ({ browser, own }) => {
  const t = wordsOf('en')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const data = { email: newAddress(), password: PASSWORD, name: 'Ada' }
  const headers = { origin: own.url }
  await context.request.post(`${own.url}/api/auth/sign-up/email`, { data, headers })
  await context.request.get(`${own.url}/auth/begin?redirect=/`)
  const page = await context.newPage()

  await page.goto(`${own.url}/operator/insight`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('operator.tab.insight'))
  const chart = page.getByRole('figure').filter({
    has: page.getByRole('heading', { name: t('operator.insight.new') })
  })
  await expect(chart.getByRole('img')).toBeVisible()
  await expect(chart.locator('.insight-day')).toHaveCount(30)
  await expect(chart.locator('.insight-main')).toHaveCount(1)

  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'page')
  await expect(chart.locator('.insight-day')).toHaveCount(7)
  await chart.locator('summary').click()
  const rows = chart.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(8)
  const today = new Date().toISOString().slice(0, 10)
  await expect(rows.nth(1)).toContainText(today)
  await expect(rows.nth(1)).toContainText('1')
  await fits(page)
  await context.close()
})

test('the charts are accessible', { tag: '@all' }, async ({ context, page, own }) => {
  const data = { email: newAddress(), password: PASSWORD, name: 'Ada' }
  const headers = { origin: own.url }
  await context.request.post(`${own.url}/api/auth/sign-up/email`, { data, headers })
  await context.request.get(`${own.url}/auth/begin?redirect=/`)
  await page.goto(`${own.url}/operator/insight`)
  await expect(page.getByRole('figure')).toHaveCount(6)
  await accessible(page)
})
