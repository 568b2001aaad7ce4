import type { Page } from 'playwright/test'
import { LOCALES } from '#i18n/locale.ts'
import { accessible, expect } from '../support/browser.ts'
import { doseOf, FULL_DOSE } from '../support/dose.ts'
import { tabTo } from '../support/keyboard.ts'
import { tidy } from '../support/layout.ts'
import { SCREENS, show, test } from '../support/screens.ts'

// The service worker does not affect the layout, so block it to save time.
test.use({
  viewport: { width: 360, height: 780 },
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'block'
})
test.beforeEach(({ page, seen }) => page.context().addCookies(seen.state.cookies))

/** Amounts as each language writes them, by screen. */
const FIGURES = {
  de: {
    tool: '0,4 Credits',
    applications: '19,',
    packages: '73,70 €',
    order: '1,30 €',
    usages: '0,4',
    operator: '0,00 $'
  },
  ar: {
    tool: '0.4 رصيد',
    applications: '19.',
    packages: '318.75 ر.س',
    order: '5.63 ر.س',
    usages: '0.4',
    operator: '0.00 $'
  },
  ja: {
    tool: '0.4クレジット',
    applications: '19.',
    packages: '¥13,099 JPY',
    order: '¥231 JPY',
    usages: '0.4',
    operator: '$0.00'
  }
} as const satisfies Record<string, Partial<Record<(typeof SCREENS)[number][0], string>>>

for (const [locale, figures] of doseOf(Object.entries(FIGURES), 1)) {
  test(
    `ten phone screens in ${locale}: no overflow, no clipping, localized figures; attaches screenshots`,
    { tag: '@all' },
    async ({ page, seen }) => {
      for (const screen of SCREENS) {
        const [name] = screen
        await show(page, seen, screen, locale)
        await tidy(page, `${locale}: ${name}`)
        if (name === 'operator') await accessible(page)
        if (name in figures)
          expect(await plain(page)).toContain(figures[name as keyof typeof figures])
        if (name === 'order')
          await expect(page.locator('main time').first()).toHaveAttribute(
            'title',
            /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
          )
        await test
          .info()
          .attach(`${locale}-${name}`, { body: await page.screenshot(), contentType: 'image/png' })
      }
    }
  )
}

test(
  'ten phone screens in every other language: no overflow, no clipping; wide plans too',
  { tag: '@all' },
  async ({ page, seen }) => {
    test.setTimeout(FULL_DOSE ? 600_000 : 150_000)
    for (const locale of doseOf(
      LOCALES.filter(each => !(each in FIGURES)),
      2
    )) {
      for (const screen of SCREENS) {
        await show(page, seen, screen, locale)
        await tidy(page, `${locale}: ${screen[0]}`)
        if (screen[0] !== 'applications') continue
        // At this width, the plans are a table with rows; in narrower windows they are cards.
        await page.setViewportSize({ width: 960, height: 780 })
        await tidy(page, `${locale}: ${screen[0]} in a window`)
        expect(
          await page
            .locator('.data-table')
            .evaluate(
              (table: HTMLElement) => table.offsetWidth - (table.parentElement?.clientWidth ?? 0)
            ),
          locale
        ).toBeLessThanOrEqual(0)
        await page.setViewportSize({ width: 360, height: 780 })
      }
    }
  }
)

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a long page of operators starts at its top in a wide window', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 })
    await page.goto('/operator/models')
    await expect(page.locator('.tabs [aria-current]')).toBeVisible()
    expect((await page.locator('main').boundingBox())?.y).toBeGreaterThanOrEqual(0)
  })

  for (const path of doseOf(['/el/operator/audit', '/ar/operator/audit', '/el/operator'], 1)) {
    test(
      `${path} on a phone: tabs are in one row with the current one in view; the keyboard reaches the others`,
      { tag: '@all' },
      async ({ page }) => {
        await page.goto(path)
        const tabs = page.locator('.tabs')
        expect((await tabs.boundingBox())?.height).toBeLessThan(60)
        await expect(tabs.locator('[aria-current]')).toBeInViewport({ ratio: 0.95 })
        for (const tab of [tabs.locator('a').first(), tabs.locator('a').last()]) {
          await tabTo(page, tab)
          await expect(tab).toBeInViewport({ ratio: 0.95 })
        }
      }
    )
  }
})

/** Returns the text of a page, with plain spaces and without invisible marks. */
async function plain(page: Page): Promise<string> {
  const text = await page.locator('main').innerText()
  return text.replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/g, '').replaceAll(/\s/g, ' ')
}
