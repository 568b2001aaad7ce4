import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from 'playwright/test'
import { expect, hydrated, newAddress, PASSWORD } from './browser.ts'
import { wordsOf } from './words.ts'

export const t = wordsOf('en')
export const HOME = '/chatgpt/conversations'
export const UUID = /[0-9a-f-]{36}$/

export const field = (page: Page): Locator =>
  page.getByRole('textbox', { name: t('chat.composer.label') })
export const send = (page: Page): Locator =>
  page.getByRole('button', { name: t('chat.composer.send'), exact: true })
export const stop = (page: Page): Locator =>
  page.getByRole('button', { name: t('chat.composer.stop'), exact: true })
export const chooser = (page: Page): Locator => page.getByLabel(t('chat.attach.add'))
export const files = (page: Page): Locator =>
  page.getByRole('list', { name: t('chat.attach.list') }).getByRole('listitem')
export const question = (page: Page): Locator =>
  page.getByRole('article', { name: t('chat.turn.you') })
export const answer = (page: Page): Locator =>
  page.getByRole('article', { name: t('chat.turn.answer') }).last()
export const settings = (page: Page, key: 'open' | 'changed' = 'open'): Locator =>
  page.getByRole('button', { name: t(`chat.settings.${key}`), exact: true })
export const dialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: t('chat.settings.title') })

export type Given = { name: string; mimeType: string; buffer: Buffer }

export function picture(name: string): Given {
  const canvas = createCanvas(320, 240)
  const brush = canvas.getContext('2d')
  brush.fillStyle = 'teal'
  brush.fillRect(40, 40, 240, 160)
  return { name, mimeType: 'image/png', buffer: canvas.encodeSync('png') }
}

export const NOTES: Given = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Ebb and flow')
}
export const FILM: Given = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') }

/** Opens the chat as a new user. */
export async function open(page: Page, home = HOME): Promise<void> {
  const made = await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  expect(made.ok()).toBe(true)
  await page.goto(`/auth/begin?redirect=${home}`)
  await hydrated(page)
}

/** Asks a question and waits for the end of the answer. */
export async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await send(page).click()
  await expect(page).toHaveURL(UUID)
  await expect(stop(page)).toHaveCount(0, { timeout: 30_000 })
}

/** Drops or pastes files on the page, as from the desktop or the clipboard. */
export async function bring(
  target: Locator,
  type: 'dragover' | 'drop' | 'paste',
  ...given: Given[]
): Promise<void> {
  const plain = given.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }))
  await target.evaluate(
    (element, { type: kind, plain: brought }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, bytes } of brought)
        data.items.add(new File([Uint8Array.from(bytes)], name, { type: mimeType }))
      const init = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data })
      )
    },
    { type, plain }
  )
}
