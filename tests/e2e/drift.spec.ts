import { accessible, expect, fits, test as base } from '../support/browser.ts'
import { open, t } from '../support/composer.ts'
import { startListServer, type ListServer } from '../support/list-server.ts'
import { startOpenaiServer } from '../support/openai-server.ts'
import { startStudio } from '../support/process.ts'

type Own = { list: ListServer; own: Awaited<ReturnType<typeof startStudio>> }

const test = base.extend<Own>({
  list: async ({}, use) => {
    const list = await startListServer()
    await use(list)
    await list.close()
  },
  own: async ({ list }, use) => {
    // This fake vendor lists only GPT-6 Sol, so our other models count as removed by the vendor.
    const vendor = await startOpenaiServer()
    const studio = await startStudio({
      RATE_LIMITS: 'off',
      OPENAI_API_KEY: 'sk-a',
      OPENAI_BASE_URL: vendor.url,
      MODEL_PRICES: list.url
    })
    await use(studio)
    await studio.stop()
    await vendor.close()
  },
  studio: ({ own }, use) => use(own),
  // A refused form is answered with an error status, which the browser logs to its console.
  expected: /status of 400/
})

test(
  'an operator sees what changed at a vendor, accepts a price, and confirms one below cost',
  { tag: '@all' },
  async ({ page, list }) => {
    const models = { 'gpt-6-sol': { cost: { input: 3, output: 12 } } }
    list.text = JSON.stringify({ openai: { models } })
    await open(page)
    await page.goto('/operator/models')
    await page.getByRole('button', { name: t('operator.drift.check') }).click()
    const changes = page.getByRole('table', { name: t('operator.drift.title') })
    await expect(changes.getByText(t('operator.drift.gone')).first()).toBeVisible()
    await expect(changes).toContainText('2 / 10 → 3 / 12')
    await fits(page)
    await accessible(page)
    await page.goto('/operator')
    await page.getByRole('link', { name: t('operator.drift.title') }).click()
    await changes.getByRole('button', { name: t('operator.drift.accept') }).click()
    await expect(page.getByText(t('operator.models.done.change'))).toBeVisible()
    await expect(changes).not.toContainText('→')

    await page.goto('/operator/models/gpt-6-sol')
    const price = page.getByLabel(t('operator.models.input'), { exact: true })
    await expect(price).toHaveValue('48')
    await price.fill('1')
    const save = page.getByRole('button', { name: t('operator.save'), exact: true })
    await save.click()
    await expect(page.getByText(t('issue.below_cost'))).toBeVisible()
    await page.getByLabel(t('operator.drift.below')).check()
    await save.click()
    await expect(page.getByText(t('operator.models.done.change'))).toBeVisible()
    await expect(price).toHaveValue('1')
  }
)
