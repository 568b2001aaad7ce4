import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeServers, FLUX, HUB, plan } from '../../tests/support/hub-fakes.ts'
import { $applications } from '#stores/applications.ts'
import { $conversations, openConversations } from '#stores/conversations.ts'
import { ensureCredential } from '#stores/credential.ts'
import { saveDraft } from '#stores/drafts.ts'
import { $modifierEnter } from '#stores/enter.ts'
import { chooseModel } from '#stores/models.ts'
import { keepTokenFresh } from '#stores/fresh-token.ts'
import { $guest } from '#stores/guest-token.ts'
import { settleOwner } from '#stores/owner.ts'
import { hideColumns } from '#stores/columns.ts'
import { STORAGE_KEYS, resetAll, type StorageKey } from '#stores/persisted.ts'
import { $pushAnswered } from '#stores/push-answer.ts'
import { $selection } from '#stores/selection.ts'
import { $thread, openThread } from '#stores/thread.ts'
import { $pendingMessage } from '#stores/pressed.ts'
import { $queue, createQueue } from '#stores/queue.ts'
import { rememberPlace } from '#stores/recent-places.ts'
import { $singleKeys } from '#stores/single-keys.ts'
import { $token } from '#stores/token.ts'

/** The places in which we keep data outside the browser's storage, and the reason for each. */
type Elsewhere =
  /** The server needs it before it renders the page. */
  | 'cookie'
  /** Server configuration is never saved, since it would become outdated. The page contains it. */
  | 'page'
  /** Lists are loaded from the server. They would fill the storage. */
  | 'list'
  /** The URL contains it. */
  | 'address'
  /** It is one of the values of a tool's form. */
  | 'form'
  /** We never compute it, see docs/decisions/040-what-browsers-keep.md. */
  | 'none'

/**
 * By name of a value that the specification calls persisted: our key for it, or the other place.
 */
const SPECIFIED: Record<string, StorageKey | Elsewhere> = {
  user: 'owner',
  token: 'token',
  setting: 'cookie',
  locale: 'cookie',
  dark: 'cookie',
  site: 'page',
  currency: 'cookie',
  exchange: 'page',
  fingerprint: 'none',
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

/** Keys that we add to the specification. */
const MORE: readonly StorageKey[] = [
  'columns',
  'drafts',
  'enter',
  'guest',
  'keys',
  'player',
  'pressed',
  'push',
  'recent'
]

const SONG = {
  url: 'https://api.example/files/a',
  title: 'A',
  line: '',
  cover: '',
  lyric: '',
  wave: ''
}

const saved = (): string[] => Object.keys(localStorage).filter(key => key.startsWith('polymuse:'))

/**
 * Does everything a user can do that saves data.
 * @returns a function that stops the renewal of the token
 */
async function live(): Promise<() => void> {
  settleOwner(HUB)
  const end = keepTokenFresh()
  openConversations([{ id: 'c1', model: 'm', title: 'T', created_at: 1, updated_at: 1 }])
  openThread(null)
  saveDraft('new:chatgpt', 'half a thought')
  const tried = { group: 'chatgpt', work: null }
  $guest.set({ token: 'pm_guest', ends: Date.now() + 1000, ...tried })
  chooseModel('chatgpt', 'gpt-5-all')
  $modifierEnter.set(true)
  $pushAnswered.set(true)
  $pendingMessage.set({ place: 'new:chatgpt', text: 'half a thought', at: Date.now() })
  $singleKeys.set(false)
  hideColumns('orders', ['id'])
  rememberPlace('/flux')
  $queue.set(createQueue([SONG], 0))
  await Promise.all([ensureCredential(), ensureCredential(FLUX)])
  return end
}

beforeEach(() => {
  fakeServers({
    'GET /api/v1/applications/': () => Response.json({ items: [plan('a')], count: 1 })
  })
})
afterEach(resetAll)

describe('a visit that saves all kinds of data', () => {
  test('leaves only the permitted keys in the browser', async () => {
    const end = await live()
    end()
    expect(saved().toSorted()).toEqual(STORAGE_KEYS.map(key => `polymuse:${key}`).toSorted())
    const kept = Object.values(SPECIFIED).filter(place => STORAGE_KEYS.some(key => key === place))
    expect(new Set([...kept, ...MORE])).toEqual(new Set(STORAGE_KEYS))
  })

  test('is removed by signing out, on the page and in the browser', async () => {
    const end = await live()
    resetAll()
    end()
    expect(saved()).toEqual([])
    expect([$token, $conversations, $thread].map(store => store.get())).toEqual([null, null, null])
    expect([$selection.get(), $applications.get()]).toEqual([{}, { status: 'none' }])
  })
})
