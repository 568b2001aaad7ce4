import type { Application } from '#contract/application.ts'
import type { Order } from '#contract/order.ts'
import type { APIRequestContext } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, openSite } from '../support/browser.ts'
import { codeFor, join, openPlan, operate, platform } from '../support/buyer.ts'
import { withStudio } from '../support/file-studio.ts'
import { startStudio } from '../support/process.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

type Operator = { request: APIRequestContext; token: string }

const base = withStudio(async () => {
  const studio = await startStudio({ RATE_LIMITS: 'off' })
  await openSite(studio.url)
  return studio
})

const test = base.extend<{ operator: Operator }>({
  operator: async ({ studio, playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL: studio.url })
    await use({ request, token: await operate(request, studio.url) })
    await request.dispose()
  },
  // A refused form is answered with an error status, which the browser logs to its console.
  expected: /status of 4\d\d/
})
const t = wordsOf('en')
const words = (key: string, values: Record<string, string | number>): string => t(key, values)

test(
  'a buyer tops up: from the list to packages, payment and credits, and back to the page before',
  { tag: '@both' },
  async ({ page, studio }) => {
    const { request } = page.context()
    const token = await join(request, studio.url)
    const plan = await openPlan(request, token)
    await page.goto('/console/applications')
    const row = page.getByRole('row').filter({ hasText: plan.id.slice(0, 8) })
    await expect(
      row.getByRole('cell').filter({ hasText: t('application.state.active') })
    ).toBeVisible()
    await row
      .getByRole('link', {
        name: words('application.do.extraNamed', { name: 'Credits · All services' })
      })
      .click()
    await page.goto(`${new URL(page.url()).pathname}?redirect=/flux`)
    await page.getByLabel('200 credits').check()
    await expect(page.getByRole('status').filter({ hasText: '$20.00' })).toBeVisible()
    await expect(
      page.getByText(words('application.extra.discount', { percent: '33%' }))
    ).toBeVisible()
    await page.getByRole('button', { name: t('order.place') }).click()
    await expect(page.getByText(t('order.means.pending'))).toBeVisible()
    const order = page.url()
    await page.getByRole('button', { name: t('order.way.Stripe') }).click()
    await page.getByRole('button', { name: t('order.sandbox.pay') }).click()
    await expect(page.getByText(t('order.sandbox.paid'))).toBeVisible()
    await page.getByRole('link', { name: t('order.sandbox.back') }).click()
    await expect(page).toHaveURL(/\/flux$/)
    await page.goto(new URL(order).pathname)
    await expect(page.getByText(t('order.means.finished'))).toBeVisible()
    await page.getByRole('link', { name: t('order.detail.plans') }).click()
    await expect(row).toContainText(String(plan.remaining_amount + 200))
    await page.goto('/console/orders?state=Finished')
    await page
      .getByRole('link', {
        name: words('order.do.viewNamed', { id: /orders\/(.{8})/.exec(order)?.[1] ?? '' })
      })
      .click()
    await expect(page.getByText('$20.00')).toBeVisible()
  }
)

test('a page that waits for a payment updates itself and shows a QR code for WeChat', async ({
  page,
  studio
}) => {
  const { request } = page.context()
  const plan = await openPlan(request, await join(request, studio.url))
  await page.goto(`/console/applications/${plan.id}/extra`)
  await page.getByRole('button', { name: t('order.place') }).click()
  await page.getByRole('button', { name: t('order.way.WechatPay') }).click()
  await expect(page.getByRole('img', { name: t('order.pay.qr') })).toBeVisible()
  const phone = await page
    .getByRole('link', { name: words('order.pay.open', { way: t('order.way.WechatPay') }) })
    .getAttribute('href')
  expect((await request.post(phone ?? '')).ok()).toBe(true)
  await expect(page.getByText(t('order.means.finished'))).toBeVisible()
})

test(
  'the first order starts a subscription, and an order can be cancelled',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { request } = page.context()
    const token = await join(request, studio.url)
    const plan = await openPlan(request, token)
    await page.goto(`/console/applications/${plan.id}/subscribe`)
    await expect(page.getByLabel(t('application.period.month'))).toBeChecked()
    await expect(page.getByText(t('application.subscribe.best'))).toBeVisible()
    await page.getByRole('button', { name: t('order.place') }).click()
    await expect(
      page.getByText(words('order.for', { what: '100 credits', count: 30 }))
    ).toBeVisible()
    await page
      .locator('summary')
      .filter({ hasText: t('order.takeback.name') })
      .click()
    await page.getByRole('button', { name: t('order.takeback.do') }).click()
    await expect(page.getByText(t('order.done.takeback'))).toBeVisible()
    await page.goto(`/console/applications/${plan.id}/subscribe`)
    await page.getByRole('button', { name: t('order.place') }).click()
    await page.getByRole('button', { name: t('order.way.AliPay') }).click()
    await page.getByRole('button', { name: t('order.sandbox.pay') }).click()
    await expect(page.getByText(t('order.sandbox.paid'))).toBeVisible()
    const { items } = await platform<{ items: Application[] }>(
      request,
      token,
      'applications/?type=Period'
    )
    expect(items.map(each => [each.scope, each.remaining_amount])).toEqual([['Global', 100]])
    await page.goto('/console/applications')
    await expect(
      page.getByRole('row').filter({ hasText: t('application.type.period') })
    ).toContainText('100')
  }
)

test(
  'an open order page follows the payment method that another tab chooses',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { request } = page.context()
    const plan = await openPlan(request, await join(request, studio.url))
    await page.goto(`/console/applications/${plan.id}/extra`)
    await page.getByRole('button', { name: t('order.place') }).click()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: t('order.way.WechatPay') }).click()
    const code = page.getByRole('img', { name: t('order.pay.qr') })
    await expect(code).toBeVisible()
    await other.getByRole('button', { name: t('order.way.AliPay') }).click()
    await expect(code).toHaveCount(0)
    await other.close()
  }
)

test('a code gives credits once, and a wrong one is shown at its field', async ({
  page,
  studio,
  operator
}) => {
  const { request } = page.context()
  const plan = await openPlan(request, await join(request, studio.url))
  const code = await codeFor(operator.request, operator.token, { amount: 7 })
  const field = page.getByLabel(t('order.redeem.code'), { exact: true })
  const send = page.getByRole('button', { name: t('order.redeem.do'), exact: true })
  await page.goto('/console/redeem')
  await field.fill('NOTHING-AT-ALL')
  await send.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(t('order.issue.code.other'))).toBeVisible()
  await accessible(page)
  await field.fill(code.toLowerCase().replaceAll('-', ' '))
  await send.click()
  await expect(page.getByText(t('order.means.finished'))).toBeVisible()
  await page.goto('/console/redeem')
  await field.fill(code)
  await send.click()
  await expect(page.getByText(t('order.issue.code.taken'))).toBeVisible()
  await page.goto('/console/applications')
  await expect(page.getByRole('row').filter({ hasText: plan.id.slice(0, 8) })).toContainText(
    String(plan.remaining_amount + 7)
  )
})

test(
  'a bank transfer shows instructions and a reference, and ends once an operator confirms the money',
  { tag: '@all' },
  async ({ page }) => {
    const studio = await startStudio({
      RATE_LIMITS: 'off',
      MANUAL_PAYMENT: 'To the studio\nIBAN DE00 1234'
    })
    const { request } = page.context()
    // The first user is the operator and buys here as well.
    const token = await join(request, studio.url)
    const plan = await openPlan(request, token, studio.url)
    await page.goto(`${studio.url}/console/applications/${plan.id}/extra`)
    await page.getByRole('button', { name: t('order.place') }).click()
    await page.getByRole('button', { name: t('order.way.Manual') }).click()
    // The operator's text can be in any language.
    await expect(page.getByText('IBAN DE00 1234')).toHaveAttribute('dir', 'auto')
    await expect(page.getByText(t('order.pay.sandbox'))).toHaveCount(0)
    await accessible(page)
    const { items } = await platform<{ items: Order[] }>(
      request,
      token,
      'orders',
      undefined,
      studio.url
    )
    await expect(page.getByText(items[0]?.pay_id ?? 'none', { exact: true })).toBeVisible()
    await platform(request, token, `orders/${items[0]?.id}/finish`, {}, studio.url)
    await expect(page.getByText(t('order.means.finished'))).toBeVisible()
    await page.goto('about:blank')
    await studio.stop()
  }
)

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the balance opens the plans, and each plan links to a top-up',
    { tag: '@all' },
    async ({ page, studio }) => {
      const { request } = page.context()
      const plan = await openPlan(request, await join(request, studio.url))
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/console/orders')
      await page.getByRole('button', { name: t('common.frame.balance') }).click()
      await page
        .getByRole('navigation', { name: t('common.frame.balance') })
        .getByText(t('application.do.extra'))
        .click()
      await expect(page).toHaveURL(new RegExp(`/console/applications/${plan.id}/extra$`))
    }
  )

  test('everything can be bought, and a user without a plan starts one', async ({
    page,
    studio
  }) => {
    await join(page.context().request, studio.url)
    await page.goto('/console/extra')
    await page.getByRole('button', { name: t('application.do.extra') }).click()
    await page.getByLabel('10 credits').check()
    await page.getByRole('button', { name: t('order.place') }).click()
    await page.getByRole('button', { name: t('order.way.Stripe') }).click()
    await page.getByRole('button', { name: t('order.sandbox.pay') }).click()
    await page.getByRole('link', { name: t('order.sandbox.back') }).click()
    await expect(page.getByText(t('order.means.finished'))).toBeVisible()
  })
})

for (const [locale, tag] of PHONE_FIRST) {
  test(
    `every page of the console fits a small phone and is accessible, in ${locale}`,
    { tag: [...tag, '@all'] },
    async ({ page, studio }) => {
      const { request } = page.context()
      const token = await join(request, studio.url)
      const plan = await openPlan(request, token)
      const long = `${'W'.repeat(120)} ${'word '.repeat(20)}`
      const key = await platform<{ id: string }>(request, token, 'credentials/', {
        application_id: plan.id,
        name: long
      })
      await platform(request, token, 'credentials/', { application_id: plan.id, host: studio.url })
      const { packages = [] } = plan
      const body = {
        application_id: plan.id,
        package_id: packages.find(each => each.type === 'Usage')?.id ?? '',
        description: long
      }
      const { id } = await platform<{ id: string }>(request, token, 'orders/', body)
      await page.setViewportSize({ width: 360, height: 780 })
      const own = `applications/${plan.id}`
      for (const path of [
        'applications',
        `${own}/extra`,
        `${own}/subscribe`,
        `${own}/credentials`,
        `${own}/credentials?kind=page`,
        `${own}/credentials/${key.id}`,
        'orders',
        'orders?state=Expired',
        `orders/${id}`,
        'redeem'
      ]) {
        await page.goto(localizePath(`/console/${path}`, locale))
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await fits(page)
        await accessible(page)
      }
    }
  )
}
