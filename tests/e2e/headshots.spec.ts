import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from '../support/browser.ts'
import {
  cards,
  decoded,
  ended,
  generate,
  hydrated,
  openTool,
  pressFollowUp,
  settings
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real portraits, which takes long.
test.describe.configure({ timeout: 120_000 })

function photo(): Buffer {
  const brush = createCanvas(400, 400).getContext('2d')
  brush.fillStyle = 'steelblue'
  brush.fillRect(0, 0, 400, 400)
  brush.fillStyle = '#d8a583'
  brush.beginPath()
  brush.ellipse(200, 170, 70, 95, 0, 0, Math.PI * 2)
  brush.fill()
  return brush.canvas.encodeSync('png')
}

test(
  'headshots: a photo becomes two portraits, and another tool edits one of them',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/headshots')
    const photos = page.getByRole('group', { name: t('headshots.field.image_urls') })
    const template = page.getByRole('group', { name: t('headshots.field.template'), exact: true })
    await photos
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo() })
    await decoded(photos.locator('img'), 1)
    await generate(page).click()
    await expect(template.getByRole('alert')).toHaveText(
      t('field.issue.choice_required', { name: t('headshots.field.template') })
    )
    await page
      .getByRole('button', { name: t('field.intro.use') })
      .nth(3)
      .click()
    await expect(
      template.getByRole('radio', { name: t('headshots.option.template.business_photo') })
    ).toBeChecked()
    await expect(photos.locator('img')).toHaveCount(1)
    await expect(generate(page)).toContainText('2.6')
    await settings(page).getByText(t('headshots.option.mode.relax'), { exact: true }).click()
    await expect(generate(page)).toContainText('2.6')
    await generate(page).click()
    await expect(cards(page)).toHaveCount(1)
    const card = await ended(page, 1)
    await decoded(card.locator('figure img'), 2)
    await expect(card).toContainText('2.6')

    await pressFollowUp(card, t('field.follow.edit'))
    await page.waitForURL(/\/flux$/)
    await hydrated(page)
    await expect(
      page.getByRole('group', { name: t('flux.field.image_url') }).locator('img')
    ).toBeVisible()
  }
)
