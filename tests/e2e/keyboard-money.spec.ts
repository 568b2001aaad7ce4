import type { Order } from '#contract/order.ts'
import { expect, test as base } from '../support/browser.ts'
import { codeFor, join, openPlan, operate, platform } from '../support/buyer.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { spend, spender } from '../support/spent.ts'
import { wordsOf } from '../support/words.ts'

// A refused form is answered with an error status, which the browser logs to its console.
const test = base.extend({ expected: /status of 4\d\d/ })
const t = wordsOf('en')

test(
  'an operator finds and refunds an order, and its buyer sees that in the receipt',
  { tag: '@all' },
  async ({ page, browser, studio }) => {
    const { request } = page.context()
    const token = await join(request, studio.url)
    const plan = await openPlan(request, token)
    const sold = plan.packages?.find(each => each.type === 'Usage' && each.price === 1.5)
    const order = await platform<Order>(request, token, 'orders/', {
      application_id: plan.id,
      package_id: sold?.id
    })
    const begun = await platform<Order>(request, token, `orders/${order.id}/pay`, {
      pay_way: 'Stripe'
    })
    await request.post(begun.pay_url ?? '', { headers: { origin: studio.url }, maxRedirects: 0 })

    const desk = await browser.newContext({ baseURL: studio.url })
    await operate(desk.request, studio.url)
    const operator = await desk.newPage()
    const button = (key: string) => operator.getByRole('button', { name: t(key), exact: true })
    await operator.goto('/operator/orders')
    await write(operator, operator.getByRole('searchbox'), order.id)
    await operator.keyboard.press('Enter')
    await press(
      operator,
      operator.getByRole('link', { name: t('order.do.viewNamed', { id: order.id.slice(0, 8) }) })
    )
    await press(
      operator,
      operator.locator('summary').filter({ hasText: t('operator.orders.refund') })
    )
    const amount = operator.getByLabel(t('operator.field.amountBack'))
    await write(operator, amount, '-3')
    await press(operator, button('operator.orders.refundDo'))
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(amount).toBeFocused()
    await operator.keyboard.press('ControlOrMeta+A')
    await operator.keyboard.type('0.5')
    await press(operator, button('operator.orders.refundDo'))
    await expect(operator.getByText(t('operator.orders.done.refund'))).toBeVisible()
    await desk.close()

    await page.goto('/console/orders')
    await press(
      page,
      page.getByRole('link', { name: t('order.do.viewNamed', { id: order.id.slice(0, 8) }) })
    )
    await expect(page.getByText(t('order.fact.refunded'))).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: t('order.detail.print') }))
  }
)

test(
  'a code is redeemed once its typing error is corrected',
  { tag: '@all' },
  async ({ page, playwright, studio }) => {
    await join(page.context().request, studio.url)
    const desk = await playwright.request.newContext({ baseURL: studio.url })
    const code = await codeFor(desk, await operate(desk, studio.url), { amount: 7 })
    await desk.dispose()
    const field = page.getByLabel(t('order.redeem.code'), { exact: true })
    await page.goto('/console/orders')
    await press(page, page.getByRole('link', { name: t('order.redeem.link') }))
    await write(page, field, 'NOTHING-AT-ALL')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(t('order.issue.code.other'))
    await expect(field).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(code)
    await press(page, page.getByRole('button', { name: t('order.redeem.do'), exact: true }))
    await expect(page.getByText(t('order.means.finished'))).toBeVisible()
  }
)

test(
  'a key gets a limit, and its usage is filtered by days, opened and downloaded',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { application, key } = await spender(page.context().request, studio)
    const now = Date.now()
    await spend(studio, application, [
      { created_at: now, credential_id: key },
      { created_at: now - 40 * 86_400_000 }
    ])
    await page.goto(`/console/applications/${application.id}/credentials`)
    await press(page, page.getByRole('row').filter({ hasText: 'my key' }).getByRole('link'))
    const limit = page.getByLabel(t('credential.field.limit'))
    await write(page, limit, '2.5')
    await press(page, page.getByRole('button', { name: t('credential.save') }))
    await expect(page.getByRole('status')).toHaveText(t('credential.done.save'))
    await expect(limit).toHaveValue('2.5')

    const rows = page.getByRole('table', { name: t('usage.list.title') }).getByRole('row')
    await page.goto('/console/usages')
    await press(page, page.getByRole('link', { name: t('usage.filter.days', { count: 90 }) }))
    await expect(rows).toHaveCount(3)
    await press(page, page.getByRole('link', { name: t('usage.filter.days', { count: 7 }) }))
    await expect(rows).toHaveCount(2)
    const download = page.waitForEvent('download')
    await press(page, page.getByRole('link', { name: t('common.table.file') }))
    expect((await download).suggestedFilename()).toMatch(/^usage-.*\.csv$/)
    await press(page, rows.nth(1).getByRole('link'))
    await expect(page).toHaveURL(/\/console\/usages\/[0-9a-f-]{36}$/)
  }
)
