import type { Page } from 'playwright/test'
import { accessible, expect, fits, newAddress, PASSWORD, test } from '../support/browser.ts'
import { cards, ended, generate, hydrated, prompt } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const FOX = 'A red fox reading a newspaper, “Le Monde” & café  [sandbox:delay=500]'

/** Counts what a user does: a click is one action, and so is filling in a field and leaving it. */
function countActions() {
  let count = 0
  return {
    async act(work: Promise<unknown>): Promise<void> {
      count++
      await work
    },
    get count() {
      return count
    }
  }
}

/** Fills in the form for a new account, which the sign-in page shows first. */
async function signUp(page: Page, act: (work: Promise<unknown>) => Promise<void>): Promise<void> {
  await act(page.getByLabel(t('auth.field.email')).fill(newAddress()))
  const password = page.getByLabel(t('auth.field.password'), { exact: true })
  await act(password.fill(PASSWORD).then(() => password.press('Enter')))
}

async function namesWhatWaits(page: Page, waiting: string): Promise<void> {
  await page.waitForURL(/\/auth\/login\?/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`auth.waiting.${waiting}`))
  await expect(page.getByText('20 credits included')).toBeVisible()
  await accessible(page)
  await fits(page)
}

test(
  'a new person gets their first image in five actions, one of which generates',
  { tag: '@both' },
  async ({ page }) => {
    const person = countActions()
    await page.goto('/')
    await hydrated(page)
    await person.act(page.getByRole('radio', { name: t('common.group.image') }).check())
    const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
    await person.act(composer.fill(FOX))
    await person.act(page.getByRole('button', { name: t('field.form.generate') }).click())
    await namesWhatWaits(page, 'image')
    await signUp(page, person.act)
    await page.waitForURL(/\/gptimage$/)
    const card = await ended(page, 1)
    await expect(card.locator('img')).toBeVisible()
    await expect(card.locator('summary', { hasText: FOX })).toHaveText(FOX)
    expect(person.count).toBeLessThanOrEqual(5)
    await page.reload()
    await hydrated(page)
    await expect(cards(page)).toHaveCount(1)
  }
)

test('a new person gets their first answer in four actions', { tag: '@both' }, async ({ page }) => {
  const person = countActions()
  await page.goto('/')
  await hydrated(page)
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
  await person.act(composer.fill('Why is the sky blue?\nBriefly. [sandbox:tokens=20]'))
  await person.act(composer.press('Enter'))
  await namesWhatWaits(page, 'chat')
  await signUp(page, person.act)
  await page.waitForURL(/\/conversations$/)
  await expect(page).toHaveURL(/\/conversations\/[0-9a-f-]{36}$/, { timeout: 20_000 })
  const turns = page.getByRole('article')
  await expect(turns.first()).toContainText('Why is the sky blue?\nBriefly.')
  await expect(turns.last()).toContainText(/\p{L}{3}/u)
  expect(person.count).toBeLessThanOrEqual(4)
})

test(
  'a browser in which somebody has signed in before shows the sign-in',
  { tag: '@all' },
  async ({ page }) => {
    const open = async (): Promise<void> => {
      await page.goto('/flux')
      await hydrated(page)
      await prompt(page).fill(FOX)
      await generate(page).click()
      await page.waitForURL(/\/auth\/login\?/)
    }
    await open()
    await signUp(page, work => work.then(() => undefined))
    await ended(page, 1)
    await page.goto('/auth/sign-out')
    await open()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      t('auth.login.title.sign-in', { site: 'Polymuse' })
    )
    await expect(page.getByText(t('auth.offer.kept'))).toBeVisible()
  }
)
