import type { Page } from 'playwright/test'
import {
  accessible,
  expect,
  fits,
  hydrated,
  newAddress,
  PASSWORD,
  test
} from '../support/browser.ts'
import { keepsStill, signUpUser, walkFromHome, type Walk } from '../support/from-home.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

// These journeys make real images.
test.describe.configure({ timeout: 120_000 })
// One of two calls is refused on purpose.
test.use({ expected: /status of 5\d\d/ })

const prompt = (page: Page) => page.getByRole('textbox', { name: t('compare.prompt') })
const send = (page: Page) => page.getByRole('button', { name: t('compare.send'), exact: true })
const sides = (page: Page) => page.locator('.compare-side')
const best = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${t('compare.best')}: `) })

/** Goes to the form in one click, as a user who has made nothing yet. */
async function openForm(page: Page): Promise<Walk> {
  await signUpUser(page)
  const walk = await walkFromHome(page)
  await walk.click(page.getByRole('main').getByRole('link', { name: t('compare.title') }))
  await page.waitForURL(/\/compare$/)
  await hydrated(page)
  return walk
}

/** Sends the prompt, and waits for the page of the comparison. */
async function sendPrompt(page: Page, walk: Walk): Promise<void> {
  await walk.click(send(page))
  await page.waitForURL(/\/compare\/[0-9a-f-]{36}$/)
}

/** On a phone, a side says that another one is below, and leads there. */
async function leadsToOtherSide(page: Page, { isPhone }: Walk): Promise<void> {
  const number = sides(page)
    .first()
    .getByText(t('field.view.title', { number: 1, count: 2 }))
  await expect(number).toBeVisible({ visible: isPhone })
  if (!isPhone) return
  const heading = sides(page).nth(1).getByRole('heading', { level: 2 })
  await expect(heading).not.toBeInViewport()
  await sides(page)
    .first()
    .getByRole('link', { name: (await heading.textContent()) ?? '', exact: true })
    .click()
  await expect(heading).toBeInViewport()
}

test(
  'two chat models answer one prompt, two clicks from home, and the vote is kept',
  { tag: '@each' },
  async ({ page }) => {
    const walk = await openForm(page)
    await accessible(page)
    await prompt(page).fill('Of tides, please [sandbox:tokens=20]')
    await expect(page.getByText(/^Total: about /)).toBeVisible()
    await sendPrompt(page, walk)
    await expect(sides(page)).toHaveCount(2)
    await expect(best(page)).toHaveCount(2)
    await expect(page.getByRole('article', { name: t('chat.turn.answer') })).toHaveCount(2)
    await keepsStill(page)
    await accessible(page)
    await leadsToOtherSide(page, walk)
    await best(page).nth(1).click()
    await expect(best(page).nth(1)).toHaveAttribute('aria-pressed', 'true')
    const kept = page.waitForResponse(
      each => each.url().endsWith('/vote') && each.request().postData() === '{"winner":0}'
    )
    await best(page).first().click()
    await kept
    const name = await best(page).first().getAttribute('aria-label')
    await expect(best(page).nth(1)).toHaveAttribute('aria-pressed', 'false')

    await page.reload()
    await hydrated(page)
    await expect(best(page).first()).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('link', { name: t('compare.new') }).click()
    await expect(prompt(page)).toHaveValue('')
    const earlier = page.getByRole('region', { name: t('compare.list.title') })
    await expect(earlier.getByText(name ?? '', { exact: true })).toBeVisible()
    await earlier.getByRole('link', { name: /^Of tides/ }).click()
    await expect(sides(page)).toHaveCount(2)
  }
)

test(
  'two image tools are three clicks from home, and one that fails can be tried again',
  { tag: ['@all', '@phone'] },
  async ({ page }) => {
    let refused = 0
    await page.route('**/midjourney/*', route =>
      refused++ > 0 || route.request().method() !== 'POST'
        ? route.continue()
        : route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({ error: { code: 'busy', message: 'Busy.' } })
          })
    )
    const walk = await openForm(page)
    const kinds = page.getByRole('navigation', { name: t('compare.kinds') })
    await walk.click(kinds.getByRole('link', { name: t('common.group.image') }))
    await page.waitForURL(/kind=image$/)
    await hydrated(page)
    await prompt(page).fill('A boat on a lake')
    await fits(page)
    await sendPrompt(page, walk)
    const [first, second] = [sides(page).first(), sides(page).nth(1)]
    await expect(second.getByRole('alert')).toContainText(t('problem.busy'))
    await expect(first.locator('figure img').first()).toBeVisible({ timeout: 45_000 })
    await second.getByRole('button', { name: new RegExp(`^${t('field.results.retry')}`) }).click()
    await expect(second.locator('figure img').first()).toBeVisible({ timeout: 45_000 })
    await fits(page)
    await accessible(page)
    await first.locator('figure a[data-view]').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
)

test('too few credits are told before anything is sent', { tag: '@all' }, async ({ page }) => {
  await signUpUser(page)
  await page.goto('/compare?kind=video')
  await hydrated(page)
  let sent = 0
  page.on('request', request => {
    if (request.method() === 'POST' && /comparisons|videos/.test(request.url())) sent++
  })
  await prompt(page).fill('A heron lands')
  await page.getByRole('combobox').first().selectOption('veo veo31-fast')
  await page.getByRole('button', { name: t('compare.add') }).click()
  await expect(page.getByRole('combobox')).toHaveCount(3)
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('20 credits')
  await expect(page.getByRole('link', { name: t('field.failure.plans') })).toBeVisible()
  expect(sent).toBe(0)
})

test(
  'a guest signs up, and the comparison starts as they left it',
  { tag: '@all' },
  async ({ page }) => {
    await page.goto('/compare')
    await hydrated(page)
    await prompt(page).fill('Of tides [sandbox:tokens=5]')
    await send(page).click()
    await page.waitForURL(/\/auth\/login\?/)
    await page.getByLabel(t('auth.field.email')).fill(newAddress())
    await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
    await page.waitForURL(/\/compare$/)
    await expect(prompt(page)).toHaveValue('Of tides [sandbox:tokens=5]')
    await page.waitForURL(/\/compare\/[0-9a-f-]{36}$/)
    await expect(best(page)).toHaveCount(2)
  }
)
