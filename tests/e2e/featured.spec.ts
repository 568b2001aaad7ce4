import type { Locator, Page } from 'playwright/test'
import { accessible, expect, fits } from '../support/browser.ts'
import { createFalTest } from '../support/fal-studio.ts'
import { newPerson } from '../support/site.ts'
import { cards, ended, generate, hydrated, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const test = createFalTest()

const t = wordsOf('en')
const PROMPT = 'A fox on a hill, gouache'

const ratio = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true })
const count = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: t('flux.field.count') }).getByRole('radio', { name })
const examples = (page: Page): Locator =>
  page.getByRole('region', { name: t('field.intro.featured') })

/** Expects the form to hold everything that the admin chose, and nothing of the guest. */
async function expectFilled(page: Page): Promise<void> {
  await expect(prompt(page)).toHaveValue(PROMPT)
  await showForm(page)
  await expect(ratio(page, '16:9')).toBeChecked()
  await expect(count(page, '2')).toBeChecked()
}

/** Opens the tool as the first user of the studio, its admin, and generates two images. */
async function generateTwo(page: Page, url: string): Promise<Locator> {
  await newPerson(page.context(), url)
  await page.goto('/flux')
  await hydrated(page)
  await showForm(page)
  await prompt(page).fill(PROMPT)
  await ratio(page, '16:9').check()
  await count(page, '2').check()
  await generate(page).click()
  return ended(page, 1)
}

// Desktop only: on a phone, the settings are in a sheet that starts closed.
test(
  'an admin features results, a guest tries one with all its settings, and the admin removes them',
  { tag: ['@desktop', '@all'] },
  async ({ page, studio, browser }) => {
    const card = await generateTwo(page, studio.url)
    // The buttons to feature a result are in the result's menu.
    const menus = cards(page)
      .locator('summary')
      .and(page.getByLabel(t('field.card.more')))
    const add = card.getByRole('button', { name: t('field.feature.add'), includeHidden: true })
    const remove = card.getByRole('button', {
      name: t('field.feature.remove'),
      includeHidden: true
    })
    await menus.nth(1).click()
    await add.nth(1).click()
    await expect(remove).toHaveCount(1)
    await menus.nth(0).click()
    await add.click()
    await expect(remove).toHaveCount(2)
    await page.reload()
    await expect(remove).toHaveCount(2)
    await menus.nth(0).click()
    await remove.first().click()
    await expect(remove).toHaveCount(1)
    await fits(page)
    await accessible(page)

    const context = await browser.newContext({ baseURL: studio.url })
    const guest = await context.newPage()
    await guest.goto('/')
    await examples(guest).getByRole('link', { name: PROMPT }).click()
    await expect(guest).toHaveURL(/\/flux$/)
    await expectFilled(guest)
    await guest.goto('/flux')
    await hydrated(guest)
    await expect(examples(guest).getByRole('img', { name: PROMPT })).toBeVisible()
    await expect(guest.getByRole('button', { name: t('field.feature.remove') })).toHaveCount(0)
    await prompt(guest).fill('Something else')
    await ratio(guest, '9:16').check()
    await examples(guest)
      .getByRole('button', { name: t('field.intro.use') })
      .click()
    await expectFilled(guest)
    await fits(guest)
    await accessible(guest)
    await context.close()

    await add.click()
    await page.goto('/site')
    await page.getByRole('link', { name: t('site.featured.title') }).click()
    const rows = page.getByRole('list').getByRole('listitem').filter({ hasText: PROMPT })
    const wall = page.getByRole('region', { name: t('field.intro.featured') })
    await expect(wall.getByRole('link')).toHaveCount(2)
    await rows
      .nth(1)
      .getByRole('button', { name: t('site.featured.up') })
      .click()
    await expect(page.getByRole('status')).toHaveText(t('site.featured.ordered'))
    await fits(page)
    await accessible(page)

    await wall.getByRole('link', { name: PROMPT }).first().click()
    await expect(page).toHaveURL(/\/flux$/)
    await expectFilled(page)

    await page.goto('/site/featured')
    for (const left of [1, 0]) {
      await page
        .getByRole('button', { name: t('site.featured.remove') })
        .first()
        .click()
      await expect(page.getByRole('status')).toHaveText(t('site.featured.removed'))
      await expect(page.getByRole('button', { name: t('site.featured.remove') })).toHaveCount(left)
    }
    await expect(wall).toHaveCount(0)
    await expect(
      page.getByText(t('site.featured.empty', { action: t('field.feature.add') }))
    ).toBeVisible()
  }
)
