import { accessible, expect, fits, test as base } from '../support/browser.ts'
import { startStudio } from '../support/process.ts'
import { cards, generate, openTool, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

const test = base.extend<{ own: Awaited<ReturnType<typeof startStudio>> }>({
  own: async ({}, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    await studio.stop()
  },
  studio: ({ own }, use) => use(own),
  // A refused form and a refused run are answered with an error status.
  expected: /status of 400/
})

test(
  'an operator raises the prices of a tool, and an open page shows the new one before it is paid',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/flux')
    const operator = await page.context().newPage()
    await operator.goto('/operator/services/flux')
    const level = operator.getByLabel(t('operator.services.percent'), { exact: true })
    const save = operator.getByRole('button', { name: t('operator.save'), exact: true })
    const margins = operator.getByRole('table', { name: t('operator.services.margins') })
    await expect(margins).toContainText('0.003')
    await level.fill('50')
    await save.click()
    await expect(operator.getByText(t('issue.below_cost'))).toBeVisible()
    await expect(level).toHaveAttribute('aria-invalid', 'true')
    await expect(margins).toContainText('-')
    await fits(operator)
    await accessible(operator)
    await level.fill('150')
    await save.click()
    await expect(operator.getByText(t('operator.services.done.change'))).toBeVisible()
    await expect(level).toHaveValue('150')

    await prompt(page).fill('A boat on a lake at dawn')
    await generate(page).click()
    const refused = t('issue.price_changed', { price: '0.6 credits' })
    await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await generate(page).click()
    await expect(cards(page)).toHaveCount(1)

    await page.goto('/docs/services/flux')
    await expect(page.getByRole('cell', { name: /^0\.6\b/ })).not.toHaveCount(0)
    await page.goto('/console/usages')
    const runs = page.getByRole('row').filter({ hasText: 'Flux' })
    await expect(runs).toHaveCount(1)
    await expect(runs).toContainText('0.6')
  }
)
