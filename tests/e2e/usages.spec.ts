import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, test } from '../support/browser.ts'
import { spend, spender } from '../support/spent.ts'
import { strictCsv } from '../support/strict-csv.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

const DAY = 86_400_000
const t = wordsOf('en')

/** Runs of three services on three days, for the tests below. */
function someRuns(now: number, key: string) {
  return [
    {
      service: 'flux',
      action: 'images',
      charged: 120_000,
      created_at: now,
      credential_id: key,
      request: '{"model":"flux-dev","count":1}'
    },
    {
      service: 'suno',
      action: 'audios',
      charged: 2_000_000,
      held: 3_000_000,
      created_at: now - DAY
    },
    {
      service: 'kling',
      action: 'videos',
      charged: 0,
      held: 500_000,
      state: 'failed' as const,
      reason: 'timeout',
      status_code: 504,
      created_at: now - 2 * DAY
    }
  ]
}

const rows = (page: Page) =>
  page.getByRole('table', { name: t('usage.list.title') }).getByRole('row')
const chart = (page: Page) => page.locator('[data-chart]')

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const say = wordsOf(locale)

    test(
      'the chart uses several colours, its legend works with the keyboard, and everything fits a phone',
      { tag: '@all' },
      async ({ page, context, studio }) => {
        const { application, key } = await spender(context.request, studio)
        await spend(studio, application, someRuns(Date.now(), key))
        await page.setViewportSize({ width: 360, height: 780 })
        await page.goto(localizePath('/console/usages', locale))
        await expect(chart(page)).toHaveAttribute('data-drawn', /^\d+$/)
        await expect(page.locator('[data-chart-line]')).toHaveText(/\d.+\d/)
        const before = await inks(page)
        expect(before).toBeGreaterThan(3)
        await fits(page)
        await accessible(page)
        const largest = page
          .getByRole('list', { name: say('usage.chart.legend') })
          .getByRole('button')
          .first()
        await largest.focus()
        await page.keyboard.press('Space')
        await expect(largest).toHaveAttribute('aria-pressed', 'false')
        await expect.poll(() => inks(page)).toBeLessThan(before)
        await accessible(page)
        await page.setViewportSize({ width: 1280, height: 800 })
        await expect
          .poll(() =>
            chart(page)
              .locator('canvas')
              .evaluate(canvas => canvas.clientWidth)
          )
          .toBeGreaterThan(600)
        await fits(page)
        await page.setViewportSize({ width: 1440, height: 900 })
        const tops = await page
          .getByRole('search', { name: say('common.table.filter') })
          .evaluate(form =>
            [...form.querySelectorAll('select, [type=date]')].map(each =>
              Math.round(each.getBoundingClientRect().bottom)
            )
          )
        // The filters are in two rows, each of them aligned at the bottom.
        expect(new Set(tops).size).toBe(2)
      }
    )
  })
}

/** Counts the service colours on the canvas. */
function inks(page: Page): Promise<number> {
  return chart(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: []
      }
      const seen = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] === 255) {
          const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`
          seen.set(colour, (seen.get(colour) ?? 0) + 1)
        }
      return [...seen.values()].filter(pixels => pixels > 30).length
    })
}

test('the keyboard filters the list, the address contains the filters, and a receipt explains its cost', async ({
  page,
  context,
  studio
}) => {
  const { application, key } = await spender(context.request, studio)
  await spend(studio, application, someRuns(Date.now(), key))
  await page.goto('/console/usages')
  await expect(rows(page)).toHaveCount(4)
  await page.getByText(t('usage.chart.table')).click()
  const days = page.getByRole('table', { name: t('usage.chart.title') })
  await expect(days.getByRole('row')).toHaveCount(4)
  // Dates without a time: the conversion to the reader's time zone must not change them.
  await expect(days).not.toContainText(':00')
  const state = page.getByRole('combobox', { name: t('usage.filter.state'), exact: true })
  await state.focus()
  await page.keyboard.type(t('usage.state.failed'))
  await expect(state).toHaveValue('failed')
  await expect(page).toHaveURL(/state=failed/)
  await expect(rows(page)).toHaveCount(2)
  await rows(page).nth(1).getByRole('link').press('Enter')
  await expect(page.getByText(t('usage.reason.timeout'))).toBeVisible()
  await expect(page.getByText(t('usage.charged.none'))).toBeVisible()
  await accessible(page)
  await page.goto(`/console/usages?credential_id=${key}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('my key')
})

test(
  'the download contains the filtered rows',
  { tag: '@all' },
  async ({ page, context, studio }) => {
    const { application, key } = await spender(context.request, studio, '=1+1')
    await spend(studio, application, someRuns(Date.now(), key))
    await page.goto('/console/usages?api_id=flux')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t('common.table.file') }).click()
    ])
    expect(download.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    const [only, ...others] = strictCsv(text.slice(1))
    expect(others).toEqual([])
    expect(only).toMatchObject({
      service: 'flux',
      model: 'flux-dev',
      deducted_amount: '0.12',
      credential_name: "'=1+1"
    })
  }
)

test(
  'an address with invalid filters reports them and shows the rest; a page beyond the last leads to the first',
  { tag: '@all' },
  async ({ page, context, studio }) => {
    const { application, key } = await spender(context.request, studio)
    await spend(studio, application, someRuns(Date.now(), key))
    const answer = await page.goto(
      '/console/usages?state=%3Cb%3E&from=2026-02-30&application_id=nobody&page=x&utc_offset=1e9'
    )
    expect(answer?.status()).toBe(200)
    await expect(
      page.getByText(t('usage.filter.unknown', { names: 'application_id · state · from' }))
    ).toBeVisible()
    await expect(rows(page)).toHaveCount(4)
    await page.goto('/console/usages?state=failed&page=99')
    await expect(page).toHaveURL(/state=failed$/)
    await page.goto('/console/usages?from=2000-01-01&to=2030-01-01')
    await expect(page.getByText(t('usage.filter.cut', { days: 400 }))).toBeVisible()
    await page.goto('/console/usages')
    await expect(rows(page)).toHaveCount(4)
    await expect(page.getByText(t('usage.filter.cut', { days: 400 }))).toHaveCount(0)
    await spend(studio, application, [{ created_at: Date.now() - 500 * DAY }])
    await page.goto('/console/usages')
    await expect(page.getByText(t('usage.filter.cut', { days: 400 }))).toBeVisible()
    await page.goto('/console/usages?to=2000-01-01')
    await expect(page.getByText(t('usage.none.title'))).toBeVisible()
  }
)

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'everything can be read, filtered and paged',
    { tag: '@all' },
    async ({ page, context, studio }) => {
      const { application, key } = await spender(context.request, studio)
      await spend(
        studio,
        application,
        Array.from({ length: 20 }, (_, index) => ({
          created_at: Date.now() - index,
          credential_id: key
        }))
      )
      await page.goto('/console/usages')
      await expect(rows(page)).toHaveCount(16)
      await expect(chart(page)).toBeHidden()
      await page.getByText(t('usage.chart.table')).click()
      await expect(
        page
          .getByRole('table', { name: t('usage.chart.title') })
          .getByRole('row')
          .nth(1)
      ).toContainText('20')
      await page.getByRole('link', { name: t('common.list.next') }).click()
      await expect(rows(page)).toHaveCount(6)
      await page
        .getByRole('combobox', { name: t('usage.filter.api'), exact: true })
        .selectOption('suno')
      await page.getByRole('button', { name: t('common.table.show'), exact: true }).click()
      await expect(page.getByText(t('usage.none.title'))).toBeVisible()
    }
  )
})

test('another user’s receipt is not found', { tag: '@all' }, async ({ context, studio }) => {
  const { application } = await spender(context.request, studio)
  const id = crypto.randomUUID()
  await spend(studio, application, [{ id, created_at: Date.now() }])
  expect((await context.request.get(`${studio.url}/console/usages/${id}`)).status()).toBe(200)
  await context.clearCookies()
  await spender(context.request, studio)
  expect((await context.request.get(`${studio.url}/console/usages/${id}`)).status()).toBe(404)
})
