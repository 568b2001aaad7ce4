import { expect } from '../support/browser.ts'
import { withStudio } from '../support/file-studio.ts'
import { startStudio } from '../support/process.ts'
import { cards, ended, generate, hydrated, openTool, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

/** A studio of its own: its first user is the admin. */
const test = withStudio(startStudio)

test(
  'a site with a margin on packages shows and charges the usual price for a run',
  { tag: '@all' },
  async ({ page }) => {
    await openTool(page, '/flux')
    const margin = await page.evaluate(async () => {
      const session = await fetch('/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}'
      })
      const { access_token } = (await session.json()) as { access_token: string }
      const headers = {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json'
      }
      const found = await fetch(`/api/v1/sites/?origin=${location.origin}`, { headers })
      const { items } = (await found.json()) as { items: { id: string }[] }
      const body = JSON.stringify({ margin: 0.5 })
      const changed = await fetch(`/api/v1/sites/${items[0]?.id}`, { method: 'PUT', headers, body })
      return ((await changed.json()) as { margin: number }).margin
    })
    expect(margin).toBe(0.5)

    await page.reload()
    await hydrated(page)
    await prompt(page).fill('A boat on a lake at dawn')
    await expect(generate(page)).toContainText(t('field.form.price', { price: '0.4' }))
    await generate(page).click()
    await expect(await ended(page, 1)).toContainText(t('field.form.price', { price: '0.4' }))
    await expect(page.locator('[data-balance]')).toContainText('19.6')
    await page.reload()
    await expect(page.locator('[data-balance]')).toContainText('19.6')
    await expect(cards(page)).toContainText(t('field.form.price', { price: '0.4' }))
  }
)
