import type { Order } from '#contract/order.ts'
import { priceText } from '#core/currency.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { accessible, expect, fits, test } from '../support/browser.ts'
import { join, openPlan, platform } from '../support/buyer.ts'
import { doseOf } from '../support/dose.ts'
import { wordsOf } from '../support/words.ts'

for (const locale of doseOf(['de', 'ar'] as const satisfies Locale[], 1)) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    const t = wordsOf(locale)

    test('an order shows its dollar price first, then the charge, and the date in the right direction', async ({
      page,
      studio
    }) => {
      const { request } = page.context()
      const token = await join(request, studio.url)
      const plan = await openPlan(request, token)
      const sold = plan.packages?.find(each => each.type === 'Usage' && each.price === 1.5)
      const order = await platform<Order>(request, token, 'orders/', {
        application_id: plan.id,
        package_id: sold?.id
      })
      const address = localizePath(`/console/orders/${order.id}`, locale)
      const dollars = priceText(150, 1, 'usd', locale)
      await page.context().addCookies([{ name: 'CURRENCY', value: 'eur', url: studio.url }])
      const begin = (key: string) => new RegExp(`^${t(key, { price: '§' }).split('§')[0]}`)
      await page.goto(address)
      const rate = page.getByText(begin('order.exact')).filter({ hasText: 'EUR' })
      await expect(rate).toBeVisible()
      await expect(rate).toContainText(/\u2068[^\u2069]*\b20\d\d\b[^\u2069]*\u2069/)
      await expect(page.getByText(t('order.detail.print'))).toBeHidden()
      const begun = await platform<Order>(request, token, `orders/${order.id}/pay`, {
        pay_way: 'Stripe'
      })
      await request.post(begun.pay_url ?? '', { headers: { origin: studio.url }, maxRedirects: 0 })
      // The feed pushes the change, and the page shows it without a reload.
      await expect(page.getByText(t('order.means.finished'))).toBeVisible()
      await expect(page.getByText(begin('order.charged')).filter({ hasText: 'EUR' })).toBeVisible()
      await expect(page.getByText(dollars, { exact: true })).toBeVisible()
      await expect(page.getByText(/^≈ /)).toBeVisible()
      await expect(page.getByText(t('order.detail.print'))).toBeVisible()
      await fits(page)
      await accessible(page)
    })

    test(
      'packages align and stay inside their cards, and the back link stays at the end',
      { tag: '@all' },
      async ({ page, studio }) => {
        const { request } = page.context()
        const plan = await openPlan(request, await join(request, studio.url))
        await page.setViewportSize({ width: 1440, height: 900 })
        const own = localizePath(`/console/applications/${plan.id}`, locale)
        for (const path of ['extra', 'subscribe']) {
          await page.goto(`${own}/${path}`)
          const cards = page.locator('form fieldset > .card')
          const seen = await cards.evaluateAll(all =>
            all.map(card => {
              const price = card.querySelector('[id$=-price]')?.getBoundingClientRect()
              return {
                top: Math.round(price?.top ?? 0),
                inside: card.scrollWidth <= card.clientWidth
              }
            })
          )
          expect(new Set(seen.map(({ top }) => top)).size).toBe(1)
          expect(seen.every(({ inside }) => inside)).toBe(true)
        }
        await page.goto(`${own}/credentials`)
        const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
        const back = await page
          .getByRole('link', { name: t('application.list.back') })
          .boundingBox()
        expect(heading?.y).toBeLessThan((back?.y ?? 0) + (back?.height ?? 0))
        expect(back?.y).toBeLessThan((heading?.y ?? 0) + 80)
        const gap =
          locale === 'ar' ? (heading?.x ?? 0) - (back?.x ?? 0) : (back?.x ?? 0) - (heading?.x ?? 0)
        expect(gap).toBeGreaterThan(100)
      }
    )
  })
}
