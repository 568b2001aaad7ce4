import type { Locator, Page } from 'playwright/test'
import { accessible, expect, fits } from '../support/browser.ts'
import { createFalTest } from '../support/fal-studio.ts'
import { newPerson } from '../support/site.ts'
import { hydrated, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const test = createFalTest()

const t = wordsOf('en')
const STYLE = 'in gouache, soft light'

const button = (page: Page | Locator, key: string, values = {}): Locator =>
  page.getByRole('button', { name: t(key, values), exact: true })
const dialog = (page: Page, key: string): Locator => page.getByRole('dialog', { name: t(key) })
const ratio = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true })

async function openForm(page: Page): Promise<void> {
  await page.goto('/flux')
  await hydrated(page)
  await showForm(page)
}

/** Saves the settings of the form, with a style. */
async function savePreset(page: Page, name: string, isForSite: boolean): Promise<void> {
  const presets = dialog(page, 'preset.title')
  await button(presets, 'preset.new').click()
  await presets.getByLabel(t('preset.form.name')).fill(name)
  await presets.getByLabel(t('preset.form.style')).fill(STYLE)
  if (isForSite) await presets.getByLabel(t('preset.site')).check()
  await button(presets, 'preset.form.save').click()
  await expect(presets.getByText(t('preset.saved', { name }))).toBeVisible()
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test(
  'a preset comes back after a reload, and one for the site is there for others',
  { tag: ['@both', '@all'] },
  async ({ page, studio, browser }) => {
    // The first user of the studio is its admin.
    await newPerson(page.context(), studio.url)
    await openForm(page)
    await ratio(page, '16:9').check()
    await button(page, 'preset.title').click()
    await savePreset(page, 'Wide', false)
    await savePreset(page, 'House style', true)
    await fits(page)
    await accessible(page)
    await closeDialog(page)

    await ratio(page, '9:16').check()
    await prompt(page).fill('a fox')
    await page.reload()
    await hydrated(page)
    await showForm(page)
    await button(page, 'preset.title').click()
    await page.getByRole('button', { name: /^Wide/ }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(prompt(page)).toHaveValue(`a fox, ${STYLE}`)
    await expect(ratio(page, '16:9')).toBeChecked()
    await expect(page.getByText(t('preset.applied', { name: 'Wide' })).last()).toBeVisible()
    await fits(page)
    await accessible(page)
    await button(page, 'preset.undo').click()
    await expect(prompt(page)).toHaveValue('a fox')
    await expect(ratio(page, '9:16')).toBeChecked()

    for (const isUser of [true, false]) {
      const context = await browser.newContext({ baseURL: studio.url })
      if (isUser) await newPerson(context, studio.url)
      const other = await context.newPage()
      await openForm(other)
      await button(other, 'preset.title').click()
      await expect(button(other, 'preset.new')).toHaveCount(isUser ? 1 : 0)
      await expect(other.getByRole('button', { name: /^Wide/ })).toHaveCount(0)
      await other.getByRole('button', { name: /^House style/ }).click()
      await expect(prompt(other)).toHaveValue(STYLE)
      await expect(ratio(other, '16:9')).toBeChecked()
      await context.close()
    }
  }
)

test(
  'a preset is renamed and deleted, and the deletion is undone',
  { tag: ['@all', '@desktop'] },
  async ({ page, studio }) => {
    await newPerson(page.context(), studio.url)
    await openForm(page)
    await button(page, 'preset.title').click()
    const presets = dialog(page, 'preset.title')
    await button(presets, 'preset.new').click()
    await button(presets, 'preset.form.save').click()
    await expect(presets.getByRole('alert')).toHaveText(t('preset.issue.name'))
    await button(presets, 'preset.form.cancel').click()
    await expect(button(presets, 'preset.new')).toBeFocused()
    await savePreset(page, 'Wide', false)
    await button(presets, 'preset.edit', { name: 'Wide' }).click()
    await presets.getByLabel(t('preset.form.name')).fill('Broad')
    await page.keyboard.press('Enter')
    await expect(button(presets, 'preset.edit', { name: 'Broad' })).toBeFocused()
    await button(presets, 'preset.edit', { name: 'Broad' }).click()
    await accessible(page)
    await button(presets, 'preset.form.delete').click()
    const broad = presets.getByRole('button', { name: /^Broad/ })
    await expect(broad).toHaveCount(0)
    await button(presets, 'preset.undo').click()
    await expect(broad).toBeVisible()
  }
)
