import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import { ended, generate, openTool, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

/**
 * Collects the requests of a page for plans and tasks. A page needs none, since the events of the
 * feed contain the changes.
 */
function lookUps(page: Page): string[] {
  const sent: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (/\/(applications\/?|tasks)$/.test(pathname)) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

const amount = (page: Page) => page.locator('[data-balance] [data-amount]')

test(
  'the last event of a task updates the card and the balance without a request',
  { tag: '@both' },
  async ({ page }) => {
    await openTool(page, '/flux')
    // The first run of a user creates their plan and selects it.
    await prompt(page).fill('A boat on a lake at dawn')
    await generate(page).click()
    await ended(page, 1)
    await expect(amount(page)).toHaveText('19.6')
    const sent = lookUps(page)
    await prompt(page).fill('A boat on a lake at noon')
    await generate(page).click()
    const card = await ended(page, 2)
    await expect(card.locator('figure img')).toHaveCount(1)
    await expect(amount(page)).toHaveText('19.2')
    expect(sent).toEqual([])
  }
)

test(
  'the last event of an answer updates the balance without a request',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/chatgpt/conversations')
    const ask = async (question: string): Promise<void> => {
      await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(question)
      await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click()
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toBeVisible()
      await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0)
    }
    await ask('Tell me of tides, at length')
    const before = await amount(page).getAttribute('title')
    const sent = lookUps(page)
    await ask('Tell me of storms, at length')
    await expect(amount(page)).not.toHaveAttribute('title', before ?? '')
    expect(sent).toEqual([])
  }
)
