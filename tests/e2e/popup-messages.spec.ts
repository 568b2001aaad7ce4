import { randomBytes } from 'node:crypto'
import jsQR from 'jsqr'
import type { APIRequestContext, Frame, Page } from 'playwright/test'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Token } from '#contract/token.ts'
import { accessible, expect, newAddress, PASSWORD } from '../support/browser.ts'
import { withStudio } from '../support/file-studio.ts'
import { servePages, startTwoSites } from '../support/two-sites.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')

/** A studio with a fake login page that sends the messages of a test, and a foreign site. */
type Served = Awaited<ReturnType<typeof startTwoSites>> & { evil: string }
const test = withStudio(async (): Promise<Served> => {
  const evil = await servePages('evil', { '/': 'evil' })
  const login = '<p>login</p>'
  const auth = await servePages('auth', {
    '/auth/login': `${login}<iframe name="inner" title="inner" src="/inner"></iframe><iframe name="evil" title="evil" src="${evil.url}/"></iframe>`,
    '/inner': 'inner'
  })
  const studio = await startTwoSites(auth.url)
  const stop = async (): Promise<void> => {
    for (const server of [auth, evil]) await server.close()
    await studio.stop()
  }
  return { ...studio, evil: evil.url, stop }
})

/** Signs in at the studio as the login page's server does. */
async function signIn(request: APIRequestContext, hub: string): Promise<Token> {
  // Only browsers resolve names under `.localhost`, so call the server by its IP address.
  const own = hub.replace('hub.localhost', '127.0.0.1')
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = await request.post(own + path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  await post('/api/auth/sign-up/email', { email: newAddress(), password: PASSWORD })
  const { location } = await post<SignInResponse>('/auth/authorize', { redirect: `${own}/` })
  return post<Token>('/oauth2/v1/token', { code: new URL(location ?? '').searchParams.get('code') })
}

async function openDialog(page: Page): Promise<Frame> {
  await page.goto('/flux?surface=ios')
  await page.goto('/auth/begin?redirect=/flux?done=1')
  await expect(page.locator('#login')).toBeVisible()
  await expect(page.frameLocator('#login iframe').getByText('login')).toBeVisible()
  await expect
    .poll(() => page.frames().map(frame => frame.name()))
    .toEqual(expect.arrayContaining(['inner', 'evil']))
  const frame = page.frames().find(each => new URL(each.url()).pathname === '/auth/login')
  if (frame === undefined) throw new Error('no frame')
  return frame
}

/** Posts a message to the studio's page from a document. */
const say = (from: Page | Frame, message: unknown): Promise<void> =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a forger posts to anyone
  from.evaluate(data => window.top?.postMessage(data, '*'), message)

/** Reads the state of the studio's page, to compare it before and after forged messages. */
async function stateOf(page: Page): Promise<unknown> {
  const cookies = (await page.context().cookies())
    .map(({ name, value }) => [name, value])
    .toSorted()
  return page.evaluate(
    known => [
      location.href,
      { ...localStorage },
      [...document.querySelectorAll('dialog')].map(({ id, open }) => [id, open]),
      document.querySelector('[data-link]')?.textContent,
      Reflect.get(window, 'hacked') ?? null,
      Reflect.get({}, 'refresh_token') ?? null,
      known
    ],
    cookies
  )
}

test('the page accepts messages only from the login page in its frame, and only known ones', async ({
  page,
  studio,
  playwright
}) => {
  const request = await playwright.request.newContext()
  const token = await signIn(request, studio.url)
  const asked: string[] = []
  page.on('request', each => each.method() === 'POST' && asked.push(each.url()))
  const frame = await openDialog(page)
  const before = await stateOf(page)

  const login = { name: 'login', data: token }
  const qr = { name: 'show_qr', data: { qrLink: `${studio.auth}/auth/phone?id=1` } }
  const named = (name: string): Frame => page.frames().find(each => each.name() === name) ?? frame
  const link = (qrLink: unknown): object => ({ name: 'show_qr', data: { qrLink } })

  const forged: [Page | Frame, unknown][] = [
    [page, login],
    [page, qr],
    // The first frame has the right origin but is the wrong window; the second is wrong in both.
    [named('inner'), login],
    [named('inner'), qr],
    [named('evil'), login],
    [named('evil'), qr],
    [frame, null],
    [frame, 'login'],
    [frame, JSON.stringify(login)],
    [frame, [login]],
    [frame, { name: 'login' }],
    [frame, { name: 'logout', data: token }],
    [frame, { name: '__proto__', data: token }],
    [frame, { name: 'login', data: { ...token, refresh_token: undefined } }],
    [frame, { name: 'login', data: { ...token, refresh_token: [token.refresh_token] } }],
    [frame, { name: 'login', data: { ...token, expires_in: 'soon' } }],
    [frame, { data: { constructor: { prototype: token } }, name: 'login' }],
    [frame, link('javascript:window.hacked=1')],
    [frame, link(`${studio.evil}/auth/phone?id=1`)],
    [frame, link(`${studio.auth}@evil.example/`)],
    [frame, link('data:text/html,<script>parent.hacked=1</script>')],
    [frame, link('//auth.localhost/')],
    [frame, link({ href: studio.auth })]
  ]
  for (const [from, message] of forged) await say(from, message)
  await frame.evaluate(data => {
    const own = JSON.parse(
      `{"name":"login","__proto__":{"data":${JSON.stringify(data)}},"data":{"__proto__":${JSON.stringify(data)}}}`
    )
    parent.postMessage(own, '*')
  }, token)
  // A message from another window that has a reference to the page.
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(address => void window.open(address), studio.evil)
  ])
  await other.waitForLoadState()
  await other.evaluate(data => opener?.postMessage(data, '*'), login)
  await other.close()

  // The last message is genuine: once it has taken effect, the page has handled all before it.
  await say(frame, qr)
  await expect(page.locator('#login-qr')).toBeVisible()
  expect(asked).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.locator('#login-qr')).toBeHidden()
  await expect(page.locator('#login')).toBeVisible()
  await page.locator('[data-link]').evaluate(element => (element.textContent = ''))
  expect(await stateOf(page)).toEqual(before)

  await say(frame, login)
  await expect(page).toHaveURL(`${studio.url}/flux?done=1`)
  expect(asked).toEqual([`${studio.url}/auth/session`])
  await expect(page.locator('#login')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('pmr_')
  await request.dispose()
})

test(
  'a phone link becomes a readable code, black on white, and a text',
  { tag: '@all' },
  async ({ page, studio }) => {
    const frame = await openDialog(page)
    const link = `${studio.auth}/auth/phone?id=${randomBytes(16).toString('hex')}`
    await say(frame, { name: 'show_qr', data: { qrLink: link } })
    const dialog = page.getByRole('dialog', { name: t('auth.popup.qr.title') })
    await expect(dialog.getByText(link)).toBeVisible()
    const code = dialog.getByRole('img', { name: t('auth.popup.qr.code') })
    // Browsers report fractions of a pixel that differ slightly.
    const size = async (): Promise<number[]> => {
      const box = await code.boundingBox()
      return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
    }
    await expect.poll(size).toEqual([230, 230])
    const drawn = await code.evaluate(async picture => {
      if (!(picture instanceof HTMLImageElement)) throw new Error('no picture')
      await picture.decode()
      const { naturalWidth: width, naturalHeight: height, src } = picture
      const ink = Object.assign(document.createElement('canvas'), { width, height }).getContext(
        '2d'
      )
      ink?.drawImage(picture, 0, 0)
      return {
        width,
        height,
        type: src.slice(0, 16),
        data: [...(ink?.getImageData(0, 0, width, height).data ?? [])]
      }
    })
    // The code is drawn at double resolution, with a whole number of pixels per module.
    expect(drawn.width).toBeGreaterThan(400)
    expect(drawn).toMatchObject({ height: drawn.width, type: 'data:image/jpeg;' })
    expect(jsQR(new Uint8ClampedArray(drawn.data), drawn.width, drawn.height)?.data).toBe(link)
    expect(drawn.data.slice(0, 4).every(value => value >= 250)).toBe(true)
    await accessible(page)
    await dialog.getByRole('button', { name: t('common.action.close') }).click()
    await expect(dialog).toBeHidden()
    await expect(page.locator('#login')).toBeVisible()
  }
)

test(
  'a failed sign-in is reported and can be repeated',
  { tag: '@all' },
  async ({ page, studio, playwright }) => {
    const request = await playwright.request.newContext()
    const token = await signIn(request, studio.url)
    const frame = await openDialog(page)
    await page.route('**/auth/session', route => route.fulfill({ status: 200, body: 'not JSON' }), {
      times: 1
    })
    await say(frame, { name: 'login', data: token })
    await expect(page.getByRole('alert').filter({ hasText: t('auth.popup.failed') })).toBeVisible()
    await expect(page.locator('#login iframe')).toBeHidden()
    await accessible(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: t('common.action.retry') }).click()
    await expect(page.frameLocator('#login iframe').getByText('login')).toBeVisible()
    await say(frame, { name: 'login', data: token })
    await expect(page).toHaveURL(`${studio.url}/flux?done=1`)
    await request.dispose()
  }
)
