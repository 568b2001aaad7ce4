import type { BrowserContext, Cookie, Page } from 'playwright/test'
import type { Conversation } from '#contract/conversation.ts'
import { expect, hydrated, newAddress, PASSWORD } from './browser.ts'
import { openLineTo, type CuttableLine } from './cuttable-line.ts'
import { withStudio } from './file-studio.ts'
import { startOpenaiServer, type OpenaiServer } from './openai-server.ts'
import { startStudio } from './process.ts'
import { wordsOf } from './words.ts'

export const t = wordsOf('en')
const UUID = /[0-9a-f-]{36}$/
export const HOME = '/chatgpt/conversations'
export const QUESTION = 'Tell me of tides and storms'

/** Three hundred different pieces, with characters that could be cut in two, and some Markdown. */
const PIECES = Array.from(
  { length: 300 },
  (_, index) =>
    `${['tide', '**größer**', '你好', '👩‍👩‍👧', '`code`'][index % 5]} ${index}${index % 10 === 9 ? '\n\n' : ', '}`
)

/**
 * Number of pieces that the model sends immediately. It sends the others once a test waits for the
 * end.
 */
const HELD = 240

/**
 * Gives a file a studio behind a connection that can be cut. Its model takes two seconds to answer,
 * and its only user is the operator.
 */
export function withLongAnswers() {
  const test = withStudio(async () => {
    const vendor = await startOpenaiServer({ pieces: PIECES, pause: 5 })
    const studio = await startStudio({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: vendor.url })
    const line = await openLineTo(studio.url)
    const stop = async (): Promise<void> => {
      await line.close()
      await studio.stop()
      await vendor.close()
    }
    return { ...studio, vendor, line, cookies: { known: [] as Cookie[] }, stop }
  })
  return test.extend<{ vendor: OpenaiServer; line: CuttableLine; cookies: { known: Cookie[] } }>({
    vendor: ({ studio }, use) => use(studio.vendor),
    line: ({ studio }, use) => use(studio.line),
    cookies: ({ studio }, use) => use(studio.cookies),
    baseURL: ({ line }, use) => use(line.url),
    // These tests cut connections, so any console error is accepted.
    calm: async ({}, use) => use()
  })
}

const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })
export const stop = (page: Page) => page.getByRole('button', { name: t('chat.composer.stop') })
export const answer = (page: Page) =>
  page.getByRole('article', { name: t('chat.turn.answer') }).last()

/**
 * Opens the chat as the user to whom the cookies belong. If there are none yet, signs the user up.
 */
export async function signIn(page: Page, cookies: { known: Cookie[] }): Promise<void> {
  await page.context().addCookies(cookies.known)
  if (cookies.known.length === 0) await signUp(page)
  else await page.goto(HOME)
  cookies.known = await page.context().cookies()
  await hydrated(page)
}

async function signUp(page: Page): Promise<void> {
  // Sign up like a user who has already typed a question: then the first user need not name the
  // studio before the chat opens.
  await page.goto(`/auth/begin?asking=1&redirect=${HOME}`)
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${HOME}$`))
}

export async function ask(vendor: OpenaiServer, page: Page, question = QUESTION): Promise<void> {
  vendor.hold(HELD)
  await composer(page).fill(question)
  await composer(page).press('Enter')
  await expect(page).toHaveURL(UUID)
}

/** Waits until the page shows this many characters of the answer while it is still streaming. */
export async function inMidAnswer(page: Page, characters = 300): Promise<void> {
  await expect.poll(async () => (await answer(page).innerText()).length).toBeGreaterThan(characters)
  await expect(stop(page)).toBeVisible()
}

/** Waits until the model has sent all the pieces that it sends immediately. */
export async function spoken(vendor: OpenaiServer): Promise<void> {
  await expect.poll(() => vendor.requests.at(-1)?.written).toBeGreaterThanOrEqual(HELD)
}

/** Lets the model finish the answer and waits for the end. */
export async function ended(vendor: OpenaiServer, ...pages: Page[]): Promise<void> {
  vendor.release()
  for (const page of pages) await expect(stop(page)).toHaveCount(0, { timeout: 30_000 })
}

/** Copies the last answer of the page with its copy button, to compare each character. */
export async function copied(page: Page): Promise<string> {
  await answer(page)
    .getByRole('button', { name: t('chat.turn.copy') })
    .click()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Reads the last answer that the server has stored. */
export async function kept(page: Page): Promise<string> {
  const conversation = await page.evaluate(async () => {
    const { chat } = JSON.parse(localStorage.getItem('polymuse:selection') ?? '{}') as {
      chat?: { credential: string }
    }
    const answered = await fetch('/aichat/conversations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${chat?.credential}` },
      body: JSON.stringify({ action: 'retrieve', id: location.pathname.split('/').at(-1) })
    })
    return (await answered.json()) as Conversation
  })
  const last = conversation.messages?.at(-1)
  expect(last?.state).toBe('finished')
  return String(last?.content)
}

/** Opens another tab. */
export async function another(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await hydrated(page)
  return page
}
