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
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

async function signIn(page: Page, home: string): Promise<void> {
  const made = await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  expect(made.ok()).toBe(true)
  await page.goto(`/auth/begin?redirect=${home}`)
  await hydrated(page)
}

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const home = localizePath('/chatgpt/conversations', locale)
    const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })
    const question = (page: Page) => page.getByRole('article', { name: t('chat.turn.you') }).last()
    const answer = (page: Page) => page.getByRole('article', { name: t('chat.turn.answer') }).last()
    const tool = (page: Page, key: string) =>
      page.getByRole('button', { name: t(key), exact: true }).last()
    const version = (page: Page, at: number, of: number) =>
      page.getByText(t('chat.turn.version', { at, of }), { exact: true })

    async function ended(page: Page): Promise<void> {
      await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0, {
        timeout: 30_000
      })
    }

    async function ask(page: Page, text: string): Promise<void> {
      await composer(page).fill(text)
      await composer(page).press('Enter')
      await ended(page)
    }

    test('a question is edited; both versions stay, also after a reload', async ({ page }) => {
      await signIn(page, home)
      await ask(page, 'Tell me of tides [sandbox:tokens=40]')
      await tool(page, 'chat.edit.action').click()
      const editor = page.getByRole('textbox', { name: t('chat.edit.label') })
      await expect(editor).toBeFocused()
      await expect(editor).toHaveValue('Tell me of tides [sandbox:tokens=40]')
      await accessible(page)
      await fits(page)
      await page.keyboard.press('Escape')
      await expect(editor).toHaveCount(0)
      await expect(tool(page, 'chat.edit.action')).toBeFocused()

      await page.keyboard.press('Enter')
      await editor.fill('Tell me of storms [sandbox:tokens=40]')
      await editor.press('Enter')
      await expect(version(page, 2, 2)).toBeAttached()
      await ended(page)
      await expect(question(page)).toContainText('storms')
      await expect(page.getByRole('article')).toHaveCount(2)
      await accessible(page)
      await fits(page)

      await tool(page, 'chat.turn.older').click()
      await expect(version(page, 1, 2)).toBeAttached()
      await expect(question(page)).toContainText('tides')
      await expect(tool(page, 'chat.turn.older')).toBeFocused()
      await page.reload()
      await hydrated(page)
      await expect(question(page)).toContainText('tides')
      await tool(page, 'chat.turn.newer').click()
      await expect(question(page)).toContainText('storms')
      await expect(page.getByRole('article')).toHaveCount(2)
    })

    test('an answer is regenerated and shows its cost', async ({ page }) => {
      await signIn(page, home)
      await ask(page, 'What is a lighthouse? [sandbox:tokens=40]')
      const cost = page.getByRole('list', { name: t('chat.turn.cost') })
      await expect(cost).toContainText(/\d/)
      const took = await cost.innerText()
      await tool(page, 'chat.turn.regenerate').click()
      await expect(version(page, 2, 2)).toBeAttached()
      await ended(page)
      await accessible(page)
      await tool(page, 'chat.turn.older').click()
      await expect(version(page, 1, 2)).toBeAttached()
      await expect(cost).toHaveText(took.replaceAll('\n', ''))
      await page.reload()
      await hydrated(page)
      await expect(version(page, 1, 2)).toBeAttached()
      await expect(cost).toHaveText(took.replaceAll('\n', ''))
    })

    test('a broken answer shows the failure and can be continued', async ({ page }) => {
      await signIn(page, home)
      await ask(page, 'Tell me of tides, storms and lighthouses [sandbox:break]')
      await expect(answer(page)).toContainText(t('problem.chat_error'))
      await answer(page).getByText(t('chat.failure.details')).click()
      await expect(answer(page)).toContainText('chat_error - ')
      await expect(answer(page)).toContainText(t('chat.failure.trace'))
      await accessible(page)
      await fits(page)
      const begun = (await answer(page).locator('p').first().innerText()).slice(0, 60)
      await tool(page, 'chat.turn.continue').click()
      await expect(version(page, 2, 2)).toBeAttached()
      await ended(page)
      await expect(answer(page)).not.toContainText(t('problem.chat_error'))
      await expect(answer(page)).toContainText(begun)
      await page.reload()
      await hydrated(page)
      await expect(answer(page)).toContainText(begun)
      await expect(tool(page, 'chat.turn.continue')).toHaveCount(0)
    })

    test(
      'an answer without credits offers a top-up; an empty answer can be retried',
      { tag: '@all' },
      async ({ page }) => {
        await signIn(page, home)
        await ask(page, 'Tides? [sandbox:fail=used_up]')
        await expect(answer(page)).toContainText(t('problem.used_up'))
        await expect(
          answer(page).getByRole('link', { name: t('chat.failure.plans') })
        ).toHaveAttribute('href', /\/console\/extra/)
        await tool(page, 'chat.turn.retry').click()
        await expect(version(page, 2, 2)).toBeAttached()
        await ended(page)
      }
    )
  })
}
