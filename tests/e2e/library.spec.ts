import type { Page } from 'playwright/test'
import { accessible, expect, fits, newAddress, PASSWORD, test } from '../support/browser.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const tile = (page: Page, name: string) => page.getByRole('link', { name })
const pick = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: t('library.select', { name }) })

/** Signs up a user with uploads of these names, and opens their library. */
async function openWith(page: Page, ...names: string[]): Promise<void> {
  await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  await page.request.get('/auth/begin?redirect=/')
  const { access_token: token } = (await (
    await page.request.post('/auth/session', { data: {} })
  ).json()) as { access_token: string }
  for (const name of names)
    await page.request.post('/api/v1/files', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { file: { name, mimeType: 'text/plain', buffer: Buffer.from(name) } }
    })
  await page.goto('/library')
}

test(
  'a deletion in the library is undone, or sent when the page is left',
  { tag: '@phone' },
  async ({ page }) => {
    await openWith(page, 'kept.txt', 'gone.txt')
    await pick(page, 'gone.txt').check()
    const remove = page.getByRole('button', { name: t('field.card.delete') })
    const undo = page.getByRole('button', { name: t('chat.undo.action') })
    await remove.click()
    await expect(tile(page, 'gone.txt')).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(undo).toBeFocused()
    await fits(page)
    await accessible(page)
    await undo.click()
    await expect(pick(page, 'gone.txt')).toBeChecked()

    await remove.click()
    await expect(tile(page, 'gone.txt')).toBeHidden()
    await page.goto('/projects')
    await expect
      .poll(async () => {
        await page.goto('/library')
        return tile(page, 'gone.txt').count()
      })
      .toBe(0)
    await expect(tile(page, 'kept.txt')).toBeVisible()
  }
)

test(
  'items of the library are rated together, and found by their stars',
  { tag: ['@phone', '@all'] },
  async ({ page }) => {
    await openWith(page, 'best.txt', 'good.txt', 'other.txt')
    for (const name of ['best.txt', 'good.txt']) await pick(page, name).check()
    await page.getByRole('button', { name: t('library.rate.action'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('library.rate.title') })
    const stars = (number: number) =>
      dialog.getByRole('radio', { name: t('field.rating.stars', { number }) })
    await stars(3).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(stars(4)).toBeChecked()
    await fits(page)
    await accessible(page)
    await dialog.getByRole('button', { name: t('library.rate.save') }).click()
    await expect(dialog).toBeHidden()
    await expect(tile(page, 'good.txt')).toHaveAccessibleName(/4 of 5 stars/)
    await expect(pick(page, 'good.txt')).not.toBeChecked()

    await pick(page, 'best.txt').check()
    await page.getByRole('button', { name: t('library.rate.action'), exact: true }).click()
    await expect(stars(4)).toBeChecked()
    await stars(5).check()
    await dialog.getByRole('button', { name: t('library.rate.save') }).click()
    await expect(dialog).toBeHidden()

    await page.goto('/library?rating=4&sort=rating')
    await expect(page.locator('.library-tile')).toHaveCount(2)
    await expect(page.locator('.library-tile').first()).toContainText('best.txt')
  }
)

test('a favorite of the library is marked in place', { tag: '@all' }, async ({ page }) => {
  await openWith(page, 'loved.txt')
  const heart = page.getByRole('button', { name: t('library.favourite', { name: 'loved.txt' }) })
  await tile(page, 'loved.txt').hover()
  await Promise.all([page.waitForResponse(answer => answer.status() === 303), heart.click()])
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/library?favourite=true')
  await expect(tile(page, 'loved.txt')).toBeVisible()
})
