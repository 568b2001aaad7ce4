import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answered,
  ASKED,
  beginChat,
  DONE,
  endChat,
  frame,
  offline,
  refusal,
  running,
  shown,
  START,
  taken,
  type ChatWorld
} from '../../tests/support/chat-world.ts'
import { SIGN_IN } from '#client/sign-in.ts'
import type { Conversation } from '#contract/conversation.ts'
import { Problem, problemBody } from '#core/problem.ts'
import { $conversations } from '#stores/conversations.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { $guest } from '#stores/guest-token.ts'
import { askAsGuest, takeUp } from '#stores/guest.ts'
import { PREFIX } from '#stores/persisted.ts'
import { $thread, changeThread, currentThread, openThread } from '#stores/thread.ts'
import { $token } from '#stores/token.ts'

const ENDS = Date.now() + 3_600_000
const made = (): Response => Response.json({ token: 'pm_guest', expires_at: new Date(ENDS).toISOString() })
const stored: Conversation = {
  ...running,
  messages: [
    { role: 'user', content: 'Why?', state: 'finished' },
    { role: 'assistant', content: 'So.', state: 'finished' }
  ]
}
delete stored.answering
const kept = { token: 'pm_guest', ends: ENDS, group: 'chatgpt', conversation: 'c1' }

let world: ChatWorld
let guest: ChatWorld['hub']
const leads = vi.fn((event: Event) => event.preventDefault())

beforeEach(() => {
  world = beginChat()
  guest = { ...world.hub, user: null, guest: true }
  $token.set(null)
  document.addEventListener(SIGN_IN, leads)
})
afterEach(() => {
  document.removeEventListener(SIGN_IN, leads)
  leads.mockClear()
  endChat()
})

const paths = (): string[] => world.sent.map(({ url, headers }) => `${new URL(url).pathname} ${headers['authorization'] ?? 'nobody'}`)

describe('a guest who asks', () => {
  test('gets an answer, and finds it again; the next question leads to signing in', async () => {
    saveDraft('new:chatgpt', ASKED.question)
    world.answers.push(made, answered(world, 'r1', START, frame(2, 'So.'), { ...DONE, seq: 3 }))
    expect(await askAsGuest(guest, ASKED)).toBe(true)
    expect(shown()).toEqual(['user Why? finished', 'assistant So. finished'])
    expect(paths()).toEqual(['/aichat/guest nobody', '/aichat/conversations Bearer pm_guest'])
    expect($guest.get()).toEqual(kept)
    expect(readDraft('new:chatgpt')).toBe('')

    expect(await askAsGuest(guest, { ...ASKED, question: 'And?' })).toBe(false)
    expect(leads).toHaveBeenCalledOnce()
    expect(world.sent).toHaveLength(2)
  })

  test('may ask again what failed, with the same credential', async () => {
    world.answers.push(made, refusal('busy'), () => taken('r2'))
    expect(await askAsGuest(guest, ASKED)).toBe(false)
    expect(shown().at(-1)).toContain('busy')
    const again = askAsGuest(guest, ASKED)
    await vi.waitFor(() => expect($guest.get()?.conversation).toBe('c1'))
    for (const event of [START, DONE]) world.tell({ ...event, run_id: 'r2' })
    expect(await again).toBe(true)
    expect(paths().filter(path => path.startsWith('/aichat/guest'))).toHaveLength(1)
  })

  test.each(['forbidden', 'too_many_requests', 'api_error'] as const)('signs in first where it is not to be: %s', async code => {
    world.answers.push(refusal(code))
    expect(await askAsGuest(guest, ASKED)).toBe(false)
    expect(leads).toHaveBeenCalledOnce()
    expect([$guest.get(), shown()]).toEqual([null, []])
  })

  test('is told when there is no connection', async () => {
    world.answers.push(offline)
    expect(await askAsGuest(guest, ASKED)).toBe(false)
    expect(leads).not.toHaveBeenCalled()
    expect(currentThread().notice?.detail).toBe('offline')
  })

  test('signs in for what the server keeps for people', async () => {
    $guest.set({ ...kept, conversation: null })
    const used = new Problem('used_up', { issues: [{ field: 'guest', code: 'guest' }] })
    world.answers.push(() => Response.json(problemBody(used, 'No.', 't1'), { status: used.status }))
    expect(await askAsGuest(guest, ASKED)).toBe(false)
    expect(leads).toHaveBeenCalledOnce()
  })
})

describe('a guest who comes back', () => {
  beforeEach(() => $guest.set(kept))

  test('reads the answer again', async () => {
    world.answers.push(() => Response.json(stored))
    expect(await takeUp(guest, 'chatgpt')).toBe(true)
    expect(shown()).toEqual(['user Why? finished', 'assistant So. finished'])
    expect(paths()).toEqual(['/aichat/conversations Bearer pm_guest'])
  })

  test('reads on in one that is being written', async () => {
    world.answers.push(() => Response.json(running))
    world.early.push(START, frame(2, 'So.'), { ...DONE, seq: 3 })
    expect(await takeUp(guest, 'chatgpt')).toBe(true)
    await vi.waitFor(() => expect(shown()).toEqual(['user Why? finished', 'assistant So. finished']))
  })

  test('sees nothing of it in another group, nor over what stands there', async () => {
    expect(await takeUp(guest, 'grok')).toBe(false)
    openThread({ ...stored, id: 'c2' })
    world.answers.push(() => Response.json(stored))
    expect(await takeUp(guest, 'chatgpt')).toBe(false)
    expect(currentThread().id).toBe('c2')
  })

  test('finds nothing after its day, nor of what is no such thing', () => {
    for (const saved of [{ ...kept, ends: Date.now() - 1 }, { ...kept, token: '' }, 'x', null, { ends: ENDS }]) {
      $guest.set(kept)
      localStorage.setItem(`${PREFIX}guest`, JSON.stringify(saved))
      dispatchEvent(new StorageEvent('storage', { key: `${PREFIX}guest`, newValue: JSON.stringify(saved) }))
      expect($guest.get()).toBeNull()
    }
  })
})

describe('who has signed in since', () => {
  beforeEach(() => {
    $guest.set(kept)
    $token.set({ access: 'access', expiration: ENDS })
  })

  test('finds it as their own, what they typed with it, and nothing of the guest', async () => {
    saveDraft('new:chatgpt', 'And?')
    world.answers.push(
      () => Response.json({ conversations: ['c1'] }),
      () => Response.json(stored)
    )
    expect(await takeUp(world.hub, 'chatgpt')).toBe(true)
    expect(world.sent[0]).toMatchObject({ url: 'https://api.example/aichat/guest/claim', body: { token: 'pm_guest' } })
    expect(paths()).toEqual(['/aichat/guest/claim Bearer access', '/aichat/conversations Bearer pm_secret'])
    expect($guest.get()).toBeNull()
    expect(currentThread()).toMatchObject({ id: 'c1', phase: 'idle' })
    expect([readDraft('new:chatgpt'), readDraft('c1')]).toEqual(['', 'And?'])
    expect($conversations.get()?.items.map(({ id }) => id)).toEqual(['c1'])
    expect(await takeUp(world.hub, 'chatgpt')).toBe(false)
  })

  test('is left where they are, once they have begun something else', async () => {
    world.answers.push(() => {
      changeThread({ id: 'c9' })
      return Response.json({ conversations: ['c1'] })
    })
    expect(await takeUp(world.hub, 'chatgpt')).toBe(false)
    expect([$guest.get(), $thread.get()?.id]).toEqual([null, 'c9'])
  })

  test('keeps it for the next page when the server cannot be asked, not when it knows nothing of it', async () => {
    world.answers.push(offline, refusal('api_error'))
    for (let time = 0; time < 2; time++) expect([await takeUp(world.hub, 'chatgpt'), $guest.get()]).toEqual([false, kept])
    world.answers.push(refusal('not_found'))
    expect([await takeUp(world.hub, 'chatgpt'), $guest.get()]).toEqual([false, null])
  })
})
