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

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const home = localizePath('/chatgpt/conversations', locale)
    const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })
    const list = (page: Page) => page.getByRole('navigation', { name: t('chat.list.title') })
    const link = (page: Page, title: string) =>
      list(page).getByRole('link', { name: title, exact: true })
    const fresh = (page: Page) =>
      page.getByRole('link', { name: t('chat.list.new'), exact: true }).first()
    const heading = (page: Page) =>
      page.getByRole('main').getByRole('heading', { level: 1 }).first()

    async function ask(page: Page, text: string): Promise<void> {
      await composer(page).fill(text)
      await composer(page).press('Enter')
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
      await expect(page).toHaveTitle(`${text} · Polymuse`)
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })
    }

    /** On a phone the list is in a drawer. */
    async function show(page: Page): Promise<void> {
      const open = page.getByRole('button', { name: t('chat.list.open') })
      if (await open.isVisible()) await open.click()
    }

    async function begin(page: Page): Promise<{ tides: string; storms: string }> {
      const made = await page.request.post('/api/auth/sign-up/email', {
        data: { email: newAddress(), password: PASSWORD }
      })
      expect(made.ok()).toBe(true)
      await page.goto(`/auth/begin?redirect=${home}`)
      await hydrated(page)
      await page.evaluate(() => Object.assign(window, { same: true }))
      await ask(page, 'Tides')
      const tides = page.url()
      await fresh(page).click({ force: true })
      await expect(page).toHaveURL(new RegExp(`${home}$`))
      await expect(page.getByRole('article')).toHaveCount(0)
      await ask(page, 'Storms')
      return { tides, storms: page.url() }
    }

    const same = (page: Page) => page.evaluate(() => Reflect.get(window, 'same') === true)

    test('switching conversations loads no page, and each address also renders on its own', async ({
      page
    }) => {
      const { tides, storms } = await begin(page)
      await show(page)
      await link(page, 'Tides').click()
      await expect(page).toHaveURL(tides)
      await expect(heading(page)).toHaveText('Tides')
      await expect(page).toHaveTitle('Tides · Polymuse')
      await expect(page.getByRole('article').first()).toContainText('Tides')
      await expect(page.getByRole('article')).toHaveCount(2)
      await expect(page.locator('#conversations a[aria-current=page]')).toHaveText('Tides')
      await expect(
        page.locator('main h1, textarea').locator('visible=true').and(page.locator(':focus'))
      ).toHaveCount(1)
      await accessible(page)
      await fits(page)

      await fresh(page).click({ force: true })
      await expect(heading(page)).toHaveText(t('chat.empty.title'))
      await expect(page).toHaveTitle(`${t('chat.page.title', { group: 'ChatGPT' })} · Polymuse`)
      await expect(page).toHaveURL(new RegExp(`${home}$`))
      await page.goBack()
      await expect(heading(page)).toHaveText('Tides')
      await page.goBack()
      await expect(page).toHaveURL(storms)
      await expect(heading(page)).toHaveText('Storms')
      await page.goForward()
      await expect(heading(page)).toHaveText('Tides')
      await page.goForward()
      await expect(heading(page)).toHaveText(t('chat.empty.title'))
      await expect(page.getByRole('article')).toHaveCount(0)
      await page.goBack()
      await page.goBack()
      await expect(heading(page)).toHaveText('Storms')
      expect(await same(page)).toBe(true)

      await page.reload()
      await expect(heading(page)).toHaveText('Storms')
      expect(await same(page)).toBe(false)
    })

    test('drafts stay with their conversations', { tag: '@all' }, async ({ page }) => {
      await begin(page)
      await composer(page).fill('and of storms')
      await show(page)
      await link(page, 'Tides').click()
      await expect(heading(page)).toHaveText('Tides')
      await expect(composer(page)).toHaveValue('')
      await composer(page).fill('and of tides')
      await page.goBack()
      await expect(heading(page)).toHaveText('Storms')
      await expect(composer(page)).toHaveValue('and of storms')
      await page.goForward()
      await expect(composer(page)).toHaveValue('and of tides')
    })

    test(
      'a click with a modifier key opens a tab, and an address under the wrong group redirects',
      { tag: '@all' },
      async ({ page, context }) => {
        const { tides } = await begin(page)
        await show(page)
        const opened = context.waitForEvent('page')
        await link(page, 'Tides').click({ modifiers: ['ControlOrMeta'] })
        const other = await opened
        await expect(other).toHaveURL(tides)
        await expect(heading(page)).toHaveText('Storms')
        await page.goto(tides.replace('/chatgpt/', '/deepseek/'))
        await expect(page).toHaveURL(tides)
        await expect(heading(page)).toHaveText('Tides')
      }
    )
  })
}

test.describe('a running answer', () => {
  const t = wordsOf('en')

  test('continues while another conversation is open, and streams on when the user comes back', async ({
    page
  }) => {
    const made = await page.request.post('/api/auth/sign-up/email', {
      data: { email: newAddress(), password: PASSWORD }
    })
    expect(made.ok()).toBe(true)
    await page.goto('/auth/begin?redirect=/chatgpt/conversations')
    await hydrated(page)
    const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
    const stop = page.getByRole('button', { name: t('chat.composer.stop') })
    await composer.fill('Tell me of tides [sandbox:delay=3000]')
    await composer.press('Enter')
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await expect(stop).toBeVisible()
    await page
      .getByRole('link', { name: t('chat.list.new'), exact: true })
      .first()
      .click({ force: true })
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(stop).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('article').last()).toContainText(/\w{3}/)
    await expect(stop).toHaveCount(0, { timeout: 30_000 })
    await expect(page.getByRole('article')).toHaveCount(2)
  })
})

test.describe('shortcuts', () => {
  const t = wordsOf('en')

  test(
    'are listed under ?, work, and do not interfere with typing',
    { tag: '@all' },
    async ({ page }) => {
      const made = await page.request.post('/api/auth/sign-up/email', {
        data: { email: newAddress(), password: PASSWORD }
      })
      expect(made.ok()).toBe(true)
      await page.goto('/auth/begin?redirect=/chatgpt/conversations')
      await hydrated(page)
      const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
      const dialog = page.getByRole('dialog', { name: t('chat.keys.title') })
      await composer.fill('Tides [sandbox:tokens=40]')
      await composer.press('Enter')
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })

      // A phone shows no button for the list, but it may have a keyboard.
      const button = page.getByRole('button', { name: t('chat.keys.title'), includeHidden: true })
      await expect(button).toBeAttached()
      if (await button.isVisible()) await button.click()
      else await page.getByRole('main').press('Shift+?')
      await expect(dialog).toBeVisible()
      await accessible(page)
      await fits(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)

      await page.keyboard.press('/')
      await expect(composer).toBeFocused()
      await page.keyboard.type('what/where?')
      await expect(composer).toHaveValue('what/where?')
      await expect(dialog).toHaveCount(0)
      await page.keyboard.press('Alt+ArrowUp')
      await expect(page.getByRole('article', { name: t('chat.turn.answer') })).toBeFocused()
      await page.keyboard.press('Alt+ArrowUp')
      await expect(page.getByRole('article', { name: t('chat.turn.you') })).toBeFocused()
      await page.keyboard.press('Control+Shift+O')
      await expect(page.getByRole('article')).toHaveCount(0)
      await expect(page).toHaveURL(/\/chatgpt\/conversations$/)
    }
  )
})
