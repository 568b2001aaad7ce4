import type { BrowserContext, Page } from 'playwright/test'
import type { Credential } from '#contract/credential.ts'
import type { Order } from '#contract/order.ts'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD, test } from '../support/browser.ts'
import { join, openPlan, platform } from '../support/buyer.ts'
import { wordsOf } from '../support/words.ts'

/*
 * What is read where no script runs. Shown elsewhere: a conversation (main-job), formulas and pictures in it (rendering),
 * the list of conversations and its search (conversations), a shared one (share), ordering and paying (console), usage and
 * its filters (usages), all ways to sign in (login-ways, phone, popup), the account (account), the profile (profile), the
 * documentation (docs), a site's and an operator's pages (site, welcome, operator).
 */
test.use({ javaScriptEnabled: false })
const t = wordsOf('en')

/** What the list of keys of a plan is made of: one of this page's own. */
type Plan = { id: string; token: string }

async function begin(context: BrowserContext, url: string): Promise<Plan & { key: string }> {
  const token = await join(context.request, url)
  const { id } = await openPlan(context.request, token)
  const key = await platform<Credential>(context.request, token, 'credentials/', { application_id: id, name: 'my lamp' })
  return { id, token, key: key.token ?? '' }
}

async function paint(page: Page, key: string, prompt: string): Promise<void> {
  const answer = await page.request.post('/flux/images', { data: { prompt }, headers: { authorization: `Bearer ${key}` } })
  expect(answer.status()).toBe(200)
}

test('a person signs in by a form and reads what they have made, page by page', async ({ page, context, studio }) => {
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
  // Who has made something is not told what the tool is for, unless they look for it.
  await expect(page.getByRole('heading', { name: t('service.faq.title') })).toHaveCount(0)
  await expect(page.getByText(t('flux.about'))).toBeHidden()
  await page.getByText(t('field.intro.about').replace('{{service}}', t('flux.title'))).click()
  await expect(page.getByText(t('flux.about'))).toBeVisible()
  await page.getByRole('link', { name: t('field.results.history') }).click()
  await expect(page).toHaveURL(/\/flux\/history$/)
  await expect(card).toContainText('A lighthouse at dusk')
})

test('plans, keys, orders and one of them are read', async ({ page, context, studio }) => {
  const { id, token } = await begin(context, studio.url)
  const { packages = [] } = await platform<{ packages?: { id: string; type: string; amount: number }[] }>(
    context.request,
    token,
    `applications/${id}`
  )
  const pack = packages.find(each => each.type === 'Usage' && each.amount === 50)
  const order = await platform<Order>(context.request, token, 'orders/', { application_id: id, package_id: pack?.id ?? '' })
  await page.goto('/console/applications')
  const row = page.getByRole('row').filter({ hasText: id.slice(0, 8) })
  await expect(row).toContainText(t('application.state.active'))
  await row.getByRole('link', { name: /^Credentials of/ }).click()
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
})

for (const [locale, width] of [
  ['en', 1440],
  ['ar', 360]
] as const) {
  test(`a visitor reads about a tool and a chat, and opens answers, in ${locale} at ${width} pixels`, async ({ page }) => {
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
    }
  })
}

test.describe('with a script', () => {
  test.use({ javaScriptEnabled: true })

  test('what is told of a tool is used before it comes to life, breaks no rule, and is the same after', async ({ page }) => {
    await page.goto('/kling')
    await page.getByText(t('service.faq.fail'), { exact: true }).click()
    await expect(page.getByText(t('docs.errors.rule.charge'))).toBeVisible()
    await accessible(page)
    // The first thing that is pressed wakes the pane.
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
  })
})
