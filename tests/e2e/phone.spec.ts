import { devices, type Browser, type BrowserContext, type Page } from 'playwright/test'
import sharp from 'sharp'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { qrPath } from '#ui/qr-path.ts'
import { parseUserAgent } from '#servers/people/agent.ts'
import {
  accessible,
  expect,
  fits,
  newAddress,
  PASSWORD,
  test,
  wearTheme
} from '../support/browser.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

const WANTED = '/console/applications'

type Person = { email: string; state: Awaited<ReturnType<BrowserContext['storageState']>> }

/** Holds one user for each studio: a sign-up per test would exceed the rate limit of an address. */
const people = new Map<string, Promise<Person>>()

async function newPerson(browser: Browser, baseURL: string): Promise<Person> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto(`/auth/begin?redirect=${WANTED}`)
  const email = await signUp(page, wordsOf('en'))
  await expect(page).toHaveURL(baseURL + WANTED)
  const state = await context.storageState()
  await context.close()
  return { email, state }
}

/** Opens a phone-sized browser context in which the studio's user is signed in. */
async function signedInPhone(
  browser: Browser,
  baseURL: string
): Promise<{ context: BrowserContext; page: Page; email: string }> {
  const person = people.get(baseURL) ?? newPerson(browser, baseURL)
  people.set(baseURL, person)
  const { email, state } = await person
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL, storageState: state })
  return { context, page: await context.newPage(), email }
}

async function signUp(page: Page, t: (key: string) => string): Promise<string> {
  const email = newAddress()
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(email)
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  return email
}

/** Returns the dark modules of the code, as a camera sees them. */
async function seenBy(page: Page, size: number): Promise<Set<string>> {
  const picture = await page.locator('[data-qr-panel] svg[role=img]').screenshot()
  const { data } = await sharp(picture)
    .resize(size * 9, size * 9, { kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = new Set<string>()
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if ((data[(y * 9 + 4) * size * 9 + x * 9 + 4] ?? 0) < 128) dark.add(`M${x} ${y}h1v1h-1z`)
  return dark
}

/**
 * Opens the sign-in by phone.
 * @returns the link that the QR code contains
 */
async function showCode(page: Page, locale: Locale): Promise<string> {
  await page.goto(`/auth/begin?redirect=${localizePath(WANTED, locale)}`)
  await page.goto(`${page.url()}&mode=phone`)
  await expect(page.getByRole('img', { name: wordsOf(locale)('auth.phone.qr') })).toBeVisible()
  return page.locator('[data-qr-panel] code').innerText()
}

for (const [locale, tag] of PHONE_FIRST) {
  test.describe(`in ${locale}`, { tag }, () => {
    test.use({ locale })
    const t = wordsOf(locale)

    test('a phone shows who asks and confirms, and the other browser continues to the requested page', async ({
      page,
      browser,
      studio
    }) => {
      const phone = await signedInPhone(browser, studio.url)
      const link = await showCode(page, locale)
      expect(new URL(link).origin).toBe(studio.url)
      const { width, height } = (await page
        .getByRole('img', { name: t('auth.phone.qr') })
        .boundingBox()) ?? { width: 0, height: 0 }
      expect([width, height]).toEqual([230, 230])
      await expect(page.getByText(t('auth.phone.waiting'))).toBeVisible()
      await accessible(page)
      await fits(page)

      await phone.page.goto(link)
      await expect(phone.page.getByText(phone.email)).toBeVisible()
      await expect(phone.page.getByText(t('auth.phone.ask.sameNetwork'))).toBeVisible()
      await expect(
        phone.page.getByText(
          t('auth.phone.ask.agent', parseUserAgent(await page.evaluate(() => navigator.userAgent)))
        )
      ).toBeVisible()
      await accessible(phone.page)
      await fits(phone.page)
      await phone.page.getByRole('button', { name: t('auth.phone.ask.accept') }).press('Enter')
      await expect(
        phone.page.getByRole('heading', { level: 1, name: t('auth.phone.done.title') })
      ).toBeVisible()
      await accessible(phone.page)

      await expect(page).toHaveURL(studio.url + localizePath(WANTED, locale))
      await expect(page.getByText(phone.email).first()).toBeAttached()
      await phone.page.goto(link)
      await expect(
        phone.page.getByRole('heading', { level: 1, name: t('auth.phone.over.title') })
      ).toBeVisible()
      await phone.context.close()
    })
  })
}

const t = wordsOf('en')

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`on a ${colorScheme} page`, () => {
    test(
      'the code is black on white and contains the link',
      { tag: '@all' },
      async ({ page, studio }) => {
        await wearTheme(page, studio.url, colorScheme)
        const { size, path } = qrPath(await showCode(page, 'en'))
        const seen = await seenBy(page, size)
        expect([...seen].join('')).toBe(path)
      }
    )
  })
}

test(
  'when the phone refuses, nobody is signed in, and a new code is available',
  { tag: '@all' },
  async ({ page, browser, studio }) => {
    const phone = await signedInPhone(browser, studio.url)
    const link = await showCode(page, 'en')
    await phone.page.goto(link)
    await phone.page.getByRole('button', { name: t('auth.phone.ask.refuse') }).click()
    await expect(
      phone.page.getByRole('heading', { level: 1, name: t('auth.phone.denied.title') })
    ).toBeVisible()
    await expect(page.getByText(t('auth.phone.refused'))).toBeVisible()
    await expect(page.getByRole('img', { name: t('auth.phone.qr') })).toBeHidden()
    await accessible(page)
    await page.getByRole('link', { name: t('auth.phone.renew') }).click()
    await expect(page.getByRole('img', { name: t('auth.phone.qr') })).toBeVisible()
    expect(await page.locator('[data-qr-panel] code').innerText()).not.toBe(link)
    await phone.context.close()
  }
)

test('an unused code expires visibly', { tag: '@all' }, async ({ page }) => {
  await page.clock.install()
  await showCode(page, 'en')
  await page.clock.runFor(30_000)
  await expect(page.getByRole('timer')).toHaveText(/^1:(30|29|28)$/)
  await page.clock.runFor(91_000)
  await expect(page.getByText(t('auth.phone.expired'))).toBeVisible()
  await expect(page.getByRole('img', { name: t('auth.phone.qr') })).toBeHidden()
  await accessible(page)
})

test(
  'a signed-out phone signs in first and returns to the question',
  { tag: '@all' },
  async ({ page, browser, studio }) => {
    const link = await showCode(page, 'en')
    const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: studio.url })
    const other = await context.newPage()
    await other.goto(link)
    await expect(other).toHaveURL(/\/auth\/login\?/)
    const email = await signUp(other, t)
    await expect(other).toHaveURL(link)
    await expect(other.getByText(email)).toBeVisible()
    await other.getByRole('button', { name: t('auth.phone.ask.accept') }).click()
    await expect(page).toHaveURL(studio.url + WANTED)
    await context.close()
  }
)

test(
  'the sign-in by phone works without a script on either side',
  { tag: '@all' },
  async ({ browser, studio }) => {
    const desk = await browser.newContext({ javaScriptEnabled: false, baseURL: studio.url })
    const page = await desk.newPage()
    const link = await showCode(page, 'en')
    await page.getByRole('button', { name: t('auth.phone.submit') }).click()
    await expect(page.locator('[data-qr-panel] code')).toHaveText(link)

    const phone = await signedInPhone(browser, studio.url)
    const plain = await browser.newContext({
      ...devices['Pixel 7'],
      javaScriptEnabled: false,
      storageState: await phone.context.storageState()
    })
    const asked = await plain.newPage()
    await asked.goto(link)
    await asked.getByRole('button', { name: t('auth.phone.ask.accept') }).click()
    await expect(
      asked.getByRole('heading', { level: 1, name: t('auth.phone.done.title') })
    ).toBeVisible()
    await page.getByRole('button', { name: t('auth.phone.submit') }).click()
    await expect(page).toHaveURL(studio.url + WANTED)
    for (const context of [desk, plain, phone.context]) await context.close()
  }
)

test(
  'a form of a foreign page confirms nothing, and no page can frame the question',
  { tag: '@all' },
  async ({ page, browser, studio }) => {
    const phone = await signedInPhone(browser, studio.url)
    const link = await showCode(page, 'en')
    const id = new URL(link).searchParams.get('id') ?? ''
    const body = `<form method="post" action="${studio.url}/auth/phone"><input name="id" value="${id}"><button name="answer" value="accept">go</button></form>
    <iframe src="${link}"></iframe>`
    await phone.context.route('http://evil.test/**', route =>
      route.fulfill({ contentType: 'text/html', body })
    )
    await phone.page.goto('http://evil.test/')
    await expect(phone.page.frameLocator('iframe').getByRole('button')).toHaveCount(0)
    const answered = phone.page.waitForResponse(
      response => response.url() === `${studio.url}/auth/phone`
    )
    await phone.page.getByRole('button', { name: 'go' }).click()
    expect((await answered).status()).toBe(403)
    await expect(page.getByText(t('auth.phone.waiting'))).toBeVisible()

    await phone.page.goto(link)
    await phone.page.getByRole('button', { name: t('auth.phone.ask.refuse') }).click()
    await expect(page.getByText(t('auth.phone.refused'))).toBeVisible()
    await phone.context.close()
  }
)
