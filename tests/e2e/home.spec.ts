import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { expect, fits, hydrated, newAddress, PASSWORD, test } from '../support/browser.ts'
import { tabTo, write } from '../support/keyboard.ts'
import { cards, hydrated as toolHydrated, prompt } from '../support/tool.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'
const composer = (page: Page, say = t) =>
  page.getByRole('textbox', { name: say('chat.composer.label') })
const mode = (page: Page, medium: string, say = t) =>
  page.getByRole('radio', { name: say(`common.group.${medium}`) })
const tool = (page: Page) => page.getByRole('combobox', { name: t('chat.home.tool') })
const example = (page: Page, name: string) =>
  page
    .getByRole('region', { name: t('chat.home.try') })
    .getByRole('link')
    .filter({ hasText: name })
const pressed = (page: Page) => page.evaluate(() => localStorage.getItem('polymuse:pressed'))

/** Signs up a user who has made nothing yet, and opens the studio home. */
async function openHome(page: Page): Promise<void> {
  await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  await page.goto('/auth/begin?redirect=/')
  await page.waitForURL(new RegExp(`${HOME}$`))
  await hydrated(page)
}

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const say = wordsOf(locale)

    test('a guest sees what the site is, asks for an image, signs up and gets it', async ({
      page
    }) => {
      await page.goto('/')
      await expect(page).toHaveURL(new RegExp(`${localizePath(HOME, locale)}$`))
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Polymuse')
      await expect(main).toContainText(say('chat.home.claim'))
      await expect(main).toContainText(say('chat.home.free', { count: 20, amount: '20' }))
      await expect(main.getByRole('link', { name: say('common.action.signIn') })).toBeVisible()
      await hydrated(page)
      await mode(page, 'image', say).check()
      await expect(composer(page, say)).toHaveAttribute('placeholder', say('chat.home.image'))
      await fits(page)
      await composer(page, say).fill('A fox in a café')
      await composer(page, say).press('Enter')

      await page.waitForURL(/\/auth\/login\?/)
      await page.getByLabel(say('auth.field.email')).fill(newAddress())
      await page.getByLabel(say('auth.field.password'), { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: say('auth.signUp.submit'), exact: true }).click()
      await page.waitForURL(new RegExp(`${localizePath('/gptimage', locale)}$`))
      await expect(page.getByRole('textbox').first()).toHaveValue('A fox in a café')
      await expect(page.getByRole('article')).toHaveCount(1, { timeout: 20_000 })
    })
  })
}

test(
  'a new user generates one video by keyboard, and the home page is a plain chat again',
  { tag: '@all' },
  async ({ page }) => {
    await openHome(page)
    await expect(page.getByRole('link', { name: t('auth.signUp.tab') })).toHaveCount(0)
    await tabTo(page, mode(page, 'chat'))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(mode(page, 'video')).toBeChecked()
    await write(page, composer(page), 'A heron lands')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/pixverse$/)
    await expect(cards(page)).toHaveCount(1)
    await expect(prompt(page)).toHaveValue('A heron lands')
    expect(await pressed(page)).toBeNull()
    await page.reload()
    await toolHydrated(page)
    await expect(cards(page)).toHaveCount(1)

    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('chat.empty.title'))
    await hydrated(page)
    await expect(composer(page)).toHaveValue('')
  }
)

// Desktop only: on a phone, the settings are in a sheet that starts closed.
test(
  'an example fills in the composer with its tool and its ratio, and starts as shown',
  { tag: ['@all', '@desktop'] },
  async ({ page }) => {
    await openHome(page)
    // An example is a plain link until the code for tools is loaded, so choose Video first to load
    // it.
    await mode(page, 'video').check()
    await expect(tool(page)).toBeVisible()
    await mode(page, 'chat').check()
    const says = t('pika.example.2')
    await example(page, says).click()
    await expect(composer(page)).toHaveValue(says)
    await expect(composer(page)).toBeFocused()
    await expect(mode(page, 'video')).toBeChecked()
    await expect(tool(page)).toHaveValue('pika')
    const ratio = page.getByRole('combobox', { name: t('pika.field.aspect_ratio') })
    await expect(ratio).toHaveValue('1:1')
    await ratio.selectOption('9:16')
    await page.getByRole('button', { name: t('field.form.generate') }).click()
    await page.waitForURL(/\/pika$/)
    await expect(cards(page)).toHaveCount(1)
    await expect(prompt(page)).toHaveValue(says)
    await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
  }
)

test('a question that a new user asks opens a conversation', { tag: '@all' }, async ({ page }) => {
  await openHome(page)
  await page.getByRole('button', { name: t('chat.composer.send') }).click()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Of tides, please [sandbox:tokens=5]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: t('chat.turn.answer') })).toHaveCount(1)
  await expect(page.getByText(t('chat.home.claim'))).toHaveCount(0)
  await expect(page).toHaveURL(/\/chatgpt\/conversations\/[0-9a-f-]{36}$/)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form leads to a tool or to the chat, with the text filled in', async ({ page }) => {
    const go = (key: string) => page.getByRole('button', { name: t(key) }).click()
    await page.goto('/')
    await mode(page, 'image').check()
    await composer(page).fill('A fox & a café')
    await go('chat.composer.send')
    await expect(page).toHaveURL(/\/gptimage\?prompt=/)
    await expect(prompt(page)).toHaveValue('A fox & a café')

    await page.goto('/')
    await composer(page).fill('Why is the sky blue?')
    await go('chat.composer.send')
    await expect(page).toHaveURL(/\/chatgpt\/conversations\?question=/)
    await expect(composer(page)).toHaveValue('Why is the sky blue?')

    await example(page, t('pika.example.2')).click()
    await expect(page).toHaveURL(/\/pika\?prompt=/)
    await expect(prompt(page)).toHaveValue(t('pika.example.2'))
  })
})
