import type { BrowserContext, Page } from 'playwright/test'
import type { Session } from '#contract/token.ts'
import type { Site } from '#contract/site.ts'
import { accessible, expect, fits, hydrated } from '../support/browser.ts'
import { newPerson, part, png, test } from '../support/site.ts'
import { doseOf } from '../support/dose.ts'
import { PHONE_FIRST, wordsOf } from '../support/words.ts'

// Requests without a network fail, which the browser's console reports.
test.use({
  serviceWorkers: 'allow',
  expected: /status of 4\d\d|ERR_(INTERNET_DISCONNECTED|FAILED)/
})

const CHAT = '/chatgpt/conversations'

/** Opens a page and waits until the service worker has cached the offline page. */
async function installed(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect
    .poll(async () => (await keptIn(page)).some(({ path }) => path.includes('/offline')))
    .toBe(true)
}

/** Returns everything that workers have cached, as path and text. */
function keptIn(page: Page): Promise<{ path: string; text: string }[]> {
  return page.evaluate(async () => {
    const kept: { path: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        kept.push({
          path: pathname + search,
          text: (await (await cache.match(request))?.text()) ?? ''
        })
      }
    }
    return kept
  })
}

/** Opens a page again and counts the site's service workers and their caches. */
async function leftIn(context: BrowserContext, address: string): Promise<number[]> {
  const page = await context.newPage()
  await page.goto(address)
  const left = await page.evaluate(async () => [
    (await navigator.serviceWorker.getRegistrations()).length,
    (await caches.keys()).length
  ])
  await page.close()
  return left
}

/** Changes the site as the signed-in admin. */
async function change(page: Page, url: string, data: object): Promise<void> {
  const { access_token } = (await (
    await page.request.post(`${url}/auth/session`)
  ).json()) as Session
  const headers = { authorization: `Bearer ${access_token}` }
  const { items } = (await (
    await page.request.get(`${url}/api/v1/sites/?origin=${url}`, { headers })
  ).json()) as { items: Site[] }
  const answer = await page.request.put(`${url}/api/v1/sites/${items[0]?.id}`, { headers, data })
  expect(answer.status()).toBe(200)
}

for (const [locale, tag] of PHONE_FIRST) {
  const t = wordsOf(locale)
  const prefix = locale === 'en' ? '' : `/${locale}`

  test(
    `without a network, a page shows the brand of the site, in ${locale}; with one it loads again`,
    { tag },
    async ({ page, context, own }) => {
      await newPerson(context, own.url)
      await change(page, own.url, { title: 'Nine Muses', accent: '#0a7d55' })
      await installed(page, `${own.url}${prefix}${CHAT}`)
      await hydrated(page)
      await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Half a thought')
      await context.setOffline(true)
      const answer = await page.goto(`${own.url}${prefix}/flux?x=1`)
      expect(answer?.fromServiceWorker()).toBe(true)
      await expect(page).toHaveTitle(`${t('common.offline.title')} · Nine Muses`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.offline.title'))
      await expect(page.getByText(t('common.offline.text', { site: 'Nine Muses' }))).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      const again = page.getByRole('link', { name: t('common.action.retry') })
      // The link is styled, so the style sheets and the colours of the site are cached too.
      await expect(again).toHaveCSS('border-radius', '8px')
      await expect(again).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
      await fits(page)
      await accessible(page)
      await Promise.all([page.waitForEvent('load'), again.click()])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common.offline.title'))

      await context.setOffline(false)
      await expect(page).toHaveTitle(/^Flux.* Nine Muses$/)
      expect(new URL(page.url()).search).toBe('?x=1')
      await page.goto(`${own.url}${prefix}${CHAT}`)
      await expect(page.getByRole('textbox', { name: t('chat.composer.label') })).toHaveValue(
        'Half a thought'
      )
    }
  )
}

test('the service worker caches nothing of a user, whatever pages they visit', async ({
  page,
  context,
  own
}) => {
  const id = await newPerson(context, own.url)
  await installed(page, `${own.url}${CHAT}`)
  await hydrated(page)
  const t = wordsOf('en')
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') })
  await composer.fill('My own secret question [sandbox:tokens=10]')
  await composer.press('Enter')
  await expect(page).toHaveURL(/conversations\/[0-9a-f-]{36}$/)
  for (const path of [
    '/profile',
    '/console',
    '/console/usages',
    '/flux',
    '/site',
    '/auth/account'
  ]) {
    const answer = await page.goto(own.url + path)
    expect([path, answer?.status()]).toEqual([path, 200])
    await page.waitForLoadState()
  }
  // The service worker passes a redirect on to the browser unchanged.
  await page.goto(`${own.url}/console`)
  await expect(page).toHaveURL(`${own.url}/console/applications`)
  const kept = await keptIn(page)
  expect(kept.map(({ path }) => path).filter(path => !path.startsWith('/_astro/'))).toEqual([
    '/offline?theme=dark'
  ])
  expect(kept.length).toBeGreaterThan(3)
  const told = kept.filter(
    ({ text }) =>
      text.includes(id) || text.includes('@example.com') || text.includes('secret question')
  )
  expect(told).toEqual([])
  // Leave the page to close its event feed before the studio stops.
  await page.goto('about:blank')
})

test(
  'API calls, files and sign-in bypass the worker',
  { tag: '@all' },
  async ({ page, context, own }) => {
    await newPerson(context, own.url)
    await installed(page, `${own.url}${CHAT}`)
    const byWorker = async (path: string): Promise<unknown[]> => [
      path,
      (await page.goto(own.url + path))?.fromServiceWorker()
    ]
    expect(await byWorker('/profile')).toEqual(['/profile', true])
    for (const path of ['/auth/account', '/files/x', '/api/v1/services/', '/healthz?code=x'])
      expect(await byWorker(path)).toEqual([path, false])
    // The last response has no icon link, so the browser would request an icon later: leave the page.
    await page.goto('about:blank')
  }
)

test(
  'a new brand or language replaces the cached page',
  { tag: '@all' },
  async ({ page, context, own }) => {
    await newPerson(context, own.url)
    await installed(page, `${own.url}/flux`)
    const pages = async (): Promise<string[]> =>
      (await keptIn(page)).map(({ path }) => path).filter(path => path.includes('offline'))
    expect(await pages()).toEqual(['/offline?theme=dark'])
    await page.goto(`${own.url}/preferences?locale=de&redirect=/flux`)
    await expect.poll(pages).toEqual(['/de/offline?theme=dark'])
    await change(page, own.url, { title: 'Renamed' })
    await page.goto(`${own.url}/de/flux`)
    await expect
      .poll(async () =>
        (await keptIn(page)).some(
          ({ path, text }) => path === '/de/offline?theme=dark' && text.includes('Renamed')
        )
      )
      .toBe(true)
    await expect.poll(pages).toEqual(['/de/offline?theme=dark'])
  }
)

for (const path of ['/flux', '/docs', '/kling', '/suno', CHAT])
  test(
    `no load of ${path} hangs while the language and the worker change`,
    { tag: '@all' },
    async ({ page, own }) => {
      for (const locale of doseOf(['', '/de', '/ar', '/ja', '/fr', '/pl', '/ru', '/ko'], 4))
        expect((await page.goto(own.url + locale + path, { timeout: 15_000 }))?.status()).toBe(200)
    }
  )

test(
  'disabling the worker removes it from browsers that have it, once its pages are closed',
  { tag: '@all' },
  async ({ page, context, own }) => {
    await newPerson(context, own.url)
    await installed(page, `${own.url}/flux`)
    await change(page, own.url, { features: { offline: { enabled: false } } })
    await page.goto(`${own.url}/docs`)
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)
      )
      .toBe('installed')
    await page.close()
    // A page that opens before the old service worker has deleted its caches keeps that worker
    // running until the page closes.
    await expect.poll(() => leftIn(context, `${own.url}/docs`)).toEqual([0, 0])
  }
)

test(
  'the browser accepts the manifest and uses the icon of the site',
  { tag: '@all' },
  async ({ page, context, own }) => {
    await newPerson(context, own.url)
    await page.goto(`${own.url}/site`)
    const t = wordsOf('en')
    const icon = part(page, 'favicon')
    await icon
      .getByLabel(t('site.picture.file'))
      .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: await png(300, 300) })
    await icon.getByRole('button', { name: t('site.picture.save') }).click()
    await expect(icon.getByRole('status')).toHaveText(t('site.picture.favicon.saved'))
    await installed(page, `${own.url}/ar/flux`)
    const session = await context.newCDPSession(page)
    const { errors } = (await session.send('Page.getAppManifest')) as { errors: unknown[] }
    const { installabilityErrors } = (await session.send('Page.getInstallabilityErrors')) as {
      installabilityErrors: { errorId: string }[]
    }
    expect(errors).toEqual([])
    // A test's context is a private window, which cannot install anything.
    expect(
      installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')
    ).toEqual([])
    const colour = await page.evaluate(async () => {
      const image = new Image()
      image.src = document.querySelector<HTMLLinkElement>('link[rel=apple-touch-icon]')?.href ?? ''
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas?.drawImage(image, 0, 0)
      return [image.width, ...(canvas?.getImageData(2, 2, 1, 1).data ?? [])]
    })
    expect(colour).toEqual([180, 0, 170, 119, 255])
  }
)
