import type { Page } from 'playwright/test'
import { expect, hydrated, newAddress, PASSWORD, test } from '../support/browser.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'
const model = (page: Page) => page.getByRole('button', { name: t('chat.composer.model') })
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter(key => key.startsWith('polymuse:'))
      .toSorted()
  )

async function signUp(page: Page): Promise<void> {
  await page.goto(`/auth/begin?redirect=${HOME}`)
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  await hydrated(page)
}

test(
  'two tabs share the chosen model, and both forget it',
  { tag: '@all' },
  async ({ page, context, studio }) => {
    await signUp(page)
    await expect(page).toHaveURL(studio.url + HOME)
    const other = await context.newPage()
    await other.goto(HOME)
    await hydrated(other)
    const first = await model(page).innerText()
    await expect(model(other)).toHaveText(first)
    await model(page).click()
    await page.getByRole('option', { name: 'GPT-6 Luna' }).click()
    await expect(model(other)).toHaveText(/GPT-6 Luna$/)

    // The first press in a page starts its feed. Until the page is left, the feed may ask for a token
    // that the sign-out has just ended.
    await page.goto('about:blank')
    await page.goto(`/auth/sign-out?redirect=${HOME}`)
    await page.goto(HOME)
    await hydrated(page)
    await expect(model(other)).toHaveText(first)
    expect(await kept(other)).toEqual([])
  }
)

test('an idle page stores nothing in the browser and calls only its own studio', async ({
  page,
  studio
}) => {
  const foreign: string[] = []
  page.on('request', request => {
    if (request.url().startsWith('http') && !request.url().startsWith(studio.url))
      foreign.push(request.url())
  })
  await page.clock.install()
  await page.goto(`/de${HOME}`)
  await hydrated(page)
  await page.clock.runFor(30_000)
  expect(await kept(page)).toEqual([])
  expect(foreign).toEqual([])
})
