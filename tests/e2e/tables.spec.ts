import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import type { Order } from '#contract/order.ts'
import { accessible, expect, fits, test } from '../support/browser.ts'
import { join, openPlan, platform } from '../support/buyer.ts'
import { spend, spender } from '../support/spent.ts'
import { strictCsv } from '../support/strict-csv.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const rows = (page: Page) => page.getByRole('table').first().locator('tbody').getByRole('row')
const header = (page: Page, name: string) =>
  page.getByRole('columnheader', { name }).getByRole('link')
/** Marks the page; a page load would remove the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const stays = async (page: Page) => expect(await page.evaluate(() => 'marked' in window)).toBe(true)

/** Creates a user with this many orders, of each package in turn. */
async function orderer(
  page: Page,
  url: string,
  many: number
): Promise<{ token: string; orders: Order[]; plan: Application }> {
  const { request } = page.context()
  const token = await join(request, url)
  const plan = await openPlan(request, token, url)
  const orders: Order[] = []
  for (let index = 0; index < many; index++) {
    const packages = (plan.packages ?? []).filter(({ type }) => type === 'Usage')
    const body = {
      application_id: plan.id,
      package_id: packages[index % packages.length]?.id,
      description: `Note ${index}`
    }
    orders.push(await platform<Order>(request, token, 'orders', body, url))
  }
  return { token, orders, plan }
}

test('orders are sorted, searched, paged and selected without a page load, and the address follows', async ({
  page,
  studio
}) => {
  const { orders } = await orderer(page, studio.url, 17)
  await page.goto('/console/orders')
  await expect(rows(page)).toHaveCount(15)
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null)
  await mark(page)
  const prices = orders.map(({ price }) => price)
  if ((page.viewportSize()?.width ?? 0) > 900) {
    await header(page, t('order.column.price')).click()
    await expect(page).toHaveURL(/\?ordering=-price$/)
    await expect(page.getByRole('columnheader', { name: t('order.column.price') })).toHaveAttribute(
      'aria-sort',
      'descending'
    )
    await expect(rows(page).first()).toContainText(String(Math.max(...prices)))
    await header(page, t('order.column.price')).press('Enter')
    await expect(page).toHaveURL(/\?ordering=price$/)
    await expect(rows(page).first()).toContainText(String(Math.min(...prices)))
    await page.goBack()
    await expect(rows(page).first()).toContainText(String(Math.max(...prices)))
    await page.goBack()
  }
  await page.getByRole('link', { name: t('common.list.next') }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\?page=2$/)
  await page.getByRole('searchbox', { name: t('order.search') }).fill('note 11')
  await expect(page).toHaveURL(/search=note\+11$/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Note 11')
  await page.getByRole('link', { name: t('order.state.finished'), exact: true }).click()
  await expect(page.getByText(t('order.empty.state'))).toBeVisible()
  await expect(page.getByRole('searchbox', { name: t('order.search') })).toHaveValue('note 11')
  await page.goBack()
  await expect(rows(page)).toHaveCount(1)
  await stays(page)
  await accessible(page)
  await fits(page)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: t('order.search') })).toHaveValue('note 11')
})

test('the filtered list downloads as a file in its order; another user cannot get it', async ({
  page,
  studio,
  browser
}) => {
  const { orders } = await orderer(page, studio.url, 3)
  await page.goto('/console/orders?search=note&ordering=created_at')
  const link = page.getByRole('link', { name: t('common.table.file') })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('orders.csv')
  const text = await readFile(await download.path(), 'utf8')
  const lines = strictCsv(text.slice(1))
  expect(lines.map(line => line[t('order.column.id')])).toEqual(orders.map(({ id }) => id))
  expect(lines[0]).toMatchObject({
    [t('order.column.description')]: 'Note 0',
    [t('order.column.state')]: 'Pending'
  })
  const other = await browser.newContext()
  await join(other.request, studio.url)
  const answer = await other.request.get(`${studio.url}/tables/orders.csv?search=note`)
  expect((await answer.text()).trim().split('\n')).toHaveLength(1)
  expect((await other.request.get(`${studio.url}/tables/people.csv`)).status()).toBe(403)
  expect((await other.request.get(`${studio.url}/tables/nothing.csv`)).status()).toBe(404)
  await other.close()
})

test(
  'hidden columns are hidden from the first paint on, without a script too',
  { tag: ['@all', '@desktop'] },
  async ({ page, studio, browser }) => {
    await orderer(page, studio.url, 2)
    await page.goto('/console/orders')
    await page.getByText(t('common.table.columns'), { exact: true }).first().click()
    await page.getByRole('checkbox', { name: t('order.column.description') }).uncheck()
    await expect(
      page.getByRole('columnheader', { name: t('order.column.description') })
    ).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('checkbox', { name: t('order.column.description') })).toBeHidden()
    const bare = await browser.newContext({
      storageState: await page.context().storageState(),
      javaScriptEnabled: false
    })
    const plain = await bare.newPage()
    await plain.goto(`${studio.url}/console/orders`)
    await expect(plain.getByRole('columnheader', { name: t('order.column.created') })).toHaveCount(
      1
    )
    await expect(
      plain.getByRole('columnheader', { name: t('order.column.description') })
    ).toHaveCount(0)
    await header(plain, t('order.column.price')).click()
    await expect(plain).toHaveURL(/ordering=-price/)
    await plain.getByRole('searchbox', { name: t('order.search') }).fill('Note 1')
    await plain.getByRole('button', { name: t('common.table.show') }).click()
    await expect(plain.getByRole('table').locator('tbody tr')).toHaveCount(1)
    await bare.close()
    await page.reload()
    await page.getByText(t('common.table.columns'), { exact: true }).first().click()
    await page.getByRole('checkbox', { name: t('order.column.description') }).check()
    await expect(
      page.getByRole('columnheader', { name: t('order.column.description') })
    ).toHaveCount(1)
  }
)

test(
  'an order that is made and cancelled elsewhere updates the list without a reload',
  { tag: ['@both', '@all'] },
  async ({ page, studio }) => {
    const { token, plan, orders } = await orderer(page, studio.url, 1)
    await page.goto('/console/orders')
    await expect(rows(page)).toHaveCount(1)
    await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null)
    await mark(page)
    const { request } = page.context()
    await platform(
      request,
      token,
      'orders',
      { application_id: plan.id, package_id: plan.packages?.[0]?.id },
      studio.url
    )
    await expect(rows(page)).toHaveCount(2)
    const headers = { authorization: `Bearer ${token}` }
    expect(
      (await request.delete(`${studio.url}/api/v1/orders/${orders[0]?.id}`, { headers })).status()
    ).toBe(204)
    await expect(rows(page)).toHaveCount(1)
    await stays(page)
  }
)

test(
  'the chart of usages follows the filters of its list',
  { tag: '@all' },
  async ({ page, studio }) => {
    const { application } = await spender(page.context().request, studio)
    const now = Date.now()
    await spend(studio, application, [
      { service: 'flux', action: 'images', charged: 1_000_000, created_at: now },
      { service: 'suno', action: 'audios', charged: 2_000_000, created_at: now }
    ])
    await page.goto('/console/usages')
    const legend = page.getByRole('list', { name: t('usage.chart.legend') })
    await expect(legend.getByRole('button')).toHaveCount(2)
    await mark(page)
    // Choose a filter before the island is hydrated: it must take effect afterwards.
    await page.getByRole('combobox', { name: t('usage.filter.api'), exact: true }).focus()
    await page
      .getByRole('combobox', { name: t('usage.filter.api'), exact: true })
      .selectOption('suno')
    await expect(rows(page)).toHaveCount(1)
    await expect(legend.getByRole('button')).toHaveCount(1)
    await expect(page).toHaveURL(/api_id=suno/)
    await stays(page)
  }
)
