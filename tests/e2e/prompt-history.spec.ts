import type { Locator, Page } from 'playwright/test'
import { accessible, expect, fits } from '../support/browser.ts'
import { createFalTest } from '../support/fal-studio.ts'
import { newPerson } from '../support/site.ts'
import { ended, generate, hydrated, openMenu, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const test = createFalTest()

const t = wordsOf('en')

const button = (page: Page | Locator, key: string, values = {}): Locator =>
  page.getByRole('button', { name: t(key, values), exact: true })

test(
  'an earlier prompt is found by the keyboard, and the seed of a result is kept',
  { tag: ['@both', '@all'] },
  async ({ page, studio }) => {
    // The first user of the studio has credits for a real vendor.
    await newPerson(page.context(), studio.url)
    await page.goto('/flux')
    await hydrated(page)
    await showForm(page)
    for (const [at, text] of ['a red fox', 'a small boat'].entries()) {
      await prompt(page).fill(text)
      await generate(page).click()
      await ended(page, at + 1)
    }
    await prompt(page).fill('something else')
    await button(page, 'preset.prompts.title').click()
    const prompts = page.getByRole('dialog', { name: t('preset.prompts.title') })
    await expect(prompts.getByRole('option')).toHaveText(['a small boat', 'a red fox'])
    await fits(page)
    await accessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(prompt(page)).toHaveValue('a red fox')
    await button(page, 'preset.undo').click()
    await expect(prompt(page)).toHaveValue('something else')
    await button(page, 'preset.prompts.title').click()
    await prompts.getByRole('combobox').fill('boat')
    await expect(prompts.getByRole('option')).toHaveText(['a small boat'])
    await button(prompts, 'common.action.close').click()

    const card = await ended(page, 2)
    await openMenu(card)
    await button(card, 'field.seed.keep', { seed: '42' }).click()
    await expect(button(card, 'field.seed.kept', { seed: '42' })).toBeVisible()
    await page.keyboard.press('Escape')
    await showForm(page)
    await page
      .locator('.tool-form summary')
      .filter({ hasText: t('field.form.more') })
      .click()
    const lock = button(page, 'field.seed.lock')
    await expect(lock).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('spinbutton', { name: t('flux.field.seed') })).toHaveValue('42')
    await accessible(page)
    await lock.click()
    await expect(page.getByText(t('field.seed.off'))).toBeVisible()
    await expect(page.getByRole('spinbutton', { name: t('flux.field.seed') })).toHaveValue('')
    await lock.click()
    await expect(page.getByRole('spinbutton', { name: t('flux.field.seed') })).toHaveValue('42')
  }
)
