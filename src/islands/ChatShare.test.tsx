import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import { ChatShare } from '#islands/ChatShare.tsx'

vi.mock('#stores/credential.ts', () => ({
  withCredential: <T,>(work: (token: string) => Promise<T>) => work('secret')
}))

const ORIGIN = 'https://studio.example'
const HUB = { locale: 'en', origin: ORIGIN, hosts: { hub: ORIGIN, api: ORIGIN } } as HubInfo

let root: Root | null = null
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

/** Opens the dialog for a conversation with this share link and this time of a takedown. */
async function show(sharing: Pick<Conversation, 'share' | 'taken_down_at'>): Promise<HTMLElement> {
  bindHub(HUB)
  vi.stubGlobal('fetch', async () => Response.json({ id: 'c1', ...sharing }))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <ChatShare id="c1" title="Tides" plans="/" onClose={() => undefined} t={key => key} />
    )
  )
  return document.body
}

test('the dialog offers a link for a conversation that is not shared', async () => {
  const page = await show({ share: null })
  expect(page.querySelector('.button-primary')?.textContent).toBe('chat.share.make')
  expect(page.textContent).toContain('chat.share.shown')
})

test('the dialog says that a conversation was taken down, and offers no link', async () => {
  const page = await show({ share: null, taken_down_at: 1 })
  expect(page.querySelector('[role=status]')?.textContent).toBe('chat.report.owner')
  expect(page.querySelector('.button-primary')).toBeNull()
  expect(page.textContent).not.toContain('chat.share.shown')
})
