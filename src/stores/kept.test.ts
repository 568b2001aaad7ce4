import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServers, FLUX, HUB, plan, task } from '../../tests/support/hub-fakes.ts'
import { CHAT } from '#core/chat.ts'
import { $applications } from '#stores/applications.ts'
import { $conversations, openConversations } from '#stores/conversations.ts'
import { ensureCredential } from '#stores/credential.ts'
import { saveDraft } from '#stores/drafts.ts'
import { $currency } from '#stores/exchange.ts'
import { $fingerprint } from '#stores/fingerprint.ts'
import { $held } from '#stores/enter.ts'
import { chooseModel } from '#stores/models.ts'
import { $guest } from '#stores/guest-token.ts'
import { settleOwner } from '#stores/owner.ts'
import { hideColumns } from '#stores/columns.ts'
import { KEYS, resetAll, type Key } from '#stores/persisted.ts'
import { resetService } from '#stores/reset-service.ts'
import { $selection } from '#stores/selection.ts'
import { $services, loadService, serviceOf } from '#stores/service.ts'
import { startUp } from '#stores/startup.ts'
import { $tasks, loadTasks } from '#stores/tasks.ts'
import { $thread, openThread } from '#stores/thread.ts'
import { $pressed } from '#stores/pressed.ts'
import { $singleKeys } from '#stores/single-keys.ts'
import { $token } from '#stores/token.ts'

vi.mock('@fingerprintjs/fingerprintjs', () => ({
  default: { load: async () => ({ get: async () => ({ visitorId: 'f'.repeat(32) }) }) }
}))

/** What is kept elsewhere than in the browser's storage, and why. */
type Elsewhere =
  /** The server must know it before it paints. */
  | 'cookie'
  /** Configuration of the server is never kept: it would be old. The page brings it. */
  | 'page'
  /** Lists come from the server, or they fill the storage. */
  | 'list'
  /** The address says it. */
  | 'address'
  /** Comes with the form that has it. */
  | 'form'

/** Where everything is that the specification calls persisted. */
const SPECIFIED: Record<string, Key | Elsewhere> = {
  user: 'owner',
  token: 'token',
  setting: 'cookie',
  locale: 'cookie',
  dark: 'cookie',
  site: 'page',
  currency: 'currency',
  exchange: 'exchange',
  fingerprint: 'fingerprint',
  credential: 'selection',
  application: 'selection',
  applications: 'list',
  tasks: 'list',
  conversations: 'list',
  service: 'page',
  model: 'models',
  modelGroup: 'address',
  mode: 'form'
}

/** Ours beyond the specification. */
const MORE: readonly Key[] = ['columns', 'drafts', 'enter', 'guest', 'keys', 'pressed']

const GERMAN = { ...HUB, locale: 'de', currency: 'eur' } as typeof HUB
const saved = (): string[] => Object.keys(localStorage).filter(key => key.startsWith('polymuse:'))

/** All that a person does, in German, so that prices are not in dollars. @returns ends what goes on by itself */
async function live(): Promise<() => void> {
  settleOwner(GERMAN)
  const end = startUp(GERMAN)
  openConversations([{ id: 'c1', model: 'm', title: 'T', created_at: 1, updated_at: 1 }])
  openThread(null)
  saveDraft('new:chatgpt', 'half a thought')
  $guest.set({ token: 'pm_guest', ends: Date.now() + 1000, group: 'chatgpt', conversation: null })
  chooseModel('chatgpt', 'gpt-5-all')
  $held.set(true)
  $pressed.set({ place: 'new:chatgpt', text: 'half a thought', at: Date.now() })
  $singleKeys.set(false)
  hideColumns('orders', ['id'])
  await Promise.all([ensureCredential(GERMAN), ensureCredential(GERMAN, FLUX), loadService(GERMAN, FLUX)])
  await loadTasks(GERMAN, FLUX)
  await vi.waitFor(() => expect($fingerprint.get()).not.toBeNull())
  return end
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  fakeServers({
    'POST /api/v1/exchange-rate': () => Response.json({ rate: 0.9 }),
    'GET /api/v1/applications/': () => Response.json({ items: [plan('a')], count: 1 }),
    'GET /api/v1/services/service-flux': () => Response.json({ id: 'service-flux' }),
    'POST /flux/tasks': () => Response.json({ items: [task('t', 1)], count: 1 })
  })
})
afterEach(resetAll)

describe('a whole journey', () => {
  test('leaves in the browser what may be kept there, and nothing else', async () => {
    const end = await live()
    end()
    expect(saved().toSorted()).toEqual(KEYS.map(key => `polymuse:${key}`).toSorted())
    const kept = Object.values(SPECIFIED).filter(place => KEYS.some(key => key === place))
    expect(new Set([...kept, ...MORE])).toEqual(new Set(KEYS))
  })

  test('is forgotten with signing out, on the page as well as in the browser', async () => {
    const end = await live()
    resetAll()
    end()
    expect(saved()).toEqual([])
    expect([$token, $fingerprint, $conversations, $thread].map(store => store.get())).toEqual([null, null, null, null])
    expect([$selection, $services, $tasks].map(store => store.get())).toEqual([{}, {}, {}])
    expect([$currency.get(), $applications.get()]).toEqual(['usd', { status: 'none' }])
  })

  test('is forgotten for one service alone', async () => {
    const end = await live()
    resetService('flux')
    end()
    expect([Object.keys($selection.get()), serviceOf('flux'), $tasks.get()]).toEqual([['chat'], { status: 'none' }, {}])
    resetService(CHAT.id)
    expect($selection.get()).toEqual({})
    expect(saved()).not.toContain('polymuse:models')
    expect(saved()).toContain('polymuse:drafts')
  })
})

describe('a page that begins', () => {
  test('for a guest in English asks nobody for anything', async () => {
    const asked = vi.fn()
    vi.stubGlobal('fetch', asked)
    startUp({ ...HUB, user: null })()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(asked).not.toHaveBeenCalled()
    expect($fingerprint.get()).toBeNull()
  })
})
