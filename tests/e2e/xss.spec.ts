import type { APIRequestContext, Page } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import type { Session } from '#contract/token.ts'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { expect, hydrated, newAddress, PASSWORD, test } from '../support/browser.ts'
import { XSS } from '../support/hostile.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
test.describe.configure({ mode: 'parallel' })
// An address that is not canonical redirects to the canonical one, which does not exist here.
test.use({ expected: /status of 404/ })

const HOME = '/chatgpt/conversations'
const NAME = '"><img src=x onerror=alert(1)><svg/onload=alert(2)>{{7*7}}'

/** Records policy violations and calls to foreign hosts. Shows error pages with status 200. */
async function watch(page: Page, own: string): Promise<string[]> {
  const seen: string[] = []
  await page.exposeFunction('violated', (what: string) => seen.push(`policy: ${what}`))
  await page.addInitScript(() => {
    const tell = Reflect.get(window, 'violated') as (what: string) => void
    document.addEventListener('securitypolicyviolation', event =>
      tell(`${event.violatedDirective} ${event.blockedURI}`)
    )
  })
  page.on('request', request => {
    if (!request.url().startsWith(own) && !/^(data|blob):/.test(request.url()))
      seen.push(`request: ${request.url()}`)
  })
  await page.route('**/*', async route => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    // Chromium logs every page with an error status, and these tests request such pages on purpose.
    return route.fulfill({ response, ...(response.status() >= 400 && { status: 200 }) })
  })
  return seen
}

/** Lists elements and attributes of the page that a test vector made active. */
function active(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      const name = element.localName
      const told = element.outerHTML.slice(0, 120)
      for (const { name: attribute, value } of element.attributes) {
        if (attribute.startsWith('on')) found.push(`${attribute}: ${told}`)
        if (
          /^(href|src|action|formaction|xlink:href|data|poster|srcdoc)$/.test(attribute) &&
          /^[\s\0-\x20]*(javascript|vbscript|data):/i.test(value)
        ) {
          if (!(name === 'link' || value.startsWith('data:image/'))) found.push(`address: ${told}`)
        }
      }
      if (
        name === 'script' &&
        /alert\(\d+\)/.test(element.textContent) &&
        element.getAttribute('type') === null
      )
        found.push(`script: ${told}`)
      if (/^(iframe|object|embed|base|marquee|math|frame|applet)$/.test(name)) found.push(told)
      if (name === 'meta' && element.getAttribute('http-equiv')?.toLowerCase() === 'refresh')
        found.push(told)
      if (name === 'img' && !(element as HTMLImageElement).src.startsWith(location.origin))
        found.push(told)
    }
    return found
  })
}

async function harmless(page: Page, seen: string[], what: string): Promise<void> {
  expect([...(await active(page)), ...seen], what).toEqual([])
}

async function signUp(page: Page, name: string): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD, name }
  })
  expect(answer.ok()).toBe(true)
  await page.goto(`/auth/begin?redirect=${HOME}`)
  await hydrated(page)
}

type Api = (path: string, data: object, token?: string) => Promise<unknown>

function apiOf(request: APIRequestContext): Api {
  return async (path, data, token) => {
    const headers = {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` })
    }
    const answer = await request.post(path, { data, headers })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
}

/** Creates an API key of the user with these cookies. */
async function credentialOf(api: Api, base: string): Promise<string> {
  const { access_token: token } = (await api('/auth/session', {})) as Session
  const application = (await api(
    '/api/v1/applications/',
    { type: 'Usage', scope: 'Global' },
    token
  ).catch(() => null)) as Application | null
  if (application === null) throw new Error('no application')
  return (
    (await api(
      '/api/v1/credentials/',
      { application_id: application.id, host: base },
      token
    )) as Credential
  ).token
}

/** Puts the vector into every construct of Markdown. */
const placed = (vector: string): string =>
  [
    vector,
    `# ${vector}`,
    `> ${vector}`,
    `- ${vector}`,
    `[${vector}](https://example.com)`,
    `[x](<${vector}>)`,
    `![${vector}](${vector})`,
    `**${vector}**`,
    `\`\`\`${vector}\n${vector}\n\`\`\``
  ].join('\n\n')

test('no text of a conversation becomes active content', async ({ page, studio }) => {
  const seen = await watch(page, studio.url)
  await signUp(page, NAME)
  const api = apiOf(page.request)
  const token = await credentialOf(api, studio.url)
  const ask = async (question: string): Promise<string> =>
    (
      (await api(
        '/aichat/conversations',
        { model: 'gpt-5-all', question: `${question} [sandbox:tokens=40]` },
        token
      )) as { id: string }
    ).id

  const whole = await ask(XSS.join('\n'))
  await page.goto(`${HOME}/${whole}`)
  await hydrated(page)
  await expect(page.getByRole('article', { name: t('chat.turn.you') })).toContainText(
    '<img src=x onerror=alert(5)>'
  )
  await harmless(page, seen, 'a question and its answer')

  for (let start = 0; start < XSS.length; start += 25) {
    const part = XSS.slice(start, start + 25)
    const messages = part.flatMap(vector => [
      { role: 'user', content: vector },
      { role: 'assistant', content: placed(vector) }
    ])
    messages.push({
      role: 'user',
      content: [
        { type: 'image_url', image_url: 'javascript:alert(1)' },
        { type: 'file_url', file_url: 'data:text/html,x' }
      ] as unknown as string
    })
    await api(
      '/aichat/conversations',
      { action: 'update', id: whole, title: part.join(' ').slice(0, 200), messages },
      token
    )
    await page.goto(`${HOME}/${whole}`)
    await hydrated(page)
    await expect(page.getByRole('article', { name: t('chat.turn.answer') })).toHaveCount(
      part.length
    )
    await harmless(page, seen, `answers from ${start}`)
  }

  for (const title of XSS.slice(0, 12))
    await api('/aichat/conversations', { action: 'update', id: await ask('hi'), title }, token)
  await page.goto(HOME)
  await hydrated(page)
  // On a phone the list is in its drawer.
  await expect(page.locator('a', { hasText: '<svg onload=alert(12)>' }).first()).toBeAttached()
  await harmless(page, seen, 'titles')
  await page
    .getByRole('textbox', { name: t('chat.composer.label') })
    .fill(`${XSS.slice(4, 16).join('\n')} [sandbox:tokens=60]`)
  await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click()
  await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: t('chat.composer.stop') })).toHaveCount(0)
  await harmless(page, seen, 'an answer as it comes')

  await page.goto('/profile')
  await expect(page.getByText(NAME).first()).toBeAttached()
  await harmless(page, seen, 'a name')
})

test('no text of a site becomes active content', async ({ page, studio }) => {
  const seen = await watch(page, studio.url)
  await signUp(page, 'Ada')
  const database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
  const before = await database.db
    .selectFrom('site')
    .select(['title', 'description', 'keywords', 'accent'])
    .executeTakeFirstOrThrow()
  try {
    for (const start of [0, 25, 50]) {
      const text = XSS.slice(start, start + 25).join(' ')
      const accent = 'red;background:url(https://evil.example/x.png)'
      await database.db
        .updateTable('site')
        .set({ title: text, description: text, keywords: JSON.stringify([text]), accent })
        .execute()
      for (const path of [HOME, '/auth/login', '/console/applications', '/nowhere']) {
        await page.goto(path)
        await harmless(page, seen, `${path} of a site named from ${start}`)
      }
    }
  } finally {
    await database.db.updateTable('site').set(before).execute()
    await database.close()
  }
})

test('no address becomes active content', { tag: '@all' }, async ({ page, studio }) => {
  const seen = await watch(page, studio.url)
  for (let start = 0; start < XSS.length; start += 6) {
    const text = encodeURIComponent(XSS.slice(start, start + 6).join(' '))
    await page.goto(`/auth/login?email=${text}&state=${text}&mode=${text}&inviter_id=${text}`)
    await harmless(page, seen, `login from ${start}`)
    await page.goto(`/nowhere/${text}?${text}=${text}`)
    await harmless(page, seen, `path from ${start}`)
  }
})

test('no redirect leads to another site', { tag: '@all' }, async ({ page, studio }) => {
  const seen = await watch(page, studio.url)
  for (const vector of XSS) {
    const text = encodeURIComponent(vector)
    const back = await page.request.get(`/preferences?theme=dark&redirect=${text}`, {
      maxRedirects: 0
    })
    expect(new URL(back.headers()['location'] ?? '', studio.url).origin, vector).toBe(studio.url)
    // HTML is plain text in every attribute; only vectors that parse as an address need the page.
    if (vector.startsWith('<')) continue
    await page.goto(`/auth/login?redirect=${text}&site=${text}`)
    await harmless(page, seen, `redirect: ${vector}`)
  }
})
