import type { Page } from 'playwright/test'
import { accessible, expect, test } from '../support/browser.ts'
import { picture } from '../support/composer.ts'
import { press, tabTo } from '../support/keyboard.ts'
import {
  cards,
  decoded,
  ended,
  generate,
  hydrated,
  openTool,
  pressFollowUp,
  prompt,
  showForm
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// These tests generate real portraits, which takes long.
test.describe.configure({ timeout: 120_000 })

const group = (page: Page, field: string) =>
  page.getByRole('group', { name: t(field), exact: true })

test(
  'a template is chosen by its image, sent, and shown in the details of the result',
  { tag: '@both' },
  async ({ page, isMobile }) => {
    await openTool(page, '/headshots')
    await showForm(page)
    const photos = group(page, 'headshots.field.image_urls')
    await photos.locator('input[type=file]').setInputFiles(picture('me.png'))
    await decoded(photos.locator('img'), 1)
    const templates = group(page, 'headshots.field.template')
    const template = (name: string) =>
      templates.getByRole('radio', { name: t(`headshots.option.template.${name}`), exact: true })
    await decoded(templates.locator('img'), 8)
    if (isMobile) await template('male_portrait2').tap()
    else {
      await press(page, template('male_portrait'), 'Space')
      await page.keyboard.press('ArrowRight')
    }
    await expect(template('male_portrait2')).toBeChecked()
    await accessible(page)
    const sent = page.waitForRequest(
      request => request.method() === 'POST' && request.url().endsWith('/headshots/generate')
    )
    await generate(page).click()
    expect((await sent).postDataJSON()).toMatchObject({ template: 'male_portrait2' })
    // While a task runs, a touch screen shows its actions outside of the menu of a result.
    await ended(page, 1)

    await page.goto('/headshots/history')
    await hydrated(page)
    await pressFollowUp(cards(page).first(), t('field.card.again'))
    await page.waitForURL(/\/headshots$/)
    await hydrated(page)
    await showForm(page)
    await expect(template('male_portrait2')).toBeChecked()
  }
)

test(
  'only two rows of many images and the selected one are visible, until the user shows all',
  { tag: ['@all', '@both'] },
  async ({ page }) => {
    await page.goto('/qrart')
    await hydrated(page)
    await showForm(page)
    const styles = group(page, 'qrart.field.preset')
    const shown = styles.getByRole('radio')
    const last = styles.getByRole('radio', { name: t('qrart.option.preset.serene-haze') })
    await expect(shown).toHaveCount(6)
    await expect(last).toHaveCount(0)
    await styles.getByText(t('field.choice.all'), { exact: true }).click()
    await expect(shown).toHaveCount(25)
    await last.check()
    await styles.getByText(t('field.choice.fewer'), { exact: true }).click()
    await expect(shown).toHaveCount(6)
    await expect(last).toBeChecked()
    await expect(last).toBeVisible()
    await styles.getByRole('radio', { name: t('field.choice.any') }).check()
    await expect(last).toHaveCount(0)
    await expect(shown).toHaveCount(6)
  }
)

test(
  'arrow keys follow the visible order, also from right to left',
  { tag: ['@all', '@desktop'] },
  async ({ page }) => {
    await page.goto('/ar/pixverse')
    await hydrated(page)
    const words = wordsOf('ar')
    const style = (name: string) =>
      page.getByRole('radio', { name: words(`pixverse.option.style.${name}`), exact: true })
    await tabTo(page, style('normal'))
    await page.keyboard.press('ArrowDown')
    await expect(style('cyberpunk')).toBeChecked()
    await expect(style('cyberpunk')).toBeFocused()
  }
)

test(
  'images load when their group unfolds, shift nothing, and take one request',
  { tag: ['@desktop', '@all'] },
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(...(/[^/]*\.webp/.exec(request.url()) ?? [])))
    await page.goto('/midjourney')
    await hydrated(page)
    await prompt(page).fill('A lighthouse')
    expect(asked.filter(name => name.startsWith('elements.'))).toEqual([])
    await page.getByRole('form').getByText(t('field.form.more'), { exact: true }).click()
    const kinds = group(page, 'midjourney.field.elements.lighting')
    await kinds.getByText(t('field.choice.none')).click()
    const card = kinds.locator('label').nth(4)
    const before = await card.boundingBox()
    await decoded(kinds.locator('img:visible'), 6)
    expect(await card.boundingBox()).toEqual(before)
    expect(asked.filter(name => name.startsWith('elements.'))).toHaveLength(1)
  }
)

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('all images unfold, with their names', { tag: ['@desktop', '@all'] }, async ({ page }) => {
    await page.goto('/qrart')
    const styles = group(page, 'qrart.field.preset')
    await styles.getByText(t('field.choice.all'), { exact: true }).click()
    await expect(styles.getByRole('radio')).toHaveCount(25)
    await expect(styles.getByText(t('qrart.option.preset.serene-haze'))).toBeVisible()
  })
})
