import { afterAll, beforeAll, expect, test } from 'vitest'
import { headOf, plain } from '../support/head.ts'
import { startNamedSites, type NamedSites } from '../support/named-sites.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('en')
const ATELIER = 'https://atelier.example'
const PLAIN = 'https://plain.example'
const CLAIM = 'A studio for illustrators. In two sentences.'
const HOME = '/chatgpt/conversations'

let studio: NamedSites
beforeAll(async () => {
  studio = await startNamedSites(
    {
      [ATELIER]: {
        title: 'Atelier',
        description: CLAIM,
        features: JSON.stringify({ guest: { enabled: true }, suno: { enabled: false } })
      },
      [PLAIN]: { title: 'Plain', features: JSON.stringify({ chat: { enabled: false } }) }
    },
    { FREE_AMOUNT: '1' }
  )
})
afterAll(() => studio.stop())

async function read(origin: string, path: string, cookie = '') {
  const answer = await studio.ask(origin, path, { cookie })
  const html = await answer.text()
  const main = html.slice(html.indexOf('<main')).replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
  return {
    status: answer.status,
    html,
    head: headOf(html),
    text: plain(main.replaceAll(/<[^>]+>/g, ' ')).replaceAll(/\s+/g, ' ')
  }
}

test('the home page has the name and the claim of its site, in its head as well', async () => {
  const { head, text, html } = await read(ATELIER, HOME)
  expect(head.title).toBe('Atelier · A studio for illustrators. In two sentences')
  expect(head.meta.get('description')).toEqual([CLAIM])
  expect(head.canonical).toBe(ATELIER + HOME)
  expect(text).toContain(`Atelier ${CLAIM}`)
  expect(text).not.toContain(t('chat.home.claim'))
  expect(html).toMatch(/<html[^>]* data-rail="open"/)
})

test('the home page shows the free credits, the examples and every tool that the site offers', async () => {
  const { text } = await read(ATELIER, HOME)
  expect(text).toContain(
    `${t('chat.home.guest')} ${t('chat.home.free', { count: 1, amount: '1' })}`
  )
  expect(text).toContain(t('chat.home.try'))
  for (const id of ['flux', 'headshots', 'kling']) expect(text).toContain(t(`${id}.line`))
  expect(text).not.toContain(t('suno.line'))
})

test('chats of other models and a site without chat have no home page', async () => {
  for (const [origin, path] of [
    [ATELIER, '/deepseek/conversations'],
    [PLAIN, '/midjourney']
  ] as const) {
    const { status, text, html } = await read(origin, path)
    expect([path, status]).toEqual([path, 200])
    expect(text).not.toContain(t('chat.home.tools'))
    expect(html).not.toMatch(/<html[^>]* data-rail/)
  }
})

test('a reader who has closed the rail finds it closed', async () => {
  expect((await read(ATELIER, HOME, 'RAIL=closed')).html).not.toMatch(/<html[^>]* data-rail/)
})
