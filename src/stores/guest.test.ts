import { bindHub } from '#client/page-hub.ts'
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
import { SIGN_IN_EVENT } from '#client/sign-in.ts'
import type { Conversation } from '#contract/conversation.ts'
import { Problem, problemBody } from '#core/problem.ts'
import { $conversations } from '#stores/conversations.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { $guest } from '#stores/guest-token.ts'
import { askAsGuest, resumeGuestChat } from '#stores/guest.ts'
import { STORAGE_PREFIX } from '#stores/persisted.ts'
import { $thread, changeThread, currentThread, openThread } from '#stores/thread.ts'
import { $token } from '#stores/token.ts'

const ENDS = Date.now() + 3_600_000
const made = (): Response =>
  Response.json({ token: 'pm_guest', expires_at: new Date(ENDS).toISOString() })
const stored: Conversation = {
  ...running,
  messages: [
    { role: 'user', content: 'Why?', state: 'finished' },
    { role: 'assistant', content: 'So.', state: 'finished' }
  ]
}
delete stored.answering
const kept = { token: 'pm_guest', ends: ENDS, group: 'chatgpt', work: 'c1' }

let world: ChatWorld
const leads = vi.fn((event: Event) => event.preventDefault())

beforeEach(() => {
  world = beginChat()
  bindHub({ ...world.hub, user: null, guest: true })
  $token.set(null)
  document.addEventListener(SIGN_IN_EVENT, leads)
})
afterEach(() => {
  document.removeEventListener(SIGN_IN_EVENT, leads)
  leads.mockClear()
  endChat()
})

const paths = (): string[] =>
  world.sent.map(
    ({ url, headers }) => `${new URL(url).pathname} ${headers['authorization'] ?? 'nobody'}`
  )

describe('a guest who asks', () => {
  test('gets one answer, which is saved, and must sign in for the next question', async () => {
    saveDraft('new:chatgpt', ASKED.question)
    world.answers.push(made, answered(world, 'r1', START, frame(2, 'So.'), { ...DONE, seq: 3 }))
    expect(await askAsGuest(ASKED)).toBe(true)
    expect(shown()).toEqual(['user Why? finished', 'assistant So. finished'])
    expect(paths()).toEqual(['/aichat/guest nobody', '/aichat/conversations Bearer pm_guest'])
    expect($guest.get()).toEqual(kept)
    expect(readDraft('new:chatgpt')).toBe('')

    expect(await askAsGuest({ ...ASKED, question: 'And?' })).toBe(false)
    expect(leads).toHaveBeenCalledOnce()
    expect(world.sent).toHaveLength(2)
  })

  test('may repeat a failed question with the same credential', async () => {
    world.answers.push(made, refusal('busy'), () => taken('r2'))
    expect(await askAsGuest(ASKED)).toBe(false)
    expect(shown().at(-1)).toContain('busy')
    const again = askAsGuest(ASKED)
    await vi.waitFor(() => expect($guest.get()?.work).toBe('c1'))
    for (const event of [START, DONE]) world.tell({ ...event, run_id: 'r2' })
    expect(await again).toBe(true)
    expect(paths().filter(path => path.startsWith('/aichat/guest'))).toHaveLength(1)
  })

  test.each(['forbidden', 'too_many_requests', 'api_error'] as const)(
    'must sign in first when the server refuses guests: %s',
    async code => {
      world.answers.push(refusal(code))
      expect(await askAsGuest(ASKED)).toBe(false)
      expect(leads).toHaveBeenCalledOnce()
      expect([$guest.get(), shown()]).toEqual([null, []])
    }
  )

  test('sees a notice when the network fails', async () => {
    world.answers.push(offline)
    expect(await askAsGuest(ASKED)).toBe(false)
    expect(leads).not.toHaveBeenCalled()
    expect(currentThread().notice?.detail).toBe('offline')
  })

  test('must sign in when the server reserves the question for users', async () => {
    $guest.set({ ...kept, work: null })
    const used = new Problem('used_up', { issues: [{ field: 'guest', code: 'guest' }] })
    world.answers.push(() => Response.json(problemBody(used, 'No.', 't1'), { status: used.status }))
    expect(await askAsGuest(ASKED)).toBe(false)
    expect(leads).toHaveBeenCalledOnce()
  })
})

describe('a guest who comes back', () => {
  beforeEach(() => $guest.set(kept))

  test('sees the saved answer again', async () => {
    world.answers.push(() => Response.json(stored))
    expect(await resumeGuestChat('chatgpt')).toBe(true)
    expect(shown()).toEqual(['user Why? finished', 'assistant So. finished'])
    expect(paths()).toEqual(['/aichat/conversations Bearer pm_guest'])
  })

  test('follows an answer that is still being written', async () => {
    world.answers.push(() => Response.json(running))
    world.early.push(START, frame(2, 'So.'), { ...DONE, seq: 3 })
    expect(await resumeGuestChat('chatgpt')).toBe(true)
    await vi.waitFor(() =>
      expect(shown()).toEqual(['user Why? finished', 'assistant So. finished'])
    )
  })

  test('does not see the answer in another group or over an open conversation', async () => {
    expect(await resumeGuestChat('grok')).toBe(false)
    openThread({ ...stored, id: 'c2' })
    world.answers.push(() => Response.json(stored))
    expect(await resumeGuestChat('chatgpt')).toBe(false)
    expect(currentThread().id).toBe('c2')
  })

  test('finds nothing once the credential has expired or the saved data is invalid', () => {
    for (const saved of [
      { ...kept, ends: Date.now() - 1 },
      { ...kept, token: '' },
      'x',
      null,
      { ends: ENDS }
    ]) {
      $guest.set(kept)
      localStorage.setItem(`${STORAGE_PREFIX}guest`, JSON.stringify(saved))
      dispatchEvent(
        new StorageEvent('storage', {
          key: `${STORAGE_PREFIX}guest`,
          newValue: JSON.stringify(saved)
        })
      )
      expect($guest.get()).toBeNull()
    }
  })
})

describe('a guest who has signed in since', () => {
  beforeEach(() => {
    bindHub(world.hub)
    $guest.set(kept)
    $token.set({ access: 'access', expiration: ENDS })
  })

  test('gets the conversation and the draft as their own, and no guest data remains', async () => {
    saveDraft('new:chatgpt', 'And?')
    world.answers.push(
      () => Response.json({ conversations: ['c1'] }),
      () => Response.json(stored)
    )
    expect(await resumeGuestChat('chatgpt')).toBe(true)
    expect(world.sent[0]).toMatchObject({
      url: 'https://api.example/aichat/guest/claim',
      body: { token: 'pm_guest' }
    })
    expect(paths()).toEqual([
      '/aichat/guest/claim Bearer access',
      '/aichat/conversations Bearer pm_secret'
    ])
    expect($guest.get()).toBeNull()
    expect(currentThread()).toMatchObject({ id: 'c1', phase: 'idle' })
    expect([readDraft('new:chatgpt'), readDraft('c1')]).toEqual(['', 'And?'])
    expect($conversations.get()?.items.map(({ id }) => id)).toEqual(['c1'])
    expect(await resumeGuestChat('chatgpt')).toBe(false)
  })

  test('stays in the conversation that they have begun meanwhile', async () => {
    world.answers.push(() => {
      changeThread({ id: 'c9' })
      return Response.json({ conversations: ['c1'] })
    })
    expect(await resumeGuestChat('chatgpt')).toBe(false)
    expect([$guest.get(), $thread.get()?.id]).toEqual([null, 'c9'])
  })

  test('keeps the guest data until the server says that it does not know it', async () => {
    world.answers.push(offline, refusal('api_error'))
    for (let time = 0; time < 2; time++)
      expect([await resumeGuestChat('chatgpt'), $guest.get()]).toEqual([false, kept])
    world.answers.push(refusal('not_found'))
    expect([await resumeGuestChat('chatgpt'), $guest.get()]).toEqual([false, null])
  })
})
