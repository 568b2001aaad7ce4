import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, test, wearTheme } from '../support/browser.ts'
import { hydrated, openTool, prompt, showForm } from '../support/tool.ts'
import { wordsOf } from '../support/words.ts'

const SERVICES = ['flux', 'kling', 'suno']

test('without a script a guest reads what a tool generates and what that costs', async ({
  browser,
  studio
}) => {
  const t = wordsOf('en')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: studio.url })
  const page = await context.newPage()
  for (const id of SERVICES) {
    await page.goto(`/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(t(`${id}.title`))
    await expect(main).toContainText(t(`${id}.about`))
    await expect(main).toContainText(/[\d.]+ credits? at default settings/)
    await expect(main).toContainText(t(`${id}.example.6`))
    expect(await page.content()).toContain(t('field.form.no_script'))
  }
  await context.close()
})

for (const [locale, tag, colorScheme, width] of [
  ['en', '@desktop', 'dark', 1440],
  ['ar', '@phone', 'light', 360]
] as const) {
  test.describe(`in ${locale}, ${colorScheme}, ${width} pixels wide`, { tag }, () => {
    test.use({ locale, viewport: { width, height: 800 } })

    test('every tool fits and is accessible', { tag: '@all' }, async ({ page, studio }) => {
      await wearTheme(page, studio.url, colorScheme)
      for (const id of SERVICES) {
        await page.goto(localizePath(`/${id}`, locale))
        await hydrated(page)
        await fits(page)
        await accessible(page)
      }
    })
  })
}

test('an example fills in the form, with its ratio', { tag: '@all' }, async ({ page }) => {
  const t = wordsOf('en')
  await page.goto('/kling')
  await hydrated(page)
  await page
    .getByRole('region', { name: t('field.intro.examples') })
    .getByRole('listitem')
    .filter({ hasText: t('kling.example.4') })
    .getByRole('button', { name: t('field.intro.use') })
    .click()
  await expect(prompt(page)).toHaveValue(t('kling.example.4'))
  await showForm(page)
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
})

test(
  'the page of another tool shows a running task in the dock, which reports its end',
  { tag: '@all' },
  async ({ page }) => {
    const t = wordsOf('en')
    await openTool(page, '/flux')
    await prompt(page).fill('A small boat [sandbox:delay=4000]')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'true')
    await page.goto('/kling')
    const dock = page.getByRole('region', { name: t('field.dock.title') })
    await expect(dock.getByRole('link')).toContainText('Flux')
    await expect(dock.getByRole('link')).toContainText(t('field.dock.ready'), { timeout: 30_000 })
    await dock.getByRole('link').click()
    await expect(page).toHaveURL(/\/flux\/history\?task=/)
    await expect(page.getByRole('article').locator('img')).toBeVisible()
  }
)
