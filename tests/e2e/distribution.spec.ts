import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import { localeCurrency, priceText } from '#core/currency.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { startStudio } from '../support/process.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>
type Call = <T>(path: string, data: object) => Promise<T>

const test = base.extend<{ own: Studio }>({
  own: async ({ page }, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    // An open page keeps sending requests.
    await page.goto('about:blank')
    await studio.stop()
  }
})

/** Signs up without opening a page; the first user of a studio is its operator. */
async function signUp({ request }: BrowserContext, url: string): Promise<void> {
  const data = { email: newAddress(), password: PASSWORD }
  expect(
    (
      await request.post(`${url}/api/auth/sign-up/email`, { data, headers: { origin: url } })
    ).status()
  ).toBe(200)
  await request.get(`${url}/auth/begin?redirect=/`)
}

/** Returns a function that calls the platform as the context's user. */
async function callsOf(request: APIRequestContext, url: string): Promise<Call> {
  const session = await request.post(`${url}/auth/session`, { data: {}, headers: { origin: url } })
  const { access_token } = (await session.json()) as { access_token: string }
  return async (path, data) => {
    const answer = await request.post(`${url}/api/v1/${path}`, {
      data,
      headers: { authorization: `Bearer ${access_token}`, origin: url }
    })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
    return answer.json()
  }
}

/** Buys a package in the sandbox. */
async function buy({ request }: BrowserContext, url: string): Promise<Order> {
  const call = await callsOf(request, url)
  const plan = await call<Application>('applications', { type: 'Usage', scope: 'Global' })
  const { items } = (await (await request.get(`${url}/api/v1/packages`)).json()) as {
    items: Package[]
  }
  const sold = items.find(each => each.type === 'Usage' && each.price === 1.5)
  const order = await call<Order>('orders', { application_id: plan.id, package_id: sold?.id })
  const begun = await call<Order>(`orders/${order.id}/pay`, { pay_way: 'Stripe' })
  expect(
    (
      await request.post(begun.pay_url ?? '', { headers: { origin: url }, maxRedirects: 0 })
    ).status()
  ).toBe(303)
  return order
}

/** Opens an invitation link in a new browser context and signs up through the page. */
async function comeBy(
  browser: Browser,
  link: string,
  url: string,
  locale: Locale
): Promise<BrowserContext> {
  const t = wordsOf(locale)
  const context = await browser.newContext({ locale })
  const page = await context.newPage()
  await page.goto(link)
  expect(page.url().startsWith(url)).toBe(true)
  const cookie = (await context.cookies()).find(({ name }) => name === 'INVITER_ID')
  expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(7)
  await page.goto(`${url}/auth/begin?redirect=${localizePath('/profile', locale)}`)
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/profile$|\/welcome/)
  return context
}

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const sum = (page: Page, name: string) => page.locator(`[data-sum=${name}]`)
    const checked = async (page: Page, title: string): Promise<void> => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(title))
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      await fits(page)
      await accessible(page)
    }

    test(
      'an inviter sees the link, sign-up, order, reward, payout and refund',
      { tag: '@all' },
      async ({ page, context, browser, own }) => {
        test.slow()
        const { url } = own
        const boss = await browser.newContext()
        await signUp(boss, url)
        await signUp(context, url)
        await page.setViewportSize({ width: 360, height: 780 })
        const open = (path: string) => page.goto(url + localizePath(path, locale))

        await open('/distribution/history')
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(
          t('distribution.history.empty')
        )
        await checked(page, 'distribution.history.title')
        await open('/distribution/invitees?page=nonsense')
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(
          t('distribution.invitees.empty')
        )
        await checked(page, 'distribution.invitees.title')
        await page.getByRole('link', { name: t('distribution.link.get') }).click()
        await checked(page, 'distribution.overview.title')
        await expect(page.getByRole('progressbar')).toHaveAttribute('max', '100')
        await expect(page.locator('main')).not.toContainText('NaN')
        await expect(page.getByRole('button', { name: t('distribution.link.copy') })).toBeVisible()
        const link = await page
          .getByRole('textbox', { name: t('distribution.link.title') })
          .inputValue()
        expect(link).toMatch(new RegExp(`^${url}/s/[A-Za-z0-9]{8}$`))

        const friend = await comeBy(browser, link, url, locale)
        const order = await buy(friend, url)
        await open('/distribution')
        await expect(sum(page, 'invitees')).toHaveText(new Intl.NumberFormat(locale).format(1))
        await expect(page.getByText(t('distribution.sandbox.notice'))).toBeVisible()
        if (localeCurrency(locale) === 'usd')
          await expect(sum(page, 'reward')).toHaveText(priceText(15, 1, 'usd', locale))
        await page.getByRole('link', { name: t('distribution.card.ordersLink') }).click()
        await expect(page.getByRole('row')).toHaveCount(2)
        await expect(page.getByRole('cell').nth(1)).toContainText(t('distribution.kind.reward'))
        await checked(page, 'distribution.history.title')
        await page.getByRole('link', { name: t('distribution.tab.invitees') }).click()
        await expect(page.getByRole('row')).toHaveCount(2)
        await expect(page.locator('main')).not.toContainText('@')
        await checked(page, 'distribution.invitees.title')

        const operate = await callsOf(boss.request, url)
        const { items } = (await (
          await context.request.get(`${url}/api/v1/distribution-levels`)
        ).json()) as { items: unknown[] }
        expect(items).toHaveLength(4)
        const inviter = new URL(
          (await context.request.get(link, { maxRedirects: 0 })).headers()['location'] ?? ''
        ).searchParams
        await operate('distribution-payouts', {
          user_id: inviter.get('inviter_id'),
          amount: 0.1,
          note: `Bank transfer 7 ${'of many words '.repeat(12)}`
        })
        await operate(`orders/${order.id}/refund`, {})
        await open('/distribution/history')
        await expect(page.getByRole('row')).toHaveCount(4)
        for (const kind of ['reward', 'reversal', 'payout'])
          await expect(
            page
              .getByRole('cell')
              .filter({ hasText: t(`distribution.kind.${kind}`) })
              .first()
          ).toBeVisible()
        await expect(page.getByRole('cell').filter({ hasText: 'Bank transfer 7' })).toBeVisible()
        await checked(page, 'distribution.history.title')
        await page.setViewportSize({ width: 1440, height: 900 })
        await expect
          .poll(() =>
            page.locator('.data-table-box').evaluate(box => box.scrollWidth - box.clientWidth)
          )
          .toBe(0)
        await open('/distribution')
        // Sandbox payments earn no rewards, so no card may show an amount that is still to be paid.
        await expect(sum(page, 'reward')).toBeVisible()
        for (const name of ['ahead', 'payable', 'paidOut'])
          await expect(
            page.getByText(new RegExp(t(`distribution.card.${name}`).replace('{{price}}', '.+')))
          ).toHaveCount(0)
        await checked(page, 'distribution.overview.title')
        await Promise.all([boss.close(), friend.close()])
      }
    )
  })
}

test(
  'the pages work without a script and require a sign-in',
  { tag: '@all' },
  async ({ browser, own: { url } }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (const path of ['/distribution', '/distribution/history', '/distribution/invitees']) {
      await page.goto(url + path)
      await expect(page).toHaveURL(/\/auth\/login\?/)
    }
    await signUp(context, url)
    const t = wordsOf('en')
    for (const name of ['overview', 'history', 'invitees']) {
      await page.goto(
        name === 'overview' ? `${url}/distribution` : `${url}/distribution/${name}?page=-1`
      )
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        t(`distribution.${name}.title`)
      )
      await expect(
        page.getByRole('link', { name: t(`distribution.tab.${name}`), exact: true })
      ).toHaveAttribute('aria-current', 'page')
    }
    await page.goto(`${url}/distribution`)
    await expect(page.getByRole('textbox', { name: t('distribution.link.title') })).toHaveValue(
      /\/s\//
    )
    await expect(page.getByRole('img', { name: t('distribution.link.code') })).toBeVisible()
    await expect(page.getByRole('button', { name: t('distribution.link.copy') })).toBeHidden()
    await context.close()
  }
)
