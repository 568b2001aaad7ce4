import type { Page } from 'playwright/test'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { accessible, expect, fits, hydrated, newAddress, PASSWORD, test } from '../support/browser.ts'
import { wordsOf } from '../support/words.ts'

async function signUp(page: Page): Promise<void> {
  const made = await page.request.post('/api/auth/sign-up/email', { data: { email: newAddress(), password: PASSWORD } })
  expect(made.ok()).toBe(true)
}

for (const locale of ['en', 'ar'] as const satisfies Locale[]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const home = localizePath('/chatgpt/conversations', locale)
    const list = (page: Page) => page.getByRole('navigation', { name: t('chat.list.title') })
    const link = (page: Page, title: string) => list(page).getByRole('link', { name: title, exact: true })
    const options = (page: Page, title: string) => list(page).getByRole('button', { name: t('chat.list.options', { title }), exact: true })
    const item = (page: Page, key: string) => page.getByRole('menuitem', { name: t(key) })

    async function ask(page: Page, title: string): Promise<void> {
      await page.goto(home)
      await hydrated(page)
      await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(`${title}`)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, { timeout: 30_000 })
    }

    /** On a phone the list stands in a drawer. */
    async function show(page: Page): Promise<void> {
      const open = page.getByRole('button', { name: t('chat.list.open') })
      if (await open.isVisible()) await open.click()
    }

    async function begin(page: Page): Promise<void> {
      await signUp(page)
      await page.goto(`/auth/begin?redirect=${home}`)
      await hydrated(page)
      await ask(page, 'Tides')
      await ask(page, 'Storms')
      await show(page)
    }

    test('a conversation gets another name and is deleted, by keyboard alone', async ({ page, studio }) => {
      await begin(page)
      await options(page, 'Tides').focus()
      await page.keyboard.press('Enter')
      await expect(item(page, 'chat.list.rename')).toBeFocused()
      await accessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect(options(page, 'Tides')).toBeFocused()

      await page.keyboard.press('Enter')
      await expect(item(page, 'chat.list.rename')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(item(page, 'chat.list.delete')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const field = page.getByRole('textbox', { name: t('chat.rename.label') })
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('Tides')
      await accessible(page)
      await fits(page)
      await page.keyboard.type('Ebb and flow')
      await page.keyboard.press('Enter')
      await expect(link(page, 'Ebb and flow')).toBeVisible()
      await expect(link(page, 'Tides')).toHaveCount(0)
      await expect(options(page, 'Ebb and flow')).toBeFocused()
      await page.reload()
      await hydrated(page)
      await show(page)
      await expect(link(page, 'Ebb and flow')).toBeVisible()

      const toDelete = async (): Promise<void> => {
        await options(page, 'Ebb and flow').press('Enter')
        await expect(item(page, 'chat.list.rename')).toBeFocused()
        await page.keyboard.press('End')
        await expect(item(page, 'chat.list.delete')).toBeFocused()
        await page.keyboard.press('Enter')
      }
      await toDelete()
      await expect(page.getByRole('dialog', { name: t('chat.delete.title') })).toContainText('Ebb and flow')
      await accessible(page)
      await page.keyboard.press('Escape')
      await expect(options(page, 'Ebb and flow')).toBeFocused()
      await toDelete()
      await page.getByRole('button', { name: t('chat.delete.action') }).press('Enter')
      await expect(link(page, 'Ebb and flow')).toHaveCount(0)
      await expect(link(page, 'Storms')).toBeFocused()
      expect(page.url()).not.toBe(studio.url + home)
    })

    test('the open one changes its heading with its name, and leaves for a new chat when it is deleted', async ({ page, studio }) => {
      await begin(page)
      const address = page.url()
      await options(page, 'Storms').click()
      await item(page, 'chat.list.rename').click()
      await page.getByRole('textbox', { name: t('chat.rename.label') }).fill('Gales')
      await page.getByRole('button', { name: t('chat.rename.save') }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Gales' })).toBeVisible()
      await expect(page).toHaveTitle('Gales')

      await options(page, 'Gales').click()
      await item(page, 'chat.list.delete').click()
      await page.getByRole('button', { name: t('chat.delete.action') }).click()
      await expect(page).toHaveURL(studio.url + home)
      await hydrated(page)
      await show(page)
      await expect(link(page, 'Tides')).toBeVisible()
      await expect(link(page, 'Gales')).toHaveCount(0)
      expect((await page.request.get(address)).status()).toBe(404)
    })
  })
}

test('on a phone the drawer stays open under the menu and its questions, and a failure is said there', async ({ browser, studio }) => {
  const t = wordsOf('en')
  const context = await browser.newContext({ baseURL: studio.url, viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/auth/begin?redirect=/chatgpt/conversations')
  await hydrated(page)
  await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Tides')
  await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).tap()
  await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, { timeout: 30_000 })
  await page.getByRole('button', { name: t('chat.list.open') }).tap()
  await page.getByRole('button', { name: t('chat.list.options', { title: 'Tides' }) }).tap()
  await fits(page)
  await page.getByRole('menuitem', { name: t('chat.list.rename') }).tap()
  await expect(page.getByRole('navigation', { name: t('chat.list.title') })).toBeVisible()
  await page.route('**/aichat/conversations', route => route.abort())
  await page.getByRole('textbox', { name: t('chat.rename.label') }).fill('Ebb')
  await page.getByRole('button', { name: t('chat.rename.save') }).tap()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(t('chat.failure.offline'))
  await page.unroute('**/aichat/conversations')
  await page.getByRole('button', { name: t('chat.rename.save') }).tap()
  await expect(page.getByRole('link', { name: 'Ebb' })).toBeVisible()
  await context.close()
})
