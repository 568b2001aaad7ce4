import type { Locator, Page } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import type { Token } from '#contract/token.ts'
import { expect, hydrated, newAddress, PASSWORD } from './browser.ts'
import { watchShifts } from './crawl/check.ts'
import { wordsOf } from './words.ts'

const t = wordsOf('en')

/** The most clicks from the home page to the place where the work is done. */
const MOST_CLICKS = 3

/** A cumulative layout shift below this is shown as 0.00. A tenth is "good" by web.dev/cls. */
const STILL = 0.01

/** Width in pixels from which the rail shows instead of the bar. */
const RAIL = 768

/** Calls the API of the studio as the user of a page. */
export type ApiUser = {
  id: string
  post<T>(path: string, body: object): Promise<T>
  upload(name: string, mimeType: string, buffer: Buffer): Promise<void>
  /** Runs a tool to its end. */
  generate(path: string, values: object): Promise<void>
}

/** Signs up a new user in a page, without opening one. */
export async function signUpUser(page: Page): Promise<ApiUser> {
  const { request } = page
  const made = await request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  const { user } = (await made.json()) as { user: { id: string } }
  await request.get('/auth/begin?redirect=/')
  const session = await request.post('/auth/session', { data: {} })
  const { access_token: token } = (await session.json()) as Token
  const send = async <T>(path: string, key: string, data: object): Promise<T> => {
    const answer = await request.post(path, { data, headers: { authorization: `Bearer ${key}` } })
    expect(answer.ok(), `${path}: ${answer.ok() ? '' : await answer.text()}`).toBe(true)
    return (await answer.json()) as T
  }
  const post = <T>(path: string, body: object): Promise<T> => send<T>(path, token, body)
  async function createKey(): Promise<string> {
    const plan = { type: 'Usage', scope: 'Global' }
    const { id } = await post<Application>('/api/v1/applications/', plan)
    const asked = { application_id: id, name: 'Journey' }
    return (await post<Credential>('/api/v1/credentials/', asked)).token
  }
  let key: Promise<string> | undefined
  return {
    id: user.id,
    post,
    async upload(name, mimeType, buffer) {
      const answer = await request.post('/api/v1/files', {
        headers: { authorization: `Bearer ${token}` },
        multipart: { file: { name, mimeType, buffer } }
      })
      expect(answer.ok()).toBe(true)
    },
    async generate(path, values) {
      key ??= createKey()
      await send(path, await key, values)
    }
  }
}

/** Goes through the site by clicks, and counts them. */
export type Walk = {
  isPhone: boolean
  click(target: Locator): Promise<void>
  /** Opens the page of a tool by the menu of its group. */
  openTool(group: string, name: string): Promise<void>
  /** Opens one of the user's own pages. On a phone the profile links to those beside the library. */
  openOwn(name: string): Promise<void>
  openProfile(): Promise<void>
}

/**
 * Opens the home page. From there on each click is counted, and no page may shift its layout.
 */
export async function walkFromHome(page: Page): Promise<Walk> {
  const isPhone = (page.viewportSize()?.width ?? 0) < RAIL
  let clicks = 0
  await watchShifts(page)
  await page.goto('/')
  await hydrated(page)
  const click = async (target: Locator): Promise<void> => {
    clicks++
    expect(clicks, 'clicks from home').toBeLessThanOrEqual(MOST_CLICKS)
    await target.waitFor()
    // The scripts of the page have run by then. An earlier click would only follow the link.
    await page.waitForLoadState('domcontentloaded')
    await keepsStill(page)
    await target.click()
  }
  const frame = page.getByRole('navigation', { name: t('common.frame.services') })
  const openProfile = (): Promise<void> =>
    click(frame.getByRole('link', { name: t('common.frame.me') }))
  return {
    isPhone,
    click,
    openProfile,
    async openTool(group, name) {
      const title = t(`common.group.${group}`)
      await click(frame.getByRole('button', { name: title, exact: true }))
      const panel = page.getByRole('navigation', { name: title, exact: true })
      await click(panel.getByRole('link', { name: new RegExp(`^${RegExp.escape(name)}`) }).first())
    },
    async openOwn(name) {
      const direct = frame.getByRole('link', { name, exact: true })
      if (await direct.isVisible()) return click(direct)
      if (isPhone) await openProfile()
      else await click(page.getByRole('banner').locator('[popovertarget=person]'))
      const own = page.getByRole('navigation', { name: t('common.frame.you') })
      await click(own.getByRole('link', { name, exact: true }))
    }
  }
}

/** Expects that the layout of the page has not shifted without input. */
export async function keepsStill(page: Page): Promise<void> {
  const moved = await page.evaluate(() => window.moved ?? [])
  const sum = moved.reduce((total, { by }) => total + by, 0)
  expect(sum, `what moved at ${page.url()}: ${JSON.stringify(moved)}`).toBeLessThan(STILL)
}
