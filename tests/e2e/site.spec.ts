import type { BrowserContext, Page } from 'playwright/test'
import { LANGUAGE_NAMES, LOCALES, localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits } from '../support/browser.ts'
import { newPerson, part, png, save, test } from '../support/site.ts'
import { DESKTOP_FIRST, wordsOf } from '../support/words.ts'

for (const [locale, tag] of DESKTOP_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale, javaScriptEnabled: false })
    const t = wordsOf(locale)
    test('an admin changes everything without a script and sees it on every page', async ({
      page,
      context,
      own
    }) => {
      const ada = await newPerson(context, own.url)
      const other = await context.browser()?.newContext()
      const bob = other === undefined ? '' : await newPerson(other, own.url)
      await page.setViewportSize({ width: 360, height: 780 })
      await page.goto(own.url + localizePath('/site', locale))
      await fits(page)

      const field = (id: string, name: string) =>
        part(page, id).getByLabel(t(`site.field.${name}`), { exact: true })
      await part(page, 'favicon')
        .getByLabel(t('site.picture.file'))
        .setInputFiles({
          name: 'icon.png',
          mimeType: 'image/png',
          buffer: await png(80, 60)
        })
      await part(page, 'favicon')
        .getByRole('button', { name: t('site.picture.save') })
        .click()
      await expect(part(page, 'favicon').getByRole('status')).toHaveText(
        t('site.picture.favicon.saved')
      )
      await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/files\//)
      await part(page, 'logo')
        .getByLabel(t('site.picture.file'))
        .setInputFiles({
          name: 'logo.svg',
          mimeType: 'image/svg+xml',
          buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
        })
      await part(page, 'logo')
        .getByRole('button', { name: t('site.picture.save') })
        .click()
      await expect(part(page, 'logo').getByText(t('site.issue.file.not_allowed'))).toBeVisible()

      await field('brand', 'title').fill('Muses & Co <b>')
      await field('brand', 'description').fill('Pictures,\nand songs')
      await field('brand', 'keywords').fill('art, song\nfilm')
      await part(page, 'texts').getByText(LANGUAGE_NAMES.fi, { exact: true }).click()
      await field('texts', 'title').filter({ visible: true }).fill('Muusat')
      await field('accent', 'accent').fill('#1166cc')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await part(page, 'theme').getByLabel(t('common.theme.light'), { exact: true }).check()
      await part(page, 'entry').getByLabel(t('site.login.popup')).check()
      await part(page, 'offer').getByLabel('Suno', { exact: true }).uncheck()
      await field('contacts', 'address').fill('help@muses.example')
      await field('contacts', 'url').fill('https://discord.example/muses')
      await field('legal', 'terms_url').fill('https://muses.example/terms')
      await field('earnings', 'margin').fill('a quarter')
      await field('earnings', 'default_inviter_id').fill(bob)
      await save(page, t)
      // Nothing is saved while one field is wrong, and no input is lost.
      const bar = page.locator('#settings')
      await expect(field('earnings', 'margin')).toBeFocused()
      await expect(field('earnings', 'margin')).toHaveAccessibleDescription(
        new RegExp(t('site.issue.margin.wrong_type'))
      )
      await expect(field('earnings', 'margin')).toHaveValue('a quarter')
      await expect(bar.getByRole('link', { name: t('site.card.earnings') })).toBeVisible()
      await expect(field('brand', 'title')).toHaveValue('Muses & Co <b>')
      await expect(part(page, 'offer').getByLabel('Suno', { exact: true })).not.toBeChecked()
      await expect(page.locator('a[href$="/suno"]')).not.toHaveCount(0)
      await fits(page)

      await field('earnings', 'margin').fill('٢٥ %')
      await save(page, t)
      await expect(bar.getByRole('status')).toHaveText(t('site.saved'))
      await expect(page).toHaveTitle(/Muses & Co <b>/)
      await expect(page.locator('html')).toHaveAttribute('style', /--site-accent-light/)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      await expect(field('brand', 'keywords')).toHaveValue('art\nsong\nfilm')
      await expect(part(page, 'entry').getByLabel(t('site.login.popup'))).toBeChecked()
      await expect(page.locator('a[href$="/suno"]')).toHaveCount(0)
      await expect(field('earnings', 'margin')).toHaveValue('25')
      await expect(field('earnings', 'default_inviter_id')).toHaveValue(bob)
      const foot = page.getByRole('navigation', { name: t('site.legal.title') })
      await expect(foot.getByRole('link', { name: t('site.legal.terms') })).toHaveAttribute(
        'href',
        'https://muses.example/terms'
      )
      await expect(foot.getByRole('link', { name: t('site.legal.email') })).toHaveAttribute(
        'href',
        'mailto:help@muses.example'
      )
      await part(page, 'texts').getByText(LANGUAGE_NAMES.fi, { exact: true }).click()
      await expect(field('texts', 'title').filter({ visible: true })).toHaveValue('Muusat')
      // The rest of the test signs in at the hosted login page instead of the dialog.
      await part(page, 'entry').getByLabel(t('site.login.redirect')).check()
      await save(page, t)

      await field('admins', 'person').fill(bob)
      await part(page, 'admins')
        .getByRole('button', { name: t('site.join'), exact: true })
        .click()
      await expect(part(page, 'admins').getByRole('listitem')).toHaveCount(2)
      await expect(part(page, 'admins').getByText(ada)).toBeVisible()
      await fits(page)
      await context.clearCookies()
      await page.goto(`${own.url}${localizePath('/auth/login', locale)}`)
      await expect(page.getByRole('link', { name: t('site.legal.terms') })).toBeVisible()
      await other?.close()
    })
  })
}

test(
  'languages that the site does not offer are in no list and redirect to one that it offers',
  { tag: '@all' },
  async ({ page, context, browser, own }) => {
    const t = wordsOf('en')
    await newPerson(context, own.url)
    await page.goto(`${own.url}/site`)
    await part(page, 'languages').getByLabel(t('site.field.own')).selectOption('de')
    for (const locale of LOCALES.filter(each => each !== 'en' && each !== 'de'))
      await part(page, 'languages').getByLabel(LANGUAGE_NAMES[locale], { exact: true }).uncheck()
    await save(page, t)
    await expect(page.locator('#settings').getByRole('status')).toHaveText(t('site.saved'))
    const stranger = await browser.newContext({ locale: 'fr-FR' })
    const reading = await stranger.newPage()
    await reading.goto(own.url)
    await expect(reading).toHaveURL(`${own.url}/de/chatgpt/conversations`)
    await reading.goto(`${own.url}/ar/flux?x=1`)
    await expect(reading).toHaveURL(`${own.url}/flux?x=1`)
    await expect(reading.locator('link[hreflang]')).toHaveCount(3)
    await expect(reading.locator('a[hreflang]')).toHaveCount(2)
    await stranger.close()
  }
)

test(
  'two admins who change the same thing see the conflict and lose nothing',
  { tag: '@all' },
  async ({ page, browser, own }) => {
    const t = wordsOf('en')
    const [one, two] = [page.context(), await browser.newContext()]
    await newPerson(one, own.url)
    const eve = await newPerson(two, own.url)
    await page.goto(`${own.url}/site`)
    await part(page, 'admins').getByLabel(t('site.field.person')).fill(eve)
    await part(page, 'admins')
      .getByRole('button', { name: t('site.join'), exact: true })
      .click()
    await expect(part(page, 'admins').getByRole('listitem')).toHaveCount(2)
    const late = await two.newPage()
    await late.goto(`${own.url}/site`)
    const fill = (on: Page, name: string, value: string) =>
      part(on, 'brand')
        .getByLabel(t(`site.field.${name}`), { exact: true })
        .fill(value)
    const status = (on: Page) => on.locator('#settings').getByRole('status')

    await fill(page, 'title', 'Of Ada')
    await fill(page, 'description', 'Words of Ada')
    await save(page, t)
    await expect(status(page)).toHaveText(t('site.saved'))
    await fill(late, 'title', 'Of Eve')
    await part(late, 'theme').getByLabel(t('common.theme.light'), { exact: true }).check()
    await save(late, t)
    await expect(part(late, 'brand')).toBeFocused()
    const told = part(late, 'brand').getByRole('alert')
    await expect(told).toContainText(t('site.conflict.text'))
    await expect(told).toContainText('Of Ada')
    await expect(told).toContainText('Of Eve')
    await expect(
      part(late, 'brand').getByLabel(t('site.field.title'), { exact: true })
    ).toHaveValue('Of Eve')
    // Fields that only the other admin has changed show their new values.
    await expect(
      part(late, 'brand').getByLabel(t('site.field.description'), { exact: true })
    ).toHaveValue('Words of Ada')
    await expect(part(late, 'theme').getByLabel(t('common.theme.light'))).toBeChecked()
    await accessible(late)
    await told.getByLabel(t('site.conflict.take')).check()
    await save(late, t)
    await expect(status(late)).toHaveText(t('site.saved'))
    await expect(late.locator('html')).toHaveAttribute('data-theme', 'light')
    const title = part(late, 'brand').getByLabel(t('site.field.title'), { exact: true })
    await expect(title).toHaveValue('Of Ada')
    await fill(late, 'title', 'Of Eve')
    await save(late, t)
    await page.goto(`${own.url}/site`)
    await expect(
      part(page, 'brand').getByLabel(t('site.field.title'), { exact: true })
    ).toHaveValue('Of Eve')
    await expect(
      part(page, 'brand').getByLabel(t('site.field.description'), { exact: true })
    ).toHaveValue('Words of Ada')
    await two.close()
  }
)

test('the site page is available to its admins only', { tag: '@all' }, async ({ browser, own }) => {
  const [admin, other] = [await browser.newContext(), await browser.newContext()]
  await newPerson(admin, own.url)
  await newPerson(other, own.url)
  const statusFor = async ({ request }: BrowserContext): Promise<number> =>
    (await request.get(`${own.url}/site`)).status()
  expect([await statusFor(admin), await statusFor(other)]).toEqual([200, 404])
  const form = { action: 'settings', title: 'Mine', base: '{}' }
  expect(
    (await other.request.post(`${own.url}/site`, { form, headers: { origin: own.url } })).status()
  ).toBe(404)
  expect(await (await other.request.get(`${own.url}/`)).text()).not.toContain('Mine')
  const odd = { action: 'settings', title: 'x'.repeat(500), base: '[1' }
  expect(
    (
      await admin.request.post(`${own.url}/site`, { form: odd, headers: { origin: own.url } })
    ).status()
  ).toBe(400)
  await admin.close()
  await other.close()
})
