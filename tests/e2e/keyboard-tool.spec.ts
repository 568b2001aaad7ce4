import { expect, test } from '../support/browser.ts'
import { picture } from '../support/composer.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { cards, decoded, ended, generate, hydrated, openTool, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

test('an image is generated, viewed, used as input and deleted, with the keyboard alone', async ({
  page
}) => {
  await openTool(page, '/flux')
  await page.reload()
  await hydrated(page)
  await write(page, prompt(page), 'A boat on a lake at dawn')
  // A group of radio buttons is one Tab stop, and the arrow keys choose in it.
  const chosen = page.getByRole('radio', { name: '1:1', exact: true, includeHidden: true })
  await tabTo(page, chosen)
  await page.keyboard.press('ArrowRight')
  await expect(chosen).not.toBeChecked()
  await press(page, generate(page))
  const told = page.locator('#main').getByRole('status')
  await expect(
    told.filter({ hasText: `${t('flux.title')}: ${t('field.dock.ready')}` })
  ).toBeAttached({ timeout: 40_000 })
  const card = await ended(page, 1)
  await decoded(card.locator('figure img'), 1)
  await press(page, card.locator('figure a').first(), 'Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  await press(page, card.getByRole('button', { name: t('field.follow.edit'), exact: true }))
  await expect(prompt(page)).toBeFocused()
  await expect(
    page.getByRole('radio', { name: t('flux.option.action.edit'), includeHidden: true })
  ).toBeChecked()
  // The row of the image pushes the fields below it down.
  await decoded(page.locator('.tool-form img'), 1)

  const remove = card.getByRole('button', { name: t('field.card.delete'), exact: true })
  await press(page, remove)
  const keep = card.getByRole('button', { name: t('field.card.delete_no') })
  await expect(keep).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await press(
    page,
    card.getByRole('button', { name: t('field.card.delete_yes') }),
    'Enter',
    'Shift+Tab'
  )
  await expect(cards(page)).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
})

test(
  'a file is added by its button and removed, and a missing one is shown at its field',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/kling')
    await page.reload()
    await hydrated(page)
    const frame = page.getByRole('group', { name: t('kling.field.start_image_url') })
    const chooser = frame.locator('input[type=file]')
    const chosen = page.waitForEvent('filechooser')
    await press(page, chooser, 'Space')
    await (await chosen).setFiles(picture('boat.png'))
    await decoded(frame.locator('img'), 1)
    await press(
      page,
      frame.getByRole('button', { name: t('field.file.remove', { name: 'boat.png' }) }),
      'Enter'
    )
    await expect(frame.locator('img')).toHaveCount(0)
    await expect(page.locator('body')).not.toBeFocused()
    await press(page, generate(page))
    await expect(prompt(page)).toBeFocused()
    await expect(prompt(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(prompt(page)).toHaveAccessibleDescription(/./)
    const list = page.locator('.tool-form select').first()
    await tabTo(page, list)
    const before = await list.inputValue()
    await page.keyboard.press('ArrowDown')
    await expect(list).not.toHaveValue(before)
  }
)
