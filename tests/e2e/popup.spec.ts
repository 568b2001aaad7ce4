import type { FrameLocator, Page } from 'playwright/test'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { CHROMIUM_ARGS } from '../../scripts/chromium.ts'
import { accessible, expect, fits, hydrated, newAddress, PASSWORD } from '../support/browser.ts'
import { withStudio } from '../support/file-studio.ts'
import { startOAuthServer } from '../support/oauth-server.ts'
import { NO_THIRD_PARTY_COOKIES, startTwoSites } from '../support/two-sites.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const HOME = '/chatgpt/conversations'

/** The login page is on another site than the studio, so browsers send it no cookies in a frame. */
const test = withStudio(async () => {
  const oauth = await startOAuthServer()
  const studio = await startTwoSites(undefined, oauth.environment)
  const stop = async (): Promise<void> => {
    await studio.stop()
    await oauth.close()
  }
  return { ...studio, oauth, stop }
})
test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...CHROMIUM_ARGS, NO_THIRD_PARTY_COOKIES]
  }
})
test.describe.configure({ mode: 'serial' })

const dialog = (page: Page) =>
  page.getByRole('dialog', { name: t('auth.popup.title', { site: 'Polymuse' }) })
const frameOf = (page: Page): FrameLocator => page.frameLocator('#login iframe')
const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })

async function signUp(place: Page | FrameLocator, email = newAddress()): Promise<string> {
  const tab = place.getByRole('link', { name: t('auth.signUp.tab'), exact: true })
  const submit = place.getByRole('button', { name: t('auth.signUp.submit'), exact: true })
  await expect(tab).toBeVisible()
  // The sign-up form may be open already. The link would reload the page and lose typed text.
  if (!(await submit.isVisible())) await tab.click()
  await expect(submit).toBeVisible()
  await place.getByLabel(t('auth.field.email')).fill(email)
  await place.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await submit.click()
  return email
}

/** Records the cookies that this browser sends in the frame, and the request's `Sec-Fetch-Site`. */
async function watchFrame(
  page: Page,
  auth: string
): Promise<{ sites: Set<string>; cookies: string[] }> {
  const seen = { sites: new Set<string>(), cookies: [] as string[] }
  page.on('request', async request => {
    if (!request.url().startsWith(`${auth}/auth/login`)) return
    const headers = await request.allHeaders()
    seen.sites.add(headers['sec-fetch-site'] ?? '')
    if (headers['cookie'] !== undefined) seen.cookies.push(headers['cookie'])
  })
  return seen
}

test('the first user of a studio lands on the page of its site, which they administer', async ({
  page,
  studio
}) => {
  await page.goto(`${HOME}?surface=ios`)
  await page.goto('/auth/begin?redirect=/flux')
  await signUp(frameOf(page))
  await expect(page).toHaveURL(`${studio.url}/site`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('site.title'))
  await accessible(page)
  await fits(page)
})

test('a guest signs in over the page and continues with their text', async ({ page, studio }) => {
  const seen = await watchFrame(page, studio.auth)
  await page.goto(`${HOME}?surface=ios&a=1&b=%C3%BC`)
  const address = page.url()
  await hydrated(page)
  expect(await page.locator('#login iframe').getAttribute('src')).toBeNull()
  await composer(page).fill('What is a tide?')
  await composer(page).press('Enter')

  await expect(dialog(page)).toBeVisible()
  await expect(frameOf(page).getByLabel(t('auth.field.email'))).toBeVisible()
  expect(page.url()).toBe(address)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const wide = width > 432
  // The dialog reaches its final place after an animation.
  await expect
    .poll(() => page.locator('#login').boundingBox())
    .toMatchObject(wide ? { width: 400 } : { x: 0, y: 0, width, height })
  if (wide)
    await expect
      .poll(() => page.locator('#login iframe').boundingBox())
      .toMatchObject({ width: 360, height: 560 })
  await accessible(page)
  await fits(page)

  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(dialog(page)).toBeVisible()
  for (let presses = 0; presses < 14; presses++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('#login') !== null
      )
    ).toBe(true)
  }

  const reloaded = page.waitForEvent('load')
  const email = await signUp(frameOf(page))
  await reloaded
  await expect(page.locator('#login')).toHaveCount(0)
  expect(page.url()).toBe(address)
  await hydrated(page)
  await expect(composer(page)).toHaveValue('What is a tide?')
  await expect(page.getByText(email).first()).toBeAttached()

  // The frame is on another site for the browser, and the login page never got a cookie.
  expect(seen.sites).toContain('cross-site')
  expect(seen.cookies).toEqual([])
  const left = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])
  )
  expect(left).not.toContain('pmr_')
  const names = (await page.context().cookies(studio.url)).map(({ name, httpOnly }) => [
    name,
    httpOnly
  ])
  expect(names).toContainEqual(['SESSION', true])
})

test(
  'a page that needs a sign-in opens the dialog immediately and is shown afterwards',
  { tag: '@all' },
  async ({ page, studio }) => {
    await page.goto(`${HOME}?surface=android`)
    await page.goto('/console/applications?page=1&x=%26')
    await expect(page).toHaveURL(
      `${studio.url}/auth/popup?redirect=${encodeURIComponent('/console/applications?page=1&x=%26')}`
    )
    await expect(dialog(page)).toBeVisible()
    await signUp(frameOf(page))
    await expect(page).toHaveURL(`${studio.url}/console/applications?page=1&x=%26`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('application.list.title'))
  }
)

test(
  'the dialog has one link to the full login page, and so has the page without a script',
  { tag: '@all' },
  async ({ page, browser, studio }) => {
    await page.goto(`${HOME}?surface=ios`)
    await page.goto('/auth/begin?redirect=/flux?a=1')
    const full = frameOf(page).getByRole('link', { name: t('auth.login.to.full') })
    await expect(full).toBeVisible()
    await expect(dialog(page).getByRole('link')).toHaveCount(0)
    await full.click()
    await expect(page).toHaveURL(new RegExp(`^${studio.auth}/auth/login`))
    await signUp(page)
    await expect(page).toHaveURL(`${studio.url}/flux?a=1`)
    await expect(page.locator('#login')).toHaveCount(0)

    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: studio.url })
    const reading = await plain.newPage()
    await reading.goto(`${HOME}?surface=ios`)
    await reading.goto('/auth/begin?redirect=/flux?a=1')
    await expect(reading.locator('#login')).toBeHidden()
    await reading
      .getByRole('main')
      .getByRole('link', { name: t('auth.popup.full') })
      .click()
    await signUp(reading)
    await expect(reading).toHaveURL(`${studio.url}/flux?a=1`)
    await plain.close()
  }
)

test(
  'a user who leaves the frame for the whole window comes back signed in',
  { tag: '@all' },
  async ({ page, studio }) => {
    await page.goto(`${HOME}?surface=ios&x=1`)
    await page.goto('/auth/begin?redirect=/flux?b=2')
    await frameOf(page)
      .getByRole('link', { name: t('auth.signIn.tab'), exact: true })
      .click()
    await frameOf(page)
      .getByRole('link', { name: t('auth.login.to.full') })
      .click()
    await expect(page).toHaveURL(new RegExp(`^${studio.auth}/auth/login`))
    await signUp(page)
    await expect(page).toHaveURL(`${studio.url}/flux?b=2`)
    await expect(page.locator('#login')).toHaveCount(0)
  }
)

test('a social sign-in leaves the frame for the whole window and returns to the page signed in', async ({
  page,
  studio
}) => {
  const { oauth } = studio
  await page.goto(`${HOME}?surface=ios`)
  await page.goto('/auth/begin?redirect=/flux?c=3')
  await frameOf(page)
    .getByRole('button', { name: t('auth.login.social.github') })
    .click()
  await expect(page).toHaveURL(new RegExp(`^${oauth.url}/`))
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(page).toHaveURL(`${studio.url}/flux?c=3`)
  await expect(page.getByText(oauth.person.email).first()).toBeAttached()
  expect((await page.context().cookies(studio.url)).map(({ name }) => name)).toContain('SESSION')
})

test(
  'signing out leads through the dialog back to the page with its whole query',
  { tag: '@all' },
  async ({ page, studio }) => {
    const query = '?q=%C3%BC%26%E4%B8%96&next=%2Fde%2Fflux%3Fredirect%3D%2Fx%26y%3D1'
    await page.goto(`/flux${query}&surface=ios`)
    await page.goto(`/auth/begin?redirect=${encodeURIComponent(`/flux${query}`)}`)
    const email = await signUp(frameOf(page))
    await expect(page).toHaveURL(`${studio.url}/flux${query}`)
    await page.goto(`/auth/sign-out?redirect=${encodeURIComponent(`/flux${query}`)}`)
    await expect(page).toHaveURL(/\/auth\/popup\?redirect=/)
    expect((await page.context().cookies(studio.url)).map(({ name }) => name)).not.toContain(
      'SESSION'
    )
    await frameOf(page).getByLabel(t('auth.field.email')).fill(email)
    await frameOf(page).getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
    await frameOf(page)
      .getByRole('button', { name: t('auth.signIn.submit'), exact: true })
      .click()
    await expect(page).toHaveURL(`${studio.url}/flux${query}`)
    await expect(page.getByText(email).first()).toBeAttached()
  }
)

test(
  'an invitation is recorded, by the cookie and by the address',
  { tag: '@all' },
  async ({ page, studio }) => {
    const database = connectDatabase({
      url: studio.store.databaseUrl,
      dataDir: studio.store.dataDir
    })
    const inviterOf = async (email: string): Promise<string | null | undefined> => {
      const rows = database.db.selectFrom('profile').innerJoin('user', 'user.id', 'profile.user_id')
      return (await rows.select('inviter_id').where('email', '=', email).executeTakeFirst())
        ?.inviter_id
    }
    const [ada, bob] = await database.db
      .selectFrom('user')
      .select('id')
      .orderBy('createdAt')
      .limit(2)
      .execute()
    for (const [address, invited] of [
      [`/flux?surface=ios&inviter_id=${ada?.id}`, ada?.id],
      [`/flux?inviter_id=${bob?.id}`, bob?.id]
    ] as const) {
      await page.context().clearCookies({ name: 'SESSION' })
      await page.goto(address)
      await page.goto(`${HOME}?surface=ios`)
      await hydrated(page)
      await composer(page).fill('Hello')
      await composer(page).press('Enter')
      const email = await signUp(frameOf(page))
      await expect(page.locator('#login')).toHaveCount(0)
      expect(await inviterOf(email)).toBe(invited)
    }
    await database.close()
  }
)
