import type { BrowserContext, Cookie, Page } from 'playwright/test'
import type { Conversation } from '#contract/conversation.ts'
import { expect, hydrated, newAddress, PASSWORD, test as base } from '../support/browser.ts'
import { openLineTo, type CuttableLine } from '../support/cuttable-line.ts'
import { startOpenaiServer } from '../support/openai-server.ts'
import { startStudio } from '../support/process.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const UUID = /[0-9a-f-]{36}$/
const HOME = '/chatgpt/conversations'
const QUESTION = 'Tell me of tides and storms'

/** Three hundred pieces that all differ, with what may be cut in two, and some Markdown. */
const PIECES = Array.from(
  { length: 300 },
  (_, index) => `${['tide', '**größer**', '你好', '👩‍👩‍👧', '`code`'][index % 5]} ${index}${index % 10 === 9 ? '\n\n' : ', '}`
)

/** A studio behind a line that can be cut, with a model that takes some five seconds; its one person is its operator. */
const test = base.extend<object, { line: CuttableLine; cookies: { known: Cookie[] } }>({
  studio: [
    async ({}, use) => {
      const vendor = await startOpenaiServer({ pieces: PIECES, pause: 15 })
      const studio = await startStudio({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: vendor.url })
      await use(studio)
      await studio.stop()
      await vendor.close()
    },
    { scope: 'worker' }
  ],
  line: [
    async ({ studio }, use) => {
      const line = await openLineTo(studio.url)
      await use(line)
      await line.close()
    },
    { scope: 'worker' }
  ],
  cookies: [async ({}, use) => use({ known: [] }), { scope: 'worker' }],
  baseURL: ({ line }, use) => use(line.url),
  // Lines that are cut are no surprise here.
  calm: async ({}, use) => use()
})

const composer = (page: Page) => page.getByRole('textbox', { name: t('chat.composer.label') })
const stop = (page: Page) => page.getByRole('button', { name: t('chat.composer.stop') })
const answer = (page: Page) => page.getByRole('article', { name: t('chat.turn.answer') }).last()

async function signIn(page: Page, cookies: { known: Cookie[] }): Promise<void> {
  await page.context().addCookies(cookies.known)
  if (cookies.known.length === 0) await signUp(page)
  else await page.goto(HOME)
  cookies.known = await page.context().cookies()
  await hydrated(page)
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`/auth/begin?redirect=${HOME}`)
  await page.getByRole('link', { name: t('auth.signUp.tab'), exact: true }).click()
  await page.getByLabel(t('auth.field.email')).fill(newAddress())
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('auth.signUp.submit'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${HOME}$`))
}

async function ask(page: Page, question = QUESTION): Promise<void> {
  await composer(page).fill(question)
  await composer(page).press('Enter')
  await expect(page).toHaveURL(UUID)
}

/** Until so much of the answer is to be seen, and not all of it. */
async function inMidAnswer(page: Page, characters = 300): Promise<void> {
  await expect.poll(async () => (await answer(page).innerText()).length).toBeGreaterThan(characters)
  await expect(stop(page)).toBeVisible()
}

const ended = (page: Page): Promise<void> => expect(stop(page)).toHaveCount(0, { timeout: 30_000 })

/** What the page has been told of its last answer, character for character. */
async function copied(page: Page): Promise<string> {
  await answer(page)
    .getByRole('button', { name: t('chat.turn.copy') })
    .click()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** What the server keeps as the last answer. */
async function kept(page: Page): Promise<string> {
  const conversation = await page.evaluate(async () => {
    const { chat } = JSON.parse(localStorage.getItem('polymuse:selection') ?? '{}') as { chat?: { credential: string } }
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

async function another(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await hydrated(page)
  return page
}

test.describe('an answer of three hundred events is the same, nothing twice and nothing lost,', () => {
  test.beforeEach(async ({ page, context, cookies }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, cookies)
  })

  test('when the page is reloaded in mid-answer, twice', async ({ page }) => {
    await ask(page)
    for (const characters of [300, 1200]) {
      await inMidAnswer(page, characters)
      await page.reload()
      await hydrated(page)
    }
    await ended(page)
    expect(await copied(page)).toBe(await kept(page))
  })

  test('in a second tab that opens in mid-answer, and in the first', async ({ page, context }) => {
    await ask(page)
    await inMidAnswer(page)
    const second = await another(context, page.url())
    await inMidAnswer(second)
    await Promise.all([ended(page), ended(second)])
    const expected = await kept(page)
    for (const each of [page, second]) expect(await copied(each)).toBe(expected)
  })

  test('when the tab that reads for all is closed in mid-answer', async ({ page, context }) => {
    const second = await another(context, page.url())
    await ask(page)
    await inMidAnswer(page)
    await second.goto(page.url())
    await inMidAnswer(second, 600)
    await page.close()
    await ended(second)
    expect(await copied(second)).toBe(await kept(second))
  })

  for (const [when, away] of [
    ['in its midst', 1200],
    ['only after its end', 8000]
  ] as const) {
    test(`when the network is cut in mid-answer and comes back ${when}`, async ({ page, context, line }) => {
      await ask(page)
      await inMidAnswer(page)
      line.cut()
      await context.setOffline(true)
      await page.waitForTimeout(away)
      await expect(stop(page)).toBeVisible()
      line.mend()
      await context.setOffline(false)
      await ended(page)
      expect(await copied(page)).toBe(await kept(page))
    })
  }

  test('when the line is cut again and again, unseen by the browser', async ({ page, line }) => {
    await ask(page)
    for (const characters of [200, 600, 1000, 1400]) {
      await inMidAnswer(page, characters)
      line.cut()
      line.mend()
    }
    await ended(page)
    expect(await copied(page)).toBe(await kept(page))
  })

  test('when the tab is hidden and shown', async ({ page, context }) => {
    await ask(page)
    await inMidAnswer(page)
    const cover = await context.newPage()
    await cover.goto('about:blank')
    await cover.bringToFront()
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await cover.waitForTimeout(1000)
    await page.bringToFront()
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await ended(page)
    expect(await copied(page)).toBe(await kept(page))
  })

  test('live in a tab where the conversation stood open, which can stop it, and whose list learns of new ones', async ({
    page,
    context
  }) => {
    await ask(page, 'What is a lighthouse?')
    await ended(page)
    const second = await another(context, page.url())
    const elsewhere = await another(context, HOME)
    // All three follow the feed: one reads it, two would take over.
    await expect.poll(() => feeds(page, true)).toBe(3)
    await ask(page)
    await expect(second.getByRole('article').getByText(QUESTION)).toBeVisible()
    await inMidAnswer(second)
    await Promise.all([ended(page), ended(second)])
    const expected = await kept(page)
    for (const each of [page, second]) expect(await copied(each)).toBe(expected)

    await page.bringToFront()
    await ask(page, 'And of storms?')
    await inMidAnswer(second)
    await stop(second).click()
    await Promise.all([ended(page), ended(second)])
    for (const each of [page, second]) await expect(answer(each).getByText(t('chat.turn.stopped'))).toBeVisible()

    await ask(elsewhere, 'Something quite new')
    // On a phone the list is in its drawer.
    await expect(second.locator('a', { hasText: 'Something quite new' }).first()).toBeAttached()
  })
})

/** How many tabs of the context hold the feed's lock: 1 when somebody leads. With `waiting`, those that would take over too. */
const feeds = (page: Page, waiting = false): Promise<number> =>
  page.evaluate(async all => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [...held, ...(all ? pending : [])].filter(({ name }) => name?.startsWith('polymuse:feed')).length
  }, waiting)

test('seven tabs of one person are all answered, and read by one connection', async ({ page, context, cookies }) => {
  await signIn(page, cookies)
  let reading = 0
  context.on('request', request => void (request.url().includes('/events') && reading++))
  const tabs = [page]
  while (tabs.length < 7) tabs.push(await another(context, HOME))
  await expect.poll(() => feeds(page)).toBe(1)
  for (const [index, tab] of tabs.entries()) {
    await tab.bringToFront()
    await ask(tab, `Question ${index}`)
  }
  for (const tab of tabs) await ended(tab)
  for (const tab of tabs) await expect(answer(tab)).not.toBeEmpty()
  expect(reading).toBeLessThan(3)
})
