import { act } from 'react'
import { reached } from '../../tests/support/dom.ts'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import { CHAT_SERVICE, type ChatGroup } from '#core/chat.ts'
import type { ChatProps } from '#islands/chat-props.ts'
import { ChatNew } from '#islands/ChatNew.tsx'
import { ChatOpen } from '#islands/ChatOpen.tsx'
import { $conversations } from '#stores/conversations.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { chooseModel } from '#stores/models.ts'
import { $owner } from '#stores/owner.ts'
import { resetAll } from '#stores/persisted.ts'
import { setSelection } from '#stores/selection.ts'
import { $thread } from '#stores/thread.ts'
import { $token } from '#stores/token.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const USER = { id: 'u1' } as HubInfo['user']
const HUB = {
  locale: 'en',
  dir: 'ltr',
  origin: 'https://studio.example',
  hosts: { api: 'https://api.example' },
  test: false,
  user: USER
} as HubInfo
const GROUP = {
  id: 'chatgpt',
  title: 'ChatGPT',
  models: ['gpt-5-all', 'gpt-4o-all'].map(name => ({ name, label: name }))
} as unknown as ChatGroup
const CONVERSATION: Conversation = {
  id: 'c1',
  model: 'gpt-4o-all',
  title: 'Weeks',
  messages: [
    { role: 'user', content: 'Why **not**?', state: 'finished' },
    {
      role: 'assistant',
      content: '# Because\n\n- [x] a\n\n```ts\nconst a = 1\n```',
      state: 'finished',
      reasoning: 'Hm.'
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this?' },
        { type: 'image_url', image_url: 'https://example.com/a.png' }
      ]
    },
    {
      role: 'assistant',
      content: 'Half',
      state: 'failed',
      error: { code: 'chat_error', message: 'No.', detail: 'gone' }
    }
  ],
  created_at: NOW / 1000,
  updated_at: NOW / 1000
}
const PROPS: ChatProps = {
  hub: HUB,
  group: GROUP,
  conversation: null,
  conversations: [CONVERSATION],
  now: NOW,
  t: {}
}

let root: Root | null = null
let problems: unknown[] = []

/** Renders the page as the server does, then hydrates it as the browser does. */
async function open(
  island: React.JSX.Element,
  before: (page: HTMLElement) => void = () => undefined
): Promise<HTMLElement> {
  const page = document.createElement('div')
  // Safe: the HTML comes from React's own renderer.
  page.innerHTML = renderToString(island)
  bindHub((island.props as { hub: HubInfo }).hub)
  document.body.replaceChildren(page)
  before(page)
  await act(async () => {
    root = hydrateRoot(page, island, { onRecoverableError: problem => problems.push(problem) })
  })
  return page
}

function field(page: HTMLElement): HTMLTextAreaElement {
  const found = page.querySelector('textarea')
  if (found === null) throw new Error('no composer')
  return found
}

async function type(
  page: HTMLElement,
  text: string,
  key: KeyboardEventInit = { key: 'Enter' }
): Promise<void> {
  await act(async () => {
    field(page).value = text
    field(page).dispatchEvent(new Event('input', { bubbles: true }))
    field(page).dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key })
    )
  })
}

beforeEach(() => {
  problems = []
  vi.spyOn(console, 'error').mockImplementation((...said) => void problems.push(said))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    }
  )
})
afterEach(async () => {
  await act(async () => root?.unmount())
  dispatchEvent(new Event('pagehide'))
  $thread.set(null)
  $conversations.set(null)
  resetAll()
  history.replaceState(null, '', '/')
})

describe('the first render in the browser equals the server’s', () => {
  test.each([
    ['a new chat', <ChatNew key="" {...PROPS} />],
    [
      'a new chat of a guest',
      <ChatNew key="" {...PROPS} hub={{ ...HUB, user: null }} conversations={[]} />
    ],
    [
      'a new chat without models, whose list could not be read',
      <ChatNew key="" {...PROPS} group={{ ...GROUP, models: [] }} conversations={null} />
    ],
    ['an open chat', <ChatOpen key="" {...PROPS} conversation={CONVERSATION} />],
    [
      'an open chat from right to left',
      <ChatOpen
        key=""
        {...PROPS}
        hub={{ ...HUB, locale: 'ar', dir: 'rtl' }}
        conversation={CONVERSATION}
      />
    ]
  ])('%s, whatever the browser has saved', async (_, island) => {
    $owner.set('u1')
    saveDraft('new:chatgpt', 'half a thought')
    chooseModel('chatgpt', 'gpt-4o-all')
    await open(island)
    expect(problems).toEqual([])
  })
})

describe('an open chat is readable without a script', () => {
  const html = renderToString(<ChatOpen {...PROPS} conversation={CONVERSATION} />)

  test('the page shows questions, answers, code and failures', () => {
    for (const text of [
      'Why **not**?',
      'Because',
      'const a = 1',
      'Hm.',
      'And this?',
      'https://example.com/a.png',
      'chat_error - gone'
    ]) {
      expect(html).toContain(text)
    }
  })
  test('the page shows the list with links, and on a phone a button that opens it', () => {
    expect(html).toContain('href="/chatgpt/conversations/c1"')
    expect(html).toContain('popoverTarget="conversations"')
  })
})

describe('typed text', () => {
  test('text typed before hydration is kept', async () => {
    const page = await open(<ChatNew {...PROPS} />, each => {
      field(each).value = 'early'
    })
    expect(field(page).value).toBe('early')
    expect(readDraft('new:chatgpt')).toBe('early')
    expect(page.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(false)
  })

  test('text is kept while a guest signs in, and the field has the focus afterwards', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    history.replaceState(null, '', '/de/chatgpt/conversations?x=1')
    const guest = await open(<ChatNew {...PROPS} hub={{ ...HUB, user: null }} conversations={[]} />)
    await type(guest, 'Why?')
    await vi.waitFor(() =>
      expect(assign).toHaveBeenCalledWith(
        '/auth/begin?redirect=%2Fde%2Fchatgpt%2Fconversations%3Fx%3D1&asking=chat'
      )
    )
    expect(field(guest).value).toBe('Why?')
    await act(async () => root?.unmount())
    const page = await open(<ChatNew {...PROPS} />)
    expect(field(page).value).toBe('Why?')
    expect(document.activeElement).toBe(field(page))
  })

  test('text that a user left in the browser is removed when a guest opens the page', async () => {
    $owner.set('u1')
    saveDraft('new:chatgpt', 'theirs')
    const page = await open(<ChatNew {...PROPS} hub={{ ...HUB, user: null }} conversations={[]} />)
    expect(field(page).value).toBe('')
    expect(Object.keys(localStorage)).toEqual([])
  })
})

describe('a user who asks', () => {
  const events = [
    { type: 'start' },
    { type: 'text_delta', delta_answer: 'Be**cause**.' },
    { type: 'done' }
  ].map((event, index) => {
    const data = { ...event, id: 'c9', run_id: 'r9', service: 'chat', seq: index + 1 }
    return `id: s.r9:${index + 1}\ndata: ${JSON.stringify(data)}\n\n`
  })

  beforeEach(() => {
    setSelection(CHAT_SERVICE, { application: 'a', credential: 'pm_secret', host: HUB.origin })
    $owner.set('u1')
    $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('/events')
        ? new Response(events.join(''))
        : Response.json({ id: 'c9', run_id: 'r9', items: [] })
    )
  })

  test('reads the answer, and the conversation gets its address and list entry', async () => {
    const page = await open(
      <ChatNew {...PROPS} t={{ 'chat.turn.finished': 'Answered: {{text}}' }} />
    )
    await type(page, 'Why?')
    await reached(() => expect(page.querySelector('article strong')?.textContent).toBe('cause'))
    await reached(() =>
      expect([...page.querySelectorAll('output.sr-only')].map(each => each.textContent)).toContain(
        'Answered: Because.'
      )
    )
    expect(location.pathname).toBe('/chatgpt/conversations/c9')
    expect(page.querySelector('a[aria-current=page]')?.getAttribute('href')).toBe(
      '/chatgpt/conversations/c9'
    )
    expect(page.querySelector('h1')?.textContent).toBe('Why?')
    expect(field(page).value).toBe('')
    expect(problems).toEqual([])
  })

  test('sends nothing with Shift+Enter, or with an Enter that ends text composition', async () => {
    const page = await open(<ChatNew {...PROPS} />)
    await type(page, 'ni', { key: 'Enter', isComposing: true })
    await type(page, 'ni', { key: 'Enter', keyCode: 229 } as KeyboardEventInit)
    await type(page, 'ni', { key: 'Enter', shiftKey: true })
    expect(page.querySelectorAll('article')).toHaveLength(0)
    expect(field(page).value).toBe('ni')
  })

  test('keeps a text that is too long, and reads why it cannot be sent', async () => {
    const page = await open(<ChatNew {...PROPS} />)
    await type(page, 'x'.repeat(32_001))
    expect(page.querySelector('form output')?.textContent).toBe('chat.composer.too_long')
    expect(field(page).value).toHaveLength(32_001)
    expect(page.querySelectorAll('article')).toHaveLength(0)
  })
})
