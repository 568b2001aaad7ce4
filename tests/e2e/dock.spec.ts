import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, test } from '../support/browser.ts'
import { generate, openTool, prompt } from '../support/tool.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

/** Pages without a tool: some load no script, some have an island of their own. */
const ELSEWHERE = [
  '/console/usages',
  '/profile',
  '/docs',
  '/distribution',
  '/chatgpt/conversations'
]

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale, expected: /ERR_INTERNET_DISCONNECTED/ })
    const t = wordsOf(locale)

    test('a running task shows on every page, shifts no layout, and reports when it is done', async ({
      page
    }) => {
      await openTool(page, '/flux')
      await prompt(page).fill('A slow boat [sandbox:delay=25000]')
      await generate(page).click()
      await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'true')
      const dock = page.getByRole('region', { name: t('field.dock.title') })
      for (const path of ELSEWHERE) {
        await page.goto(localizePath(path, locale))
        await expect(dock.getByRole('link')).toContainText('Flux')
        await fits(page)
        const shifts = await page.evaluate(
          () =>
            new Promise<number>(resolve => {
              const moved = (entry: PerformanceEntry): boolean =>
                (entry as PerformanceEntry & { sources: { node: Node | null }[] }).sources.some(
                  ({ node }) => node instanceof Element && node.closest('.running-dock') !== null
                )
              new PerformanceObserver(list =>
                resolve(list.getEntries().filter(moved).length)
              ).observe({
                type: 'layout-shift',
                buffered: true
              })
              setTimeout(() => resolve(0), 500)
            })
        )
        expect(shifts, path).toBe(0)
      }
      await page.goto(localizePath('/console/usages', locale))
      await expect(dock.getByRole('link')).toContainText('A slow boat')
      await accessible(page)
      await expect(dock.getByRole('link')).toContainText(t('field.dock.ready'), { timeout: 40_000 })
      await expect(dock.locator('img')).toBeVisible()
      await dock.getByRole('button', { name: t('field.dock.close') }).click()
      await expect(dock).toHaveCount(0)

      // Without a running task, the dock loads no script.
      const scripts: string[] = []
      page.on(
        'request',
        request => void (request.resourceType() === 'script' && scripts.push(request.url()))
      )
      await page.reload()
      await expect(page.locator('astro-island[component-export=RunningDock]')).toHaveCount(0)
      expect(scripts.filter(address => /RunningDock/.test(address))).toEqual([])
    })

    test(
      'a task is cancelled from the page of another tool, or says why not',
      { tag: '@all' },
      async ({ page }) => {
        await openTool(page, '/flux')
        await prompt(page).fill('A boat at anchor [sandbox:delay=120000]')
        await generate(page).click()
        await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'true')
        await page.goto(localizePath('/midjourney', locale))
        const dock = page.getByRole('region', { name: t('field.dock.title') })
        await expect(dock.getByRole('link')).toContainText('Flux')
        // The page of a tool hydrates its results, and so the dock, when the user turns to them.
        await dock.getByRole('link').hover()
        const cancel = dock.getByRole('button', { name: t('field.card.cancel') })
        await page.context().setOffline(true)
        await cancel.click()
        await expect(dock.getByRole('alert')).toContainText(t('field.dock.offline'))
        await expect(dock.getByRole('alert')).toBeInViewport({ ratio: 0.95 })
        await page.context().setOffline(false)
        await cancel.click()
        await expect(dock).toHaveCount(0)
        await page.goto(localizePath('/flux', locale))
        await expect(page.getByRole('article')).toContainText(t('field.state.cancelled'))
      }
    )
  })
}
