import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { orSignIn } from '#client/bearer.ts'
import type { HubInfo } from '#client/hub.ts'
import { Problem, problemBody } from '#core/problem.ts'
import { $owner } from '#stores/owner.ts'
import { resetAll } from '#stores/persisted.ts'
import { asPerson, ensureToken, renewToken } from '#stores/renewal.ts'
import { takeOver } from '#stores/take-over.ts'
import { $token } from '#stores/token.ts'

const HUB = { user: { id: 'u1' } } as HubInfo
const HOUR = 3_600_000

/** What the server answers, and how often it was asked. */
let asked: { path: string; body: unknown }[]
let answer: () => Response

const refusal = (): Response => {
  const problem = new Problem('invalid_token')
  return Response.json(problemBody(problem, 'No.', 't1'), { status: problem.status })
}
const session = (access_token: string): Response => Response.json({ access_token, expires_in: 3600, user: { id: 'u1' } })

/** One lock for all tabs: whoever comes second waits for the first, or goes without. */
function shareLocks(): void {
  let last: Promise<unknown> = Promise.resolve()
  let held = 0
  const request = (_: string, { ifAvailable = false }: LockOptions, work: (lock: unknown) => Promise<unknown>): Promise<unknown> => {
    if (ifAvailable && held > 0) return work(null)
    held++
    const done = last.then(() => work({})).finally(() => held--)
    last = done.catch(() => undefined)
    return done
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

/** What another tab does to what is saved; this one has not been told of it. */
function saveElsewhere(key: string, value: unknown): void {
  localStorage.setItem(`polymuse:${key}`, JSON.stringify(value))
}

beforeEach(() => {
  asked = []
  answer = () => session(`access-${asked.length}`)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ path: String(url), body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    return answer()
  })
  // A listener, as a page has: the store is told of other tabs by events alone.
  off = [$token.listen(() => undefined), $owner.listen(() => undefined)]
})
let off: (() => void)[]
afterEach(() => {
  for (const stop of off) stop()
  resetAll()
})

describe('a renewal among tabs', () => {
  test('of a tab that slept takes what another has saved meanwhile', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: 1 })
    saveElsewhere('token', { access: 'newer', expiration: Date.now() + HOUR })
    expect(await ensureToken(HUB)).toBe('newer')
    expect(asked).toEqual([])
  })

  test('waits for the one that another tab is at, and shares it', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: Date.now() + HOUR })
    const other = navigator.locks.request('polymuse:renewal', {}, async () => {
      await Promise.resolve()
      saveElsewhere('token', { access: 'newer', expiration: Date.now() + HOUR })
    })
    const run = vi.fn(async (token: string) => (token === 'old' ? Promise.reject(new Problem('token_expired')) : token))
    expect(await asPerson(HUB, run)).toBe('newer')
    await other
    expect(asked).toEqual([])
  })

  test('hears of what another tab has saved a little after its turn', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: 1 })
    const other = navigator.locks.request('polymuse:renewal', {}, () => Promise.resolve())
    const asking = ensureToken(HUB)
    await other
    await Promise.resolve()
    $token.set({ access: 'newer', expiration: Date.now() + HOUR })
    expect(await asking).toBe('newer')
    expect(asked).toEqual([])
  })

  test('asks itself when the tab before it got none', async () => {
    shareLocks()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const other = navigator.locks.request('polymuse:renewal', {}, () => Promise.resolve())
    const asking = ensureToken(HUB)
    await other
    await vi.advanceTimersByTimeAsync(2000)
    expect(await asking).toBe('access-1')
    vi.useRealTimers()
  })

  test('asks when what is saved is the very one that was refused', async () => {
    shareLocks()
    saveElsewhere('token', { access: 'old', expiration: Date.now() + HOUR })
    $token.set({ access: 'old', expiration: Date.now() + HOUR })
    expect(await renewToken(HUB, 'old')).toBe('access-1')
    expect(asked).toHaveLength(1)
  })

  test('takes no token of somebody else who has signed in in another tab', async () => {
    shareLocks()
    $owner.set('u1')
    saveElsewhere('owner', 'u2')
    saveElsewhere('token', { access: 'theirs', expiration: Date.now() + HOUR })
    answer = () => Response.json({ access_token: 'theirs', expires_in: 3600, user: { id: 'u2' } })
    await expect(ensureToken(HUB)).rejects.toMatchObject({ code: 'token_mismatched' })
  })

  test('goes on without a lock that is not given', async () => {
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('late', 'TimeoutError')) } })
    expect(await ensureToken(HUB)).toBe('access-1')
  })

  test('tries once more by itself for nobody: a failure is told', async () => {
    shareLocks()
    answer = () => new Response(null, { status: 502 })
    await expect(ensureToken(HUB)).rejects.toMatchObject({ code: 'api_error' })
    expect(asked).toHaveLength(1)
  })

  test('of a session that is over leads to signing in', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: 1 })
    answer = refusal
    const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await expect(orSignIn(asPerson(HUB, async () => 'never'))).rejects.toMatchObject({ code: 'invalid_token' })
    expect(went).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/auth/begin?redirect='))
    expect([$token.get(), localStorage.getItem('polymuse:token')]).toEqual([null, null])
  })
})

describe('a sign-in in a frame', () => {
  test('becomes the page’s own, and its refresh token is nowhere', async () => {
    await takeOver('pmr_secret', null)
    expect(asked).toEqual([{ path: '/auth/session', body: { refresh_token: 'pmr_secret' } }])
    expect([$token.get()?.access, $owner.get()]).toEqual(['access-1', 'u1'])
    expect(JSON.stringify({ ...localStorage })).not.toContain('pmr_secret')
  })

  test('leaves nothing of who was here before', async () => {
    $owner.set('u0')
    saveElsewhere('drafts', { chat: 'theirs' })
    await takeOver('pmr_x', null)
    expect(JSON.stringify({ ...localStorage })).not.toContain('theirs')
    expect($token.get()?.access).toBe('access-1')
  })

  test.each([
    [['u1'], true],
    [['u2'], false],
    [null, false]
  ])('asks for the site that nobody has set up; administered by %j, it is theirs: %j', async (admins, first) => {
    answer = () => (asked.length === 1 ? session('a1') : admins === null ? refusal() : Response.json({ admins }))
    expect(await takeOver('pmr_x', { platform: 'https://platform.example', origin: 'https://hub.example' })).toBe(first)
    expect(asked[1]).toEqual({ path: 'https://platform.example/api/v1/sites/initialize/', body: { origin: 'https://hub.example' } })
  })

  test('that is refused changes nothing', async () => {
    answer = refusal
    await expect(takeOver('pmr_x', null)).rejects.toMatchObject({ code: 'invalid_token' })
    expect([$token.get(), $owner.get()]).toEqual([null, null])
  })
})
