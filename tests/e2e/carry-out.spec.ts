import type { Page } from 'playwright/test'
import { accessible, expect, fits, hydrated as chatHydrated, test } from '../support/browser.ts'
import { cards, generate, hydrated, prompt, signUpHere } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'
const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })
const turns = (page: Page) => page.getByRole('article')
const stop = (page: Page, group: 'chat' | 'field') =>
  page.getByRole('status').getByRole('button', { name: t(`${group}.pressed.cancel`) })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('polymuse:pressed'))

async function askAsGuest(page: Page, question: string): Promise<void> {
  await page.goto(HOME)
  await chatHydrated(page)
  await composer(page).fill(question)
  await composer(page).press('Enter')
  await page.waitForURL(/\/auth\/login\?/)
}

test(
  'an image that a guest requested is generated once after the sign-up, and not again on reload',
  { tag: ['@both', '@all'] },
  async ({ page }) => {
    await page.goto('/flux')
    await hydrated(page)
    await prompt(page).fill('A pier at noon')
    await generate(page).click()
    await page.waitForURL(/\/auth\/login\?/)
    await signUpHere(page)
    await page.waitForURL(/\/flux$/)
    await expect(page.getByRole('status').filter({ hasText: '0.4 credits' })).toBeVisible()
    await accessible(page)
    await fits(page)
    await expect(cards(page)).toHaveCount(1, { timeout: 15_000 })
    expect(await kept(page)).toBeNull()
    await page.reload()
    await hydrated(page)
    await expect(stop(page, 'field')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(1)
    await expect(prompt(page)).toHaveValue('A pier at noon')
  }
)

test(
  'a question that the user stops stays a draft',
  { tag: ['@both', '@all'] },
  async ({ page }) => {
    await askAsGuest(page, 'Never mind')
    await signUpHere(page)
    await stop(page, 'chat').click()
    expect(await kept(page)).toBeNull()
    await page.clock.install()
    await page.reload()
    await chatHydrated(page)
    await expect(composer(page)).toHaveValue('Never mind')
    await page.clock.runFor(20_000)
    await expect(stop(page, 'chat')).toHaveCount(0)
    await expect(turns(page)).toHaveCount(0)
  }
)

test('two tabs send a question once', { tag: '@desktop' }, async ({ page, context }) => {
  await askAsGuest(page, 'Once, please [sandbox:tokens=5]')
  await signUpHere(page)
  await expect(stop(page, 'chat')).toBeVisible()
  const other = await context.newPage()
  await other.goto(HOME)
  await page.bringToFront()
  await expect(turns(page)).toHaveCount(2, { timeout: 20_000 })
  // The server has the question once its conversation has an address.
  await expect(page).toHaveURL(/\/conversations\/\w/, { timeout: 20_000 })
  await expect(stop(other, 'chat')).toHaveCount(0)
  await page.goto(HOME)
  await expect(page.locator('#conversations a', { hasText: 'Once, please' })).toHaveCount(1)
})

test(
  'the question of a guest who returns without an account is not sent',
  { tag: ['@all', '@desktop'] },
  async ({ page }) => {
    await askAsGuest(page, 'Perhaps not')
    await page.goto(HOME)
    await chatHydrated(page)
    await expect.poll(() => kept(page)).toBeNull()
    await expect(composer(page)).toHaveValue('Perhaps not')
  }
)
