import type { BrowserContext, Page } from 'playwright/test'
import type { Credential } from '#contract/credential.ts'
import type { Order } from '#contract/order.ts'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD, test } from '../support/browser.ts'
import { join, openPlan, platform } from '../support/buyer.ts'
import { doseOf } from '../support/dose.ts'
import { wordsOf } from '../support/words.ts'

/*
 * Pages for browsers without scripts. Other files cover a conversation (main-job), its formulas and
 * images (rendering), the list of conversations and its search (conversations), a shared one
 * (share), ordering and paying (console), usage and its filters (usages), all ways to sign in
 * (login-ways, phone, popup), the account (account), the profile (profile), the documentation
 * (docs), and the pages of a site and of operators (site, welcome, operator).
 */
test.use({ javaScriptEnabled: false })
const t = wordsOf('en')

/** A plan with the API key of a new user. */
type Plan = { id: string; token: string }

async function begin(context: BrowserContext, url: string): Promise<Plan & { key: string }> {
  const token = await join(context.request, url)
  const { id } = await openPlan(context.request, token)
  const key = await platform<Credential>(context.request, token, 'credentials/', {
    application_id: id,
    name: 'my lamp'
  })
  return { id, token, key: key.token ?? '' }
}

async function paint(page: Page, key: string, prompt: string): Promise<void> {
  const answer = await page.request.post('/flux/images', {
    data: { prompt },
    headers: { authorization: `Bearer ${key}` }
  })
  expect(answer.status()).toBe(200)
}

test('a user signs in by a form and reads their results page by page', async ({
  page,
  context,
  studio
}) => {
  const address = newAddress()
  await page.goto('/auth/begin?redirect=/flux/history')
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(address)
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/flux\/history$/)
  await context.clearCookies()

  const { key } = await begin(context, studio.url)
  await paint(page, key, 'A lighthouse at dusk')
  await page.goto('/flux')
  const card = page.getByRole('article')
  await expect(card).toContainText('A lighthouse at dusk')
  await expect(card.locator('img')).toHaveJSProperty('complete', true)
  // Buttons that need a script are not rendered.
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card.getByRole('link', { name: t('field.card.download') })).toBeVisible()
  // A user with results sees the introduction of the tool only on demand.
  await expect(page.getByRole('heading', { name: t('service.faq.title') })).toHaveCount(0)
  await expect(page.getByText(t('flux.about'))).toBeHidden()
  await page.getByText(t('field.intro.about').replace('{{service}}', t('flux.title'))).click()
  await expect(page.getByText(t('flux.about'))).toBeVisible()
  await page.getByRole('link', { name: t('field.results.history') }).click()
  await expect(page).toHaveURL(/\/flux\/history$/)
  await expect(card).toContainText('A lighthouse at dusk')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  const notice = page.locator('noscript p')
  await expect(notice).toBeVisible()
  await expect(notice).toHaveText(t('field.form.no_script'))
})

test(
  'plans, keys, orders and one order are readable',
  { tag: '@all' },
  async ({ page, context, studio }) => {
    const { id, token } = await begin(context, studio.url)
    const { packages = [] } = await platform<{
      packages?: { id: string; type: string; amount: number }[]
    }>(context.request, token, `applications/${id}`)
    const pack = packages.find(each => each.type === 'Usage' && each.amount === 50)
    const order = await platform<Order>(context.request, token, 'orders/', {
      application_id: id,
      package_id: pack?.id ?? ''
    })
    await page.goto('/console/applications')
    const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) })
    await expect(row).toContainText(t('application.state.active'))
    // On a narrow window, each row of a table is a card with a label beside each value. Screen
    // readers use the label as the column header, so they must read it only once.
    await page.setViewportSize({ width: 360, height: 800 })
    const cell = row.getByRole('cell').filter({ hasText: id.slice(0, 8) })
    await expect(cell).toHaveAccessibleName(new RegExp(`^${id.slice(0, 8)}`))
    await row.locator('summary').click()
    await row.getByRole('link', { name: t('application.do.credentials') }).click()
    await expect(page.getByText('my lamp')).toBeVisible()
    await page.goto('/console/orders')
    await page.getByRole('link', { name: new RegExp(order.id.slice(0, 8)) }).click()
    await expect(page).toHaveURL(new RegExp(`/console/orders/${order.id}$`))
    await expect(page.getByText('$6.00').first()).toBeVisible()
    await expect(page.getByText(t('order.means.pending'))).toBeVisible()
    await page.goto(`/console/applications/${id}/subscribe`)
    await expect(page.getByText(t('application.subscribe.rule.card'))).toBeVisible()
    await page.goto('/console/usages')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
)

const SCREENS = [
  ['en', 1440],
  ['ar', 360]
] as const
for (const [locale, width] of doseOf(SCREENS, 1)) {
  test(`a visitor reads about a tool and a chat, and opens answers, in ${locale} at ${width} pixels`, async ({
    page
  }) => {
    const say = wordsOf(locale)
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/kling', '/chatgpt/conversations']) {
      await page.goto(localizePath(path, locale))
      const question = page.getByText(say('service.faq.fail'), { exact: true })
      const answer = page.getByText(say('docs.errors.rule.charge'))
      await expect(answer).toBeHidden()
      await question.click()
      await expect(answer).toBeVisible()
      await expect(page.getByRole('link', { name: say('docs.nav.link') })).toBeAttached()
      await fits(page)
      // An empty field follows the page's direction, a filled one follows its text.
      const field = page.getByRole('textbox').first()
      await expect(field).toHaveCSS('direction', locale === 'ar' ? 'rtl' : 'ltr')
      await field.fill('Fog.')
      await expect(field).toHaveCSS('direction', 'ltr')
    }
  })
}

test.describe('with a script', () => {
  test.use({ javaScriptEnabled: true })

  test(
    'the introduction of a tool works before hydration, is accessible, and stays the same afterwards',
    { tag: '@all' },
    async ({ page }) => {
      await page.goto('/kling')
      await page.getByText(t('service.faq.fail'), { exact: true }).click()
      await expect(page.getByText(t('docs.errors.rule.charge'))).toBeVisible()
      await accessible(page)
      // The first click hydrates the pane.
      await page
        .getByRole('button', { name: t('field.intro.use') })
        .first()
        .click()
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
      await expect(page.getByText(t('docs.errors.rule.charge'))).toBeVisible()
      await page.goto('/chatgpt/conversations')
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
      await page.getByText(t('service.faq.who'), { exact: true }).click()
      await expect(page.getByText(t('service.faq.conversations'))).toBeVisible()
      await accessible(page)
    }
  )
})
