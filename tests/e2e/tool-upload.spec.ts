import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from 'playwright/test'
import { isolateDirection } from '#core/format.ts'
import { expect, test } from '../support/browser.ts'
import {
  decoded,
  ended,
  generate,
  hydrated,
  openTool,
  prompt,
  settings,
  showForm
} from '../support/tool.ts'
import { silence } from '../support/sound.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const field = (page: Page, name: string): Locator => page.getByRole('group', { name: t(name) })

const refused = (name: string, value: string): string =>
  t('field.pair', { name: isolateDirection(name), value })

function picture(): Buffer {
  const canvas = createCanvas(320, 240)
  const brush = canvas.getContext('2d')
  brush.fillStyle = 'teal'
  brush.fillRect(40, 40, 240, 160)
  return canvas.encodeSync('png')
}

const BOAT = { name: 'boat.png', mimeType: 'image/png', buffer: picture() }

/** Drops a file on a field, as from the desktop. */
async function dropInto(
  page: Page,
  target: Locator,
  { name, mimeType, buffer }: typeof BOAT
): Promise<void> {
  const bytes = [...buffer]
  const dataTransfer = await page.evaluateHandle(
    file => {
      const transfer = new DataTransfer()
      transfer.items.add(
        new File([Uint8Array.from(file.bytes)], file.name, { type: file.mimeType })
      )
      return transfer
    },
    { name, mimeType, bytes }
  )
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}

test(
  'flux: a dropped image is edited; an unsuitable file is refused before the upload',
  { tag: '@both' },
  async ({ page }) => {
    const sent: string[] = []
    page.on(
      'request',
      request => request.url().endsWith('/api/v1/files/') && sent.push(request.url())
    )
    await openTool(page, '/flux')
    await settings(page).getByText(t('flux.option.action.edit'), { exact: true }).click()
    const image = field(page, 'flux.field.image_url')
    const chooser = image.locator('input[type=file]')
    await chooser.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('notes')
    })
    await expect(image.getByRole('alert')).toHaveText(
      refused('notes.txt', t('field.issue.file_invalid'))
    )
    await chooser.setInputFiles({
      name: 'huge.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(10_000_001)
    })
    await expect(image.getByRole('alert')).toHaveText(
      refused('huge.png', t('field.issue.file_too_large').replace('{{max}}', '10'))
    )
    expect(sent).toEqual([])

    await dropInto(page, chooser, BOAT)
    await decoded(image.locator('img'), 1)
    await expect(image.getByRole('alert')).toHaveCount(0)
    expect(sent).toHaveLength(1)
    await prompt(page).fill('Make it winter')
    await generate(page).click()
    await decoded((await ended(page, 1)).locator('figure img'), 1)

    await page.reload()
    await hydrated(page)
    await decoded(image.locator('img'), 1)
    await image.getByRole('button', { name: t('field.file.remove', { name: BOAT.name }) }).click()
    await generate(page).click()
    await expect(image.getByRole('alert')).toHaveText(
      t('field.issue.file_required', { name: t('flux.field.image_url') })
    )
  }
)

test(
  'flux: a photo from the camera is put into the form',
  { tag: ['@phone', '@all'] },
  async ({ page }) => {
    await openTool(page, '/flux')
    await settings(page).getByText(t('flux.option.action.edit'), { exact: true }).click()
    const image = field(page, 'flux.field.image_url')
    const camera = image.getByRole('button', { name: t('field.file.camera') })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), camera.click()])
    await chooser.setFiles(BOAT)
    await decoded(image.locator('img'), 1)
    await expect(camera).toHaveCount(0)
  }
)

test('kling: a video starts with a selected image', { tag: '@all' }, async ({ page }) => {
  await openTool(page, '/kling')
  const frame = field(page, 'kling.field.start_image_url')
  await frame.locator('input[type=file]').setInputFiles(BOAT)
  await decoded(frame.locator('img'), 1)
  await prompt(page).fill('The boat leaves')
  await generate(page).click()
  await expect((await ended(page, 1)).locator('video')).toBeVisible()
})

test('an image of the library starts a video', { tag: ['@both', '@all'] }, async ({ page }) => {
  await openTool(page, '/flux')
  await prompt(page).fill('A boat')
  await generate(page).click()
  await ended(page, 1)
  await page.goto('/kling')
  await hydrated(page)
  await showForm(page)
  const frame = field(page, 'kling.field.start_image_url')
  await frame.getByRole('button', { name: t('field.library.open') }).click()
  const choices = page.getByRole('dialog', { name: t('field.library.open') })
  await choices.getByRole('button', { name: 'A boat' }).click()
  await expect(choices).toBeHidden()
  await decoded(frame.locator('img'), 1)
  await showForm(page)
  await prompt(page).fill('The boat leaves')
  await generate(page).click()
  await expect((await ended(page, 1)).locator('video')).toBeVisible()
})

test('a form waits for a running upload, which arrives in the form that it was chosen in', async ({
  page
}) => {
  await openTool(page, '/suno')
  const orders: string[] = []
  page.on(
    'request',
    request => request.method() === 'POST' && orders.push(new URL(request.url()).pathname)
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/files/', async route => {
    await promise
    await route.continue()
  })
  const tab = (verb: string): Locator =>
    page.getByRole('button', { name: t(`suno.action.${verb}`), exact: true })
  await tab('upload').click()
  const song = field(page, 'suno.field.audio_url')
  await song
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.mp3', mimeType: 'audio/mpeg', buffer: silence(8) })
  await expect(song.getByText('a.mp3')).toBeVisible()
  await expect(settings(page).getByRole('status')).toHaveText(t('field.file.wait'))
  await tab('lyrics').click()
  await prompt(page).fill('Of a fox')
  await prompt(page).press('Control+Enter')
  resolve()
  await expect(settings(page).getByRole('status')).not.toHaveText(t('field.file.wait'))
  expect(orders.filter(path => path.startsWith('/suno'))).toEqual([])
  await tab('upload').click()
  await expect(song.getByText(t('field.file.ready'))).toBeVisible()
  await expect(settings(page).getByRole('status')).toHaveText(t('field.file.ready'))
})

test('a guest who adds a file signs in first', { tag: '@all' }, async ({ page }) => {
  await page.goto('/kling')
  await hydrated(page)
  await showForm(page)
  await field(page, 'kling.field.start_image_url').locator('input[type=file]').setInputFiles(BOAT)
  await page.waitForURL(/\/auth\/login\?/)
})

test(
  'a result is dragged onto a field and is not uploaded again',
  { tag: ['@desktop', '@all'] },
  async ({ page }) => {
    const uploads: string[] = []
    page.on('request', request => request.url().endsWith('/api/v1/files/') && uploads.push('one'))
    await openTool(page, '/flux')
    await prompt(page).fill('A boat on a lake')
    await generate(page).click()
    const card = await ended(page, 1)
    const result = card.locator('a[data-view]')
    await settings(page).getByText(t('flux.option.action.edit'), { exact: true }).click()
    const image = field(page, 'flux.field.image_url')
    await result.dragTo(image.locator('label'))
    await expect(image.locator('img')).toHaveAttribute('src', /\/files\//)
    expect(uploads).toEqual([])
    await prompt(page).fill('Make it winter')
    await generate(page).click()
    await ended(page, 2)
  }
)
