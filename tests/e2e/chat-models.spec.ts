import type { Locator, Page } from 'playwright/test'
import { accessible, expect, fits, hydrated, test as base } from '../support/browser.ts'
import { answer, field, HOME, open, send, t, UUID } from '../support/composer.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { startStudio } from '../support/process.ts'

type Own = { vendor: OpenaiServer; own: Awaited<ReturnType<typeof startStudio>> }

const test = base.extend<Own>({
  vendor: async ({}, use) => {
    const vendor = await startOpenaiServer()
    await use(vendor)
    await vendor.close()
  },
  own: async ({ vendor }, use) => {
    const routes = ['gpt-6-sol', 'gpt-6-luna', 'grok-4.7'].map(name => [
      name,
      { provider: 'ollama', model: name }
    ])
    const studio = await startStudio({
      RATE_LIMITS: 'off',
      CHAT_PROVIDERS: JSON.stringify({ ollama: { url: vendor.url } }),
      CHAT_MODELS: JSON.stringify(Object.fromEntries(routes))
    })
    await use(studio)
    await studio.stop()
  },
  studio: ({ own }, use) => use(own),
  // A refused form is answered with an error status, which the browser logs to its console.
  expected: /status of 400/
})

const picker = (page: Page): Locator => page.getByRole('button', { name: t('chat.composer.model') })
const search = (page: Page): Locator =>
  page.getByRole('combobox', { name: t('chat.models.search') })
const label = (page: Page, key: string): Locator => page.getByLabel(t(key), { exact: true })

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('operator.save'), exact: true }).click()
  await expect(page.getByText(t('operator.models.done.change'))).toBeVisible()
}

test(
  'an operator adds, hides, renames and orders models; a user finds one, pays the shown price and switches to another family',
  { tag: ['@both', '@all'] },
  async ({ page, vendor }) => {
    await open(page)
    await page.goto('/operator/models')
    await fits(page)
    await accessible(page)
    await page.getByText(t('operator.models.add')).first().click()
    await label(page, 'operator.models.name').fill('my-llama')
    await label(page, 'operator.field.title').fill('My Llama')
    await label(page, 'operator.models.description').fill('Runs in our office')
    await label(page, 'operator.models.family').fill('Llama')
    await label(page, 'operator.column.vendor').fill('nobody')
    await label(page, 'operator.models.upstream').fill('llama3.2')
    await label(page, 'operator.models.input').fill('1000')
    await label(page, 'operator.models.output').fill('2000')
    const add = page.getByRole('button', { name: t('operator.models.add'), exact: true })
    await add.click()
    await expect(label(page, 'operator.column.vendor')).toHaveAttribute('aria-invalid', 'true')
    await label(page, 'operator.column.vendor').fill('ollama')
    await add.click()
    await expect(page.getByText(t('operator.models.done.change'))).toBeVisible()

    await page.goto('/operator/models/gpt-6-luna')
    await label(page, 'operator.services.offered').uncheck()
    await save(page)
    await page.goto('/operator/models/gpt-6-sol')
    await label(page, 'operator.field.title').fill('House model')
    await label(page, 'operator.field.position').fill('2000')
    for (const name of ['becomes', 'fallback']) {
      const input = label(page, `operator.models.${name}`)
      await input.fill('nobody')
      await page.getByRole('button', { name: t('operator.save'), exact: true }).click()
      await expect(input).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByText(t('operator.models.file.unknown'))).toBeVisible()
      await input.fill('')
    }
    await save(page)

    await page.goto(HOME)
    await hydrated(page)
    await expect(picker(page)).toContainText('My Llama')
    await picker(page).click()
    await expect(page.getByRole('option')).toHaveCount(3)
    await expect(page.getByRole('option').first()).toContainText('My Llama')
    await expect(page.getByRole('option', { name: 'House model' })).toBeVisible()
    await fits(page)
    await accessible(page)
    await search(page).fill('office')
    await expect(page.getByRole('option')).toHaveCount(1)
    await expect(page.getByRole('option')).toContainText('1,000')
    await search(page).press('Enter')
    await field(page).fill('Why?')
    await send(page).click()
    await expect(page).toHaveURL(UUID)
    await expect(answer(page)).toContainText('Test')
    expect(vendor.requests.at(-1)?.body.model).toBe('llama3.2')
    const conversation = page.url()

    await picker(page).click()
    await search(page).fill('grok')
    await search(page).press('Enter')
    await field(page).fill('And then?')
    await send(page).click()
    await expect(page).toHaveURL(/\/grok\/conversations\/[0-9a-f-]{36}$/)
    expect(vendor.requests.at(-1)?.body).toMatchObject({ model: 'grok-4.7' })
    expect(vendor.requests.at(-1)?.body.messages).toHaveLength(3)
    await page.goto(conversation)
    await expect(page).toHaveURL(/\/grok\/conversations\//)
    await expect(page.getByText('And then?')).toBeVisible()

    await page.goto('/console/usages')
    // 12 input tokens, 34 output tokens.
    await expect(page.getByText('0.08').first()).toBeVisible()
    const own = page.getByRole('row').filter({ hasText: '0.08' })
    await own.locator('a[href^="/console/usages/"]').first().click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('My Llama')
  }
)

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the models are shown as a plain list', { tag: ['@both', '@all'] }, async ({ page }) => {
    await page.goto(HOME)
    await expect(page.getByRole('combobox', { name: t('chat.composer.model') })).toBeVisible()
  })
})
