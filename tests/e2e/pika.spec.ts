import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from '../support/browser.ts'
import {
  decoded,
  ended,
  generate,
  openTool,
  percent,
  playThrough,
  prompt,
  settings,
  showForm
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates real videos, which takes long, and plays them to the end.
test.describe.configure({ timeout: 150_000 })

function rose(): { name: string; mimeType: string; buffer: Buffer } {
  const canvas = createCanvas(240, 240)
  const brush = canvas.getContext('2d')
  brush.fillStyle = 'crimson'
  brush.fillRect(30, 30, 180, 180)
  return { name: 'rose.png', mimeType: 'image/png', buffer: canvas.encodeSync('png') }
}

test(
  'pika: an effect is applied to an image, and the image becomes an ingredient of a video',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/pika')
    const pictures = page.getByRole('group', { name: t('pika.field.image_urls') })
    await pictures.locator('input[type=file]').setInputFiles(rose())
    await decoded(pictures.locator('img'), 1)
    const effect = page.getByRole('group', { name: t('pika.field.effect'), exact: true })
    await effect.getByText(t('field.choice.all'), { exact: true }).click()
    await effect.getByRole('radio', { name: t('pika.option.effect.Explode') }).check()
    await expect(generate(page)).toContainText('· 7.5 credits')
    await prompt(page).fill('It bursts [sandbox:delay=3000]')
    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    expect(await playThrough((await ended(page, 1)).locator('video'))).toBeCloseTo(5, 0)

    await showForm(page)
    await settings(page).getByText(t('pika.field.ingredients'), { exact: true }).click()
    await expect(effect).toHaveCount(0)
    await expect(
      page.getByRole('radio', { name: t('pika.option.ingredients_mode.creative') })
    ).toBeChecked()
    await expect(generate(page)).toContainText('· 6.4 credits')
    await prompt(page).fill('A garden in spring')
    await generate(page).click()
    expect(await playThrough((await ended(page, 2)).locator('video'))).toBeCloseTo(5, 0)
  }
)
