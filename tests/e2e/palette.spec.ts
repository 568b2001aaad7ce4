import {
  accessible,
  expect,
  fits,
  hydrated,
  newAddress,
  PASSWORD,
  test
} from '../support/browser.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'

test(
  'a guest opens the palette by its key on a page without scripts, and goes to a tool',
  { tag: '@all' },
  async ({ page }) => {
    await page.goto('/docs')
    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: t('common.palette.guestHint') })
    await expect(field).toBeFocused()
    await expect(page.getByRole('option', { name: t('console.tab.usages') })).toHaveCount(0)
    await accessible(page)
    await field.fill('usage')
    await expect(
      page.getByRole('option', { name: t('console.tab.usages'), exact: true })
    ).toHaveCount(0)
    await field.fill('flux')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/flux$/)
  }
)

test(
  'a user finds a chat and usage, and Escape returns to the page',
  { tag: '@all' },
  async ({ page }) => {
    await page.request.post('/api/auth/sign-up/email', {
      data: { email: newAddress(), password: PASSWORD }
    })
    await page.goto('/auth/begin?redirect=/')
    await page.waitForURL(new RegExp(`${HOME}$`))
    await hydrated(page)
    const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
    await composer.fill('Lighthouses of the north')
    await composer.press('Enter')
    await page.waitForURL(/\/chatgpt\/conversations\/.+/)
    const chat = page.url()

    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/profile')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('common.palette.open') })
      .click()
    const field = page.getByRole('combobox', { name: t('common.palette.hint') })
    await expect(field).toBeFocused()
    await fits(page)
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+k')
    await field.fill('lighthouse')
    await page.getByRole('option', { name: 'Lighthouses' }).click()
    await expect(page).toHaveURL(chat)
    await hydrated(page)

    await page.keyboard.press('ControlOrMeta+k')
    await field.fill('usage')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/console\/usages$/)
  }
)
