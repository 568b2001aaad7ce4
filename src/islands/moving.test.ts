import { afterEach, expect, test, vi } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { bindHub } from '#client/page-hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import { watchNavigation } from '#islands/moving.ts'
import type { ChatModuleOptions } from '#islands/later-options.ts'
import { $thread, openThread, threadOf } from '#stores/thread.ts'
import { HUB } from '../../tests/support/hub-fakes.ts'

const conversation = {
  id: 'c1',
  model: 'gpt-5-all',
  title: 'Tides',
  created_at: 0,
  updated_at: 0,
  messages: []
} satisfies Conversation
const asked = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no network')))
let end = (): void => undefined
afterEach(() => {
  end()
  asked.mockClear()
})

/** Opens the page of the conversation while the address bar shows this address. */
function open(address: string): void {
  vi.stubGlobal('fetch', asked)
  bindHub(HUB)
  history.replaceState(null, '', address)
  const [group] = CHAT_GROUPS
  const drawn = {
    hub: HUB,
    group,
    thread: threadOf(conversation),
    field: { current: null },
    say: () => undefined,
    t: (key: string) => key
  }
  end = watchNavigation(() => drawn as unknown as ChatModuleOptions)
}

test.each([
  'and the stores know it',
  'also when the stores have forgotten it, as they do when somebody signs out'
])('does not load the open conversation again, %s', async what => {
  openThread(conversation)
  if (what.startsWith('also')) $thread.set(null)
  open('/chatgpt/conversations/c1')
  await Promise.resolve()
  expect(asked).not.toHaveBeenCalled()
})

test('going back before the script has loaded opens the conversation of the address', async () => {
  openThread(conversation)
  open('/chatgpt/conversations/c2')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
})
