import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from '../support/browser.ts'
import {
  decoded,
  ended,
  generate,
  openTool,
  percent,
  playThrough,
  prompt
} from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// This test generates a real video, which takes long.
test.describe.configure({ timeout: 120_000 })

test(
  "hailuo: the director model requires an image, and its video has the image's shape",
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/hailuo')
    const picture = page.getByRole('group', { name: t('hailuo.field.first_image_url') })
    const model = page.getByRole('combobox', { name: t('hailuo.field.model') })
    await model.selectOption('minimax-t2v')
    await expect(picture).toHaveCount(0)
    // This tool has only one action, so it shows no choice of actions.
    await expect(page.getByRole('group', { name: t('hailuo.field.action') })).toHaveCount(0)
    await model.selectOption('minimax-i2v-director')
    await expect(generate(page)).toContainText('· 8 credits')
    await prompt(page).fill('[push in] It begins to move [sandbox:delay=3000]')
    await generate(page).click()
    await expect(picture.getByRole('alert')).toHaveText(
      t('field.issue.file_required', { name: t('hailuo.field.first_image_url') })
    )
    const buffer = createCanvas(300, 400).encodeSync('png')
    await picture
      .locator('input[type=file]')
      .setInputFiles({ name: 'tall.png', mimeType: 'image/png', buffer })
    await decoded(picture.locator('img'), 1)

    await generate(page).click()
    await expect(percent(page)).toBeVisible()
    const film = (await ended(page, 1)).locator('video')
    expect(await playThrough(film)).toBeCloseTo(6, 0)
    expect(
      await film.evaluate((player: HTMLVideoElement) => [player.videoWidth, player.videoHeight])
    ).toEqual([540, 720])
  }
)
