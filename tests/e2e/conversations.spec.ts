import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import {
  accessible,
  expect,
  fits,
  hydrated,
  newAddress,
  PASSWORD,
  test
} from '../support/browser.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

async function signUp(page: Page): Promise<void> {
  const made = await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  expect(made.ok()).toBe(true)
}

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const home = localizePath('/chatgpt/conversations', locale)
    const list = (page: Page) => page.getByRole('navigation', { name: t('chat.list.title') })
    const link = (page: Page, title: string) =>
      list(page).getByRole('link', { name: title, exact: true })
    const options = (page: Page, title: string) =>
      list(page).getByRole('button', { name: t('chat.list.options', { title }), exact: true })
    const item = (page: Page, key: string) => page.getByRole('menuitem', { name: t(key) })

    async function ask(page: Page, title: string): Promise<void> {
      await page.goto(home)
      await hydrated(page)
      await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(`${title}`)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })
    }

    /** On a phone the list is in a drawer. */
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

    test(
      'a conversation is renamed and deleted with the keyboard alone',
      { tag: '@all' },
      async ({ page, studio }) => {
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
        await page.keyboard.press('ArrowUp')
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

        await options(page, 'Ebb and flow').press('Enter')
        await expect(item(page, 'chat.list.rename')).toBeFocused()
        await page.keyboard.press('End')
        await expect(item(page, 'chat.list.delete')).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(link(page, 'Ebb and flow')).toHaveCount(0)
        await expect(link(page, 'Storms')).toBeFocused()
        await accessible(page)
        await fits(page)
        const undo = page.getByRole('button', { name: t('chat.undo.action') })
        // The undo notice stays while it has the focus.
        await undo.focus()
        await page.keyboard.press('Enter')
        await expect(link(page, 'Ebb and flow')).toBeFocused()
        await expect(undo).toHaveCount(0)
        await page.reload()
        await hydrated(page)
        await show(page)
        await expect(link(page, 'Ebb and flow')).toBeVisible()
        expect(page.url()).not.toBe(studio.url + home)
      }
    )

    test(
      'a conversation is pinned above all others and unpinned',
      { tag: '@all' },
      async ({ page }) => {
        await begin(page)
        const first = list(page).locator('li a').first()
        await expect(first).toHaveText('Storms')
        await options(page, 'Tides').click()
        await item(page, 'chat.list.pin').click()
        await expect(
          list(page)
            .getByRole('region', { name: t('chat.list.pinned') })
            .getByRole('link')
        ).toHaveText(['Tides'])
        await expect(first).toHaveText('Tides')
        await page.reload()
        await hydrated(page)
        await show(page)
        await expect(first).toHaveText('Tides')
        await accessible(page)
        await options(page, 'Tides').click()
        await item(page, 'chat.list.unpin').click()
        await expect(list(page).getByRole('region', { name: t('chat.list.pinned') })).toHaveCount(0)
        await expect(first).toHaveText('Storms')
      }
    )

    test(
      'the list searches during typing, in any language, and is complete again once the field is empty',
      { tag: '@all' },
      async ({ page }) => {
        await begin(page)
        await ask(page, '我想去长城看看')
        await show(page)
        const field = list(page).getByRole('searchbox', { name: t('chat.found.label') })
        await field.fill('长城')
        await expect(list(page).locator('mark')).toHaveText('长城')
        await expect(list(page).locator('li')).toHaveCount(1)
        await expect(list(page).getByRole('status')).toHaveText(t('chat.found.count', { count: 1 }))
        await accessible(page)
        await fits(page)
        await field.fill('TIDES')
        await expect(link(page, 'Tides')).toBeVisible()
        await expect(list(page).locator('mark').first()).toHaveText('Tides')
        await options(page, 'Tides').click()
        await item(page, 'chat.list.rename').click()
        await page.getByRole('textbox', { name: t('chat.rename.label') }).fill('Ebb')
        await page.getByRole('button', { name: t('chat.rename.save') }).click()
        await expect(link(page, 'Ebb')).toBeVisible()
        await field.fill('no such words')
        await expect(list(page).getByRole('status')).toHaveText(
          t('chat.found.none', { search: 'no such words' })
        )
        await expect(list(page).locator('li')).toHaveCount(0)
        await field.press('Escape')
        await expect(field).toHaveValue('')
        await expect(list(page).locator('li')).toHaveCount(3)
        await expect(list(page).getByRole('status')).toHaveText('')
      }
    )

    test(
      'the open conversation updates its heading on a rename, and gives way to a new chat on deletion',
      { tag: '@all' },
      async ({ page, studio }) => {
        await begin(page)
        const address = page.url()
        await options(page, 'Storms').click()
        await item(page, 'chat.list.rename').click()
        await page.getByRole('textbox', { name: t('chat.rename.label') }).fill('Gales')
        await page.getByRole('button', { name: t('chat.rename.save') }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Gales' })).toBeVisible()
        await expect(page).toHaveTitle('Gales · Polymuse')

        const field = page.getByRole('textbox', { name: t('chat.composer.label') })
        await field.fill('Not sent')
        await options(page, 'Gales').click()
        await item(page, 'chat.list.delete').click()
        await expect(page).toHaveURL(studio.url + home)
        await expect(page.getByRole('heading', { level: 1, name: 'Gales' })).toHaveCount(0)
        await expect(page.locator('#main, textarea').and(page.locator(':focus'))).toHaveCount(1)
        expect((await page.request.get(address)).status()).toBe(404)
        await page.getByRole('button', { name: t('chat.undo.action') }).click()
        await expect(page).toHaveURL(address)
        await expect(page.getByRole('heading', { level: 1, name: 'Gales' })).toBeVisible()
        await expect(field).toHaveValue('Not sent')
        await show(page)
        await expect(link(page, 'Gales')).toBeVisible()

        await options(page, 'Gales').click()
        await item(page, 'chat.list.delete').click()
        await expect(page).toHaveURL(studio.url + home)
        await page.reload()
        await hydrated(page)
        await show(page)
        await expect(link(page, 'Tides')).toBeVisible()
        await expect(link(page, 'Gales')).toHaveCount(0)
        expect((await page.request.get(address)).status()).toBe(404)
      }
    )
  })
}

test(
  'on a phone the drawer stays open under the menu and its dialogs, and shows failures',
  { tag: '@all' },
  async ({ browser, studio }) => {
    const t = wordsOf('en')
    const context = await browser.newContext({
      baseURL: studio.url,
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true
    })
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/auth/begin?redirect=/chatgpt/conversations')
    await hydrated(page)
    await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Tides')
    await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).tap()
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
      timeout: 30_000
    })
    await page.getByRole('button', { name: t('chat.list.open') }).tap()
    await page.getByRole('button', { name: t('chat.list.options', { title: 'Tides' }) }).tap()
    await fits(page)
    await page.getByRole('menuitem', { name: t('chat.list.rename') }).tap()
    await expect(page.getByRole('navigation', { name: t('chat.list.title') })).toBeVisible()
    await page.route('**/aichat/conversations', route => route.abort())
    await page.getByRole('textbox', { name: t('chat.rename.label') }).fill('Ebb')
    await page.getByRole('button', { name: t('chat.rename.save') }).tap()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      t('chat.failure.offline')
    )
    await page.unroute('**/aichat/conversations')
    await page.getByRole('button', { name: t('chat.rename.save') }).tap()
    await expect(page.getByRole('link', { name: 'Ebb' })).toBeVisible()
    await context.close()
  }
)

test(
  'without a script the list is searched and paged by pages of its own',
  { tag: '@all' },
  async ({ browser, studio }) => {
    const t = wordsOf('en')
    const context = await browser.newContext({ baseURL: studio.url })
    const page = await context.newPage()
    await signUp(page)
    await page.goto('/auth/begin?redirect=/chatgpt/conversations')
    for (const title of ['Tides 长城', 'Storms']) {
      await page.goto('/chatgpt/conversations')
      await hydrated(page)
      await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(title)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })
    }
    const plain = await browser.newContext({
      baseURL: studio.url,
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 720 },
      storageState: await context.storageState()
    })
    const reader = await plain.newPage()
    await reader.goto('/chatgpt/conversations')
    const list = reader.getByRole('navigation', { name: t('chat.list.title') })
    const field = list.getByRole('searchbox', { name: t('chat.found.label') })
    await field.fill('长城')
    await field.press('Enter')
    await expect(reader).toHaveURL(/\?search=/)
    await expect(list.locator('li a')).toHaveText([/Tides 长城/])
    await expect(list.locator('mark').first()).toHaveText('长城')
    await expect(field).toHaveValue('长城')
    await field.fill('')
    await field.press('Enter')
    await expect(list.locator('li a')).toHaveText(['Storms', 'Tides 长城'])
    await reader.goto('/chatgpt/conversations?page=2')
    await expect(list.locator('li a')).toHaveText(['Storms', 'Tides 长城'])
    await plain.close()
    await context.close()
  }
)
