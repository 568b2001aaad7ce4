import type { Page } from 'playwright/test'
import { accessible, expect, fits, hydrated, test } from '../support/browser.ts'
import {
  answer,
  ask,
  files,
  HOME,
  NOTES,
  open,
  picture,
  question,
  send,
  t,
  field,
  type Given
} from '../support/composer.ts'
import { decoded } from '../support/tool.ts'

const fromLibrary = (page: Page) =>
  page.getByRole('button', { name: t('field.library.open'), exact: true })
const choice = (page: Page, name: string) =>
  page.getByRole('dialog', { name: t('field.library.open') }).getByRole('button', { name })

/** The first bytes of a video, by which the server detects its type. */
const MOVIE: Given = {
  name: 'film.mp4',
  mimeType: 'video/mp4',
  buffer: Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42')
}

/**
 * Opens the chat as a new user with uploads in the library.
 * @returns the addresses of the uploads, and counts the uploads that the page starts from then on
 */
async function openWith(
  page: Page,
  ...given: Given[]
): Promise<{ addresses: string[]; uploads: string[] }> {
  await open(page)
  const session = await page.request.post('/auth/session', { data: {} })
  const { access_token: token } = (await session.json()) as { access_token: string }
  const addresses: string[] = []
  for (const file of given) {
    const sent = await page.request.post('/api/v1/files', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { file }
    })
    addresses.push(((await sent.json()) as { file_url: string }).file_url)
  }
  const uploads: string[] = []
  page.on('request', request => request.url().includes('/api/v1/files') && uploads.push('one'))
  return { addresses, uploads }
}

/** Drops a link on the composer, as from a window with the library. */
async function dropLink(page: Page, address: string): Promise<void> {
  await field(page).evaluate((element, link) => {
    const data = new DataTransfer()
    data.setData('text/uri-list', link)
    const init = { bubbles: true, cancelable: true, dataTransfer: data }
    element.dispatchEvent(new DragEvent('drop', init))
  }, address)
}

test(
  'a file of the library is attached without an upload, and the model reads it',
  { tag: '@both' },
  async ({ page }) => {
    const { uploads } = await openWith(page, picture('boat.png'), NOTES, MOVIE)
    await fromLibrary(page).click()
    await expect(choice(page, 'boat.png')).toBeVisible()
    await expect(choice(page, 'notes.txt')).toBeVisible()
    await expect(choice(page, 'film.mp4')).toHaveCount(0)
    await fits(page)
    await accessible(page)
    await choice(page, 'boat.png').click()
    await decoded(files(page).locator('img'), 1)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await fits(page)

    await ask(page, 'What is on it?')
    await expect(answer(page)).toContainText('boat.png (320 × 240)')
    await decoded(question(page).locator('img'), 1)
    expect(uploads).toEqual([])
  }
)

test(
  'an image of the chat is dragged into the next question, and a wrong file is refused by its name',
  { tag: ['@all', '@desktop'] },
  async ({ page }) => {
    const { addresses, uploads } = await openWith(page, picture('boat.png'), MOVIE)
    await page.goto(HOME)
    await hydrated(page)
    await fromLibrary(page).click()
    await choice(page, 'boat.png').click()
    await ask(page, 'What is on it?')
    await question(page).locator('img').dragTo(field(page))
    await decoded(files(page).locator('img'), 1)
    await expect(files(page)).toHaveText(/boat\.png/)
    await question(page).locator('img').dragTo(field(page))
    await expect(files(page)).toHaveCount(1)

    await dropLink(page, addresses[1] ?? '')
    await expect(files(page).getByRole('alert')).toHaveText(
      `film.mp4 ${t('chat.attach.wrong_kind')}`
    )
    await dropLink(page, 'https://elsewhere.example/files/fox.png')
    await expect(files(page)).toHaveCount(2)
    await field(page).fill('And now?')
    await send(page).click()
    await expect(files(page)).toHaveCount(0)
    await expect(answer(page)).toContainText('boat.png (320 × 240)')
    expect(uploads).toEqual([])
  }
)
