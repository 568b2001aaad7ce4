import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { localizePath } from '#i18n/locale.ts'
import { accessible, expect, fits, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { doseOf } from '../support/dose.ts'
import { withDatabase } from '../support/old-database.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

// A refused form is answered with an error status, which the browser logs to its console.
const test = base.extend({ expected: /status of 4\d\d/ })

/** Signs up in the cookies of this browser context. */
async function newPerson(page: Page, url: string): Promise<string> {
  const email = newAddress()
  const { request } = page.context()
  const answer = await request.post(`${url}/api/auth/sign-up/email`, {
    data: { email, password: PASSWORD },
    headers: { origin: url }
  })
  expect(answer.status()).toBe(200)
  await request.get(`${url}/auth/begin?redirect=/profile`)
  return email
}

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#2080c0' } })
    .png()
    .toBuffer()

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}, without a script`, { tag }, () => {
    test.use({ locale, javaScriptEnabled: false })
    const t = wordsOf(locale)
    const home = localizePath('/profile', locale)
    const card = (page: Page, key: string) =>
      page.getByRole('region', { name: t(key), exact: true })
    const unfold = (page: Page, key: string) =>
      page
        .locator('summary')
        .filter({ hasText: t(key) })
        .click()

    test('a user changes their profile, and errors are shown at their fields', async ({
      page,
      studio
    }) => {
      const email = await newPerson(page, studio.url)
      await page.setViewportSize({ width: 360, height: 780 })
      await page.goto(home)
      const me = card(page, 'user.me.title')
      await expect(me.getByText(email)).toBeVisible()
      // Passkeys do not work at an IP address, so the account page has no section for them.
      await expect(page.locator('a[href*="/auth/account#devices"]')).toHaveCount(1)
      await expect(page.locator('a[href*="/auth/account#passkeys"]')).toHaveCount(0)
      await unfold(page, 'user.me.change')
      await me.getByLabel(t('user.me.nickname'), { exact: true }).fill('Ada ‮evil')
      await me.getByLabel(t('user.me.city'), { exact: true }).fill('London')
      await me.getByRole('button', { name: t('user.action.save') }).click()
      const name = me.getByLabel(t('user.me.nickname'), { exact: true })
      await expect(name).toHaveAccessibleDescription(t('user.me.issue.invalid'))
      await expect(me.getByLabel(t('user.me.city'), { exact: true })).toHaveValue('London')
      await name.fill('Ada Lovelace')
      await me.getByRole('button', { name: t('user.action.save') }).click()
      await expect(me.getByRole('status')).toHaveText(t('user.done.me'))
      await expect(me.getByText('Ada Lovelace')).toBeVisible()
      await expect(me.getByText('London')).toBeVisible()
      await fits(page)
    })

    test('a user chooses a picture and removes it', { tag: '@all' }, async ({ page, studio }) => {
      await newPerson(page, studio.url)
      await page.goto(home)
      const me = card(page, 'user.me.title')
      await unfold(page, 'user.picture.change')
      const choose = async (name: string, buffer: Buffer): Promise<void> => {
        await me
          .getByLabel(t('user.picture.file'), { exact: true })
          .setInputFiles({ name, mimeType: 'image/png', buffer })
        await me.getByRole('button', { name: t('user.picture.save') }).click()
      }
      await choose('words.png', Buffer.from('no picture'))
      await expect(me.getByRole('alert')).toHaveText(t('user.picture.issue.invalid'))
      await choose('me.png', await picture())
      await expect(me.getByRole('status')).toHaveText(t('user.done.picture'))
      await expect(me.getByRole('status')).toBeInViewport()
      const source = (await me.locator('img').getAttribute('src')) ?? ''
      expect((await page.request.get(source)).headers()['content-type']).toBe('image/webp')
      await unfold(page, 'user.picture.change')
      await me.getByRole('button', { name: t('user.picture.remove') }).click()
      await expect(me.getByRole('status')).toHaveText(t('user.done.plain'))
      await expect(me.locator('img')).toHaveCount(0)
    })

    test(
      'a user switches mails off, and the choice stays',
      { tag: '@all' },
      async ({ page, studio }) => {
        await newPerson(page, studio.url)
        await page.goto(home)
        const mails = card(page, 'user.notices.title')
        const orders = mails.getByRole('checkbox', { name: t('user.notices.orders') })
        const low = mails.getByRole('checkbox', { name: t('user.notices.low_balance') })
        await expect(orders).toBeChecked()
        await orders.uncheck()
        await mails.getByRole('button', { name: t('user.action.save') }).click()
        await expect(mails.getByRole('status')).toHaveText(t('user.done.notices'))
        await page.goto(home)
        await expect(orders).not.toBeChecked()
        await expect(low).toBeChecked()
      }
    )

    test('currency, theme and language are kept', { tag: '@all' }, async ({ page, studio }) => {
      await newPerson(page, studio.url)
      await page.goto(home)
      await page.getByLabel(t('user.preferences.currency'), { exact: true }).selectOption('jpy')
      await page.getByRole('button', { name: t('user.preferences.use') }).click()
      await expect(page.getByLabel(t('user.preferences.currency'), { exact: true })).toHaveValue(
        'jpy'
      )
      const main = page.getByRole('main')
      await main.getByRole('link', { name: t('common.theme.light'), exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      const other = locale === 'en' ? 'de' : 'en'
      await main
        .locator('summary')
        .filter({ hasText: t('common.language.name') })
        .click()
      await main.locator(`a[hreflang=${other}]`).click()
      await expect(page.locator('html')).toHaveAttribute('lang', other)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        wordsOf(other)('user.profile.title')
      )
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      await expect(
        page.getByLabel(wordsOf(other)('user.preferences.currency'), { exact: true })
      ).toHaveValue('jpy')
    })
  })

  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)

    for (const width of doseOf([360, 1280], 1))
      test(
        `the page is accessible and fits at ${width}`,
        { tag: '@all' },
        async ({ page, studio }) => {
          await newPerson(page, studio.url)
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ reducedMotion: 'reduce' })
          await page.goto(localizePath('/profile', locale))
          for (const key of ['user.picture.change', 'user.me.change'])
            await page
              .locator('summary')
              .filter({ hasText: t(key) })
              .click()
          await accessible(page)
          await fits(page)
          // Text at double size must fit too, but only in wide windows.
          await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
          if (width > 360) await fits(page)
        }
      )
  })
}

test.describe('the links', () => {
  const t = wordsOf('en')

  test(
    'lead to all pages of the user and to those that they administer',
    { tag: '@all' },
    async ({ page, studio }) => {
      const email = await newPerson(page, studio.url)
      const admin = (on: boolean): Promise<unknown> =>
        withDatabase(studio.store, async db => {
          const { id } = await db
            .selectFrom('user')
            .select('id')
            .where('email', '=', email)
            .executeTakeFirstOrThrow()
          const { admins } = await db.selectFrom('site').select('admins').executeTakeFirstOrThrow()
          const others = (JSON.parse(admins) as string[]).filter(each => each !== id)
          return db
            .updateTable('site')
            .set({ admins: JSON.stringify(on ? [...others, id] : others) })
            .execute()
        })
      // The first user operates the studio, so another one must take over for a user without that
      // role.
      await newPerson(page, studio.url)
      await page.context().clearCookies()
      await page.goto('/profile')
      await expect(
        page.getByRole('main').getByRole('link', { name: t('common.action.signIn') })
      ).toBeVisible()
      await accessible(page)
      const { request } = page.context()
      await request.post('/api/auth/sign-in/email', {
        data: { email, password: PASSWORD },
        headers: { origin: studio.url }
      })
      await request.get('/auth/begin?redirect=/profile')
      const paths = async (within: string): Promise<string[]> =>
        page
          .locator(`${within} a.menu-item`)
          .evaluateAll(links =>
            links.map(link => new URL((link as HTMLAnchorElement).href).pathname)
          )
      const own = [
        '/console/applications',
        '/console/orders',
        '/console/usages',
        '/distribution',
        '/docs'
      ]
      await admin(true)
      await page.goto('/profile')
      expect(await paths('main')).toEqual(expect.arrayContaining([...own, '/site', '/operator']))
      expect(await paths('#person')).toEqual(
        expect.arrayContaining([...own, '/profile', '/auth/account', '/site', '/operator'])
      )
    }
  )

  test(
    'prices use the chosen currency, with its code',
    { tag: '@all' },
    async ({ page, studio }) => {
      await newPerson(page, studio.url)
      const { request } = page.context()
      const session = await request.post('/auth/session', { headers: { origin: studio.url } })
      const { access_token } = (await session.json()) as { access_token: string }
      const headers = { authorization: `Bearer ${access_token}` }
      const made = await request.post('/api/v1/applications/', { headers, data: {} })
      const { id } = (await made.json()) as { id: string }
      await page.goto('/profile')
      await page.getByLabel(t('user.preferences.currency'), { exact: true }).selectOption('jpy')
      await page.getByRole('button', { name: t('user.preferences.use') }).click()
      await expect(page.getByLabel(t('user.preferences.currency'), { exact: true })).toHaveValue(
        'jpy'
      )
      await page.goto(`/console/applications/${id}/extra`)
      await expect(page.getByRole('main')).toContainText(/JPY/)
      await page.goto('/preferences?currency=auto&redirect=/profile')
      await page.goto(`/console/applications/${id}/extra`)
      await expect(page.getByRole('main')).not.toContainText(/JPY/)
    }
  )

  test('the archive contains the account', { tag: '@all' }, async ({ page, studio }) => {
    const email = await newPerson(page, studio.url)
    await page.goto('/profile')
    await page
      .locator('#data')
      .getByRole('link', { name: t('user.data.action') })
      .click()
    await expect(page).toHaveURL(/\/auth\/account#data$/)
    const begun = page.waitForEvent('download')
    await page.getByRole('link', { name: t('auth.account.data.export') }).click()
    const archive = unzipSync(await readFile(await (await begun).path()))
    const account = strFromU8(archive['account.json'] ?? new Uint8Array())
    expect(JSON.parse(account)).toMatchObject({
      account: { email, notify: { orders: true } },
      orders: [],
      reports: [],
      changes: []
    })
  })

  test('after signing out, no page shows the user', { tag: '@all' }, async ({ page, studio }) => {
    const email = await newPerson(page, studio.url)
    await page.goto('/profile')
    await expect(page.getByRole('main').getByText(email)).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('common.action.signOut') })
      .click()
    await page.goto('/profile')
    await expect(
      page.getByRole('main').getByRole('link', { name: t('common.action.signIn') })
    ).toBeVisible()
    expect(await page.content()).not.toContain(email)
    expect(
      (await page.context().cookies()).filter(
        ({ name, value }) => name === 'SESSION' && value !== ''
      )
    ).toEqual([])
  })
})
