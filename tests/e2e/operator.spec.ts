import type { BrowserContext, Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { OPERATOR_TABS } from '#sections/shared/operator-tabs.ts'
import { accessible, expect, fits, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import { startStudio } from '../support/process.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

type Studio = Awaited<ReturnType<typeof startStudio>>

const test = base.extend<{ own: Studio }>({
  own: async ({ page }, use) => {
    const studio = await startStudio({ RATE_LIMITS: 'off' })
    await use(studio)
    // An open page keeps sending requests.
    await page.goto('about:blank')
    await studio.stop()
  },
  // A refused form is answered with an error status, which the browser logs to its console.
  expected: /status of 4\d\d/
})

/** Signs up a new user; the first one of a studio is its operator. */
async function newPerson({ request }: BrowserContext, url: string): Promise<string> {
  const email = newAddress()
  const answer = await request.post(`${url}/api/auth/sign-up/email`, {
    data: { email, password: PASSWORD },
    headers: { origin: url }
  })
  expect(answer.status()).toBe(200)
  await request.get(`${url}/auth/begin?redirect=/`)
  return email
}

type Caller = <T>(method: 'get' | 'post', path: string, data?: object) => Promise<T>

/** Returns a function that calls the API as the signed-in user. */
async function callsOf({ request }: BrowserContext, url: string): Promise<Caller> {
  const { access_token } = (await (
    await request.post(`${url}/auth/session`, { headers: { origin: url } })
  ).json()) as {
    access_token: string
  }
  return async (method, path, data) => {
    const headers = {
      authorization: `Bearer ${access_token}`,
      origin: url,
      accept: 'application/json'
    }
    const answer = await request[method](`${url}${path}`, {
      headers,
      ...(data !== undefined && { data })
    })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
}

type Bought = { order: string; link: string; conversation: string }

/** Creates a customer who waits for the confirmation of an order, and shares a conversation. */
async function customer(context: BrowserContext, url: string): Promise<Bought> {
  const call = await callsOf(context, url)
  const plan = await call<{ id: string }>('post', '/api/v1/applications/', {
    type: 'Usage',
    scope: 'Global'
  })
  const { items } = await call<{ items: { id: string }[] }>('get', '/api/v1/packages/?type=Usage')
  const order = await call<{ id: string }>('post', '/api/v1/orders/', {
    application_id: plan.id,
    package_id: items[0]?.id
  })
  const credential = await call<{ token: string }>('post', '/api/v1/credentials/', {
    application_id: plan.id,
    host: url
  })
  const asked = async <T>(data: object): Promise<T> => {
    const headers = {
      authorization: `Bearer ${credential.token}`,
      origin: url,
      accept: 'application/json'
    }
    return (await context.request.post(`${url}/aichat/conversations`, { headers, data })).json()
  }
  const { id } = await asked<{ id: string }>({
    model: 'gpt-5-all',
    question: 'Why are there tides? [sandbox:tokens=9]'
  })
  const { share } = await asked<{ share: { id: string } }>({ action: 'share', id })
  return { order: order.id, link: share.id, conversation: id }
}

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)
    const tab = (name: string): string =>
      localizePath(name === 'overview' ? '/operator' : `/operator/${name}`, locale)

    test('an operator visits every page, confirms an order, blocks a user and takes down a reported conversation, without a script', async ({
      browser,
      own
    }) => {
      test.setTimeout(180_000)
      const options = {
        locale,
        javaScriptEnabled: false,
        extraHTTPHeaders: { 'accept-language': locale },
        viewport: { width: 360, height: 780 }
      }
      const [operator, other] = [
        await browser.newContext(options),
        await browser.newContext(options)
      ]
      await newPerson(operator, own.url)
      const email = await newPerson(other, own.url)
      const { order, link, conversation } = await customer(other, own.url)
      const page = await operator.newPage()
      const go = (name: string): Promise<unknown> => page.goto(own.url + tab(name))
      const press = (key: string): Promise<void> =>
        page.getByRole('button', { name: t(key), exact: true }).click()
      const unfold = (key: string): Promise<void> =>
        page
          .locator('summary')
          .filter({ hasText: t(key) })
          .click()
      const told = (key: string): Promise<void> =>
        expect(page.getByRole('status').getByText(t(key))).toBeVisible()

      for (const name of doseOf(OPERATOR_TABS, 4)) {
        await go(name)
        const current = page.getByRole('link', { name: t(`operator.tab.${name}`), exact: true })
        await expect(current).toHaveAttribute('aria-current', 'page')
        await expect(current).toBeInViewport({ ratio: 0.95 })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await fits(page)
      }

      await go('orders')
      await page
        .getByRole('link', { name: t('order.do.viewNamed', { id: order.slice(0, 8) }) })
        .click()
      await unfold('operator.orders.confirm')
      await press('operator.orders.confirmDo')
      await told('operator.orders.done.confirm')
      await expect(page.getByText(t('order.state.finished'), { exact: true })).toBeVisible()
      await unfold('operator.orders.refund')
      await page.getByLabel(t('operator.field.amountBack')).fill('-3')
      await press('operator.orders.refundDo')
      await expect(page.getByLabel(t('operator.field.amountBack'))).toHaveAttribute(
        'aria-invalid',
        'true'
      )
      await fits(page)

      await report(other, own.url + localizePath(`/share/${link}`, locale))
      await go('reports')
      await page.getByRole('link', { name: /tides/ }).click()
      await expect(page.getByText('It is about me')).toBeVisible()
      await press('operator.reports.takeDo')
      await told('operator.reports.done.take_down')
      const reader = await other.newPage()
      expect(
        (await reader.goto(`${own.url}${localizePath(`/share/${link}`, locale)}`))?.status()
      ).toBe(410)
      await expect(reader.getByRole('heading', { name: t('chat.report.gone') })).toBeVisible()
      await expect(reader.getByText(/tides/)).toHaveCount(0)
      await fits(reader)
      await reader.goto(
        `${own.url}${localizePath(`/chatgpt/conversations/${conversation}`, locale)}`
      )
      await expect(reader.getByText(t('chat.report.owner'))).toBeVisible()

      await go('people')
      await page.getByRole('searchbox').fill(email.toUpperCase())
      await press('common.table.show')
      await page.getByRole('link', { name: email }).click()
      await unfold('operator.people.block')
      await page.getByLabel(t('operator.person.reason')).fill('Spam')
      await press('operator.people.blockDo')
      await told('operator.people.done.block')
      await fits(page)
      await signInAgain(reader, own.url, email, localizePath('/profile', locale))
      await expect(reader.getByRole('alert').getByText(t('issue.blocked'))).toBeVisible()
      await press('operator.people.unblock')
      await told('operator.people.done.unblock')

      await go('audit')
      for (const deed of ['order_confirm', 'report', 'block', 'unblock'])
        await expect(page.getByText(t(`operator.deed.${deed}`), { exact: true })).toBeVisible()
      await operator.close()
      await other.close()
    })

    test(
      'an operator changes packages, codes and sites; each page is accessible',
      { tag: '@all' },
      async ({ page, context, own }) => {
        test.setTimeout(180_000)
        await newPerson(context, own.url)
        const press = (key: string): Promise<void> =>
          page.getByRole('button', { name: t(key), exact: true }).click()
        const unfold = (key: string): Promise<void> =>
          page
            .locator('summary')
            .filter({ hasText: t(key) })
            .click()
        const told = (key: string): Promise<void> =>
          expect(page.getByRole('status').getByText(t(key))).toBeVisible()
        for (const name of doseOf(OPERATOR_TABS, 4)) {
          await page.goto(own.url + tab(name))
          await accessible(page)
        }

        await page.goto(own.url + tab('packages'))
        await unfold('operator.packages.add')
        await page.getByLabel(t('operator.field.title'), { exact: true }).fill('Weekend')
        await page.getByLabel(t('operator.field.credits'), { exact: true }).fill('12.5')
        await page.getByLabel(t('operator.field.price'), { exact: true }).fill('free')
        await press('operator.packages.addDo')
        const price = page.getByLabel(t('operator.field.price'), { exact: true })
        await expect(price).toHaveAttribute('aria-invalid', 'true')
        await expect(price).toHaveValue('free')
        await accessible(page)
        await price.fill('4.99')
        await press('operator.packages.addDo')
        await told('operator.packages.done.add')
        await page.getByRole('link', { name: 'Weekend' }).click()
        await press('operator.packages.end')
        await told('operator.packages.done.end')
        await expect(
          page.getByRole('button', { name: t('operator.packages.again'), exact: true })
        ).toBeVisible()

        await page.goto(own.url + tab('codes'))
        await unfold('operator.codes.make')
        await page.getByLabel(t('operator.codes.count'), { exact: true }).fill('3')
        await page.getByLabel(t('operator.field.credits'), { exact: true }).fill('5')
        await press('operator.codes.makeDo')
        const codes = await page.locator('textarea[name=codes]').inputValue()
        expect(codes.split('\n')).toHaveLength(3)
        await accessible(page)
        const [saved] = await Promise.all([
          page.waitForEvent('download'),
          press('operator.codes.file')
        ])
        expect(saved.suggestedFilename()).toBe('codes.csv')
        await page.goto(own.url + tab('codes'))
        await expect(page.locator('textarea[name=codes]')).toHaveCount(0)
        await page
          .getByRole('button', { name: t('operator.codes.endNamed', { end: codes.slice(-4) }) })
          .click()
        await told('operator.codes.done.end')

        await page.goto(own.url + tab('sites'))
        await unfold('operator.sites.add')
        await page
          .getByLabel(t('operator.column.address'), { exact: true })
          .fill('https://second.example/path')
        await press('operator.sites.addDo')
        await expect(
          page.getByLabel(t('operator.column.address'), { exact: true })
        ).toHaveAttribute('aria-invalid', 'true')
        await page
          .getByLabel(t('operator.column.address'), { exact: true })
          .fill('https://second.example')
        await press('operator.sites.addDo')
        await told('operator.sites.done.add')
        await expect(page.getByRole('link', { name: 'https://second.example' })).toBeVisible()
      }
    )

    test(
      'an operator replaces a model of a tool, and its form no longer offers it',
      { tag: '@all' },
      async ({ page, context, own }) => {
        await newPerson(context, own.url)
        const model = (name: string): string => t(`flux.option.model.${name}`)
        await page.goto(own.url + localizePath('/operator/services/flux', locale))
        await page
          .locator('summary')
          .filter({ hasText: t('operator.services.models') })
          .click()
        const pro = page.getByLabel(model('flux-pro'), { exact: true })
        await pro.selectOption({ label: `${t('operator.models.becomes')}: ${model('flux-2-pro')}` })
        await accessible(page)
        await page.getByRole('button', { name: t('operator.save'), exact: true }).click()
        await expect(
          page.getByRole('status').getByText(t('operator.services.done.change'))
        ).toBeVisible()
        await page.goto(own.url + localizePath('/flux', locale))
        await expect(page.locator('option[value=flux-2-pro]')).toHaveCount(1)
        await expect(page.locator('option[value=flux-pro]')).toHaveCount(0)
      }
    )
  })
}

async function report(context: BrowserContext, address: string): Promise<void> {
  const reader = await context.newPage()
  await reader.goto(address)
  await reader.locator('main details summary').click()
  await reader.locator('select[name=reason]').selectOption('privacy')
  await reader.locator('textarea[name=text]').fill('It is about me')
  await fits(reader)
  await reader.locator('main details button[type=submit]').click()
  await expect(reader.getByRole('status')).toBeVisible()
  await reader.close()
}

/**
 * Signs in again.
 * @param back path to continue to; its language is also that of the login page
 */
async function signInAgain(page: Page, url: string, email: string, back: string): Promise<void> {
  await page.goto(`${url}/auth/begin?${new URLSearchParams({ redirect: back })}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('input[name=password]').press('Enter')
}

test('the operator pages are for operators only', { tag: '@all' }, async ({ browser, own }) => {
  const [operator, other] = [await browser.newContext(), await browser.newContext()]
  await newPerson(operator, own.url)
  await newPerson(other, own.url)
  for (const name of doseOf(OPERATOR_TABS, 4)) {
    const address = `${own.url}/operator${name === 'overview' ? '' : `/${name}`}`
    expect(
      [(await operator.request.get(address)).status(), (await other.request.get(address)).status()],
      name
    ).toEqual([200, 404])
  }
  for (const action of ['add', 'nothing']) {
    const form = { action, origin: 'https://evil.example' }
    expect(
      (
        await other.request.post(`${own.url}/operator/sites`, {
          form,
          headers: { origin: own.url }
        })
      ).status(),
      action
    ).toBe(404)
  }
  for (const nonsense of ['people?page=x', 'audit?path=%00&page=1e9', 'people?search=%25'])
    expect((await operator.request.get(`${own.url}/operator/${nonsense}`)).status(), nonsense).toBe(
      200
    )
  // An unknown state is refused with status 400.
  for (const state of ['orders?state=x&page=-1', 'reports?state=%F0%9F%92%A9'])
    expect((await operator.request.get(`${own.url}/operator/${state}`)).status(), state).toBe(400)
  for (const missing of [
    'people/nobody',
    'orders/nothing',
    'packages/nothing',
    'services/nothing',
    'reports/nothing'
  ])
    expect((await operator.request.get(`${own.url}/operator/${missing}`)).status(), missing).toBe(
      404
    )
  await operator.close()
  await other.close()
})
