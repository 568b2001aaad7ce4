import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withSignInRedirect } from '#client/bearer.ts'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import { Problem, problemBody } from '#core/problem.ts'
import { $owner } from '#stores/owner.ts'
import { resetAll } from '#stores/persisted.ts'
import { withUserToken, ensureToken, renewToken } from '#stores/renewal.ts'
import { adoptSession } from '#stores/take-over.ts'
import { $token } from '#stores/token.ts'

const HUB = { user: { id: 'u1' } } as HubInfo
bindHub(HUB)
const HOUR = 3_600_000

/** The requests to the server, and its response. */
let asked: { path: string; body: unknown }[]
let answer: () => Response

const refusal = (): Response => {
  const problem = new Problem('invalid_token')
  return Response.json(problemBody(problem, 'No.', 't1'), { status: problem.status })
}
const session = (access_token: string): Response =>
  Response.json({ access_token, expires_in: 3600, user: { id: 'u1' } })

/** Simulates one lock for all tabs. The second request waits for the first, or gets no lock. */
function shareLocks(): void {
  let last: Promise<unknown> = Promise.resolve()
  let held = 0
  const request = (
    _: string,
    { ifAvailable = false }: LockOptions,
    work: (lock: unknown) => Promise<unknown>
  ): Promise<unknown> => {
    if (ifAvailable && held > 0) return work(null)
    held++
    const done = last.then(() => work({})).finally(() => held--)
    last = done.catch(() => undefined)
    return done
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

/** Saves a value as another tab would, without an event in this tab. */
function saveElsewhere(key: string, value: unknown): void {
  localStorage.setItem(`polymuse:${key}`, JSON.stringify(value))
}

beforeEach(() => {
  asked = []
  answer = () => session(`access-${asked.length}`)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({
      path: String(url),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null
    })
    return answer()
  })
  // Listens like a page does. Without a listener the store does not receive other tabs' events.
  off = [$token.listen(() => undefined), $owner.listen(() => undefined)]
})
let off: (() => void)[]
afterEach(() => {
  for (const stop of off) stop()
  resetAll()
})

describe('renewing the token among tabs', () => {
  test('a tab that was asleep uses the token that another tab has saved', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: 1 })
    saveElsewhere('token', { access: 'newer', expiration: Date.now() + HOUR })
    expect(await ensureToken()).toBe('newer')
    expect(asked).toEqual([])
  })

  test('waits for the renewal of another tab and shares its token', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: Date.now() + HOUR })
    const other = navigator.locks.request('polymuse:renewal', {}, async () => {
      await Promise.resolve()
      saveElsewhere('token', { access: 'newer', expiration: Date.now() + HOUR })
    })
    const run = vi.fn(async (token: string) =>
      token === 'old' ? Promise.reject(new Problem('token_expired')) : token
    )
    expect(await withUserToken(run)).toBe('newer')
    await other
    expect(asked).toEqual([])
  })

  test('uses a token that arrives only after the other tab has released the lock', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: 1 })
    const other = navigator.locks.request('polymuse:renewal', {}, () => Promise.resolve())
    const asking = ensureToken()
    await other
    await Promise.resolve()
    $token.set({ access: 'newer', expiration: Date.now() + HOUR })
    expect(await asking).toBe('newer')
    expect(asked).toEqual([])
  })

  test('requests a token if the other tab got none', async () => {
    shareLocks()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const other = navigator.locks.request('polymuse:renewal', {}, () => Promise.resolve())
    const asking = ensureToken()
    await other
    await vi.advanceTimersByTimeAsync(2000)
    expect(await asking).toBe('access-1')
    vi.useRealTimers()
  })

  test('requests a token when the saved one is the refused one', async () => {
    shareLocks()
    saveElsewhere('token', { access: 'old', expiration: Date.now() + HOUR })
    $token.set({ access: 'old', expiration: Date.now() + HOUR })
    expect(await renewToken('old')).toBe('access-1')
    expect(asked).toHaveLength(1)
  })

  test('refuses the token of another user who has signed in in another tab', async () => {
    shareLocks()
    $owner.set('u1')
    saveElsewhere('owner', 'u2')
    saveElsewhere('token', { access: 'theirs', expiration: Date.now() + HOUR })
    answer = () => Response.json({ access_token: 'theirs', expires_in: 3600, user: { id: 'u2' } })
    await expect(ensureToken()).rejects.toMatchObject({ code: 'token_mismatched' })
  })

  test('continues without a lock when it cannot get one', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: () => Promise.reject(new DOMException('late', 'TimeoutError')) }
    })
    expect(await ensureToken()).toBe('access-1')
  })

  test('reports a failure without retrying', async () => {
    shareLocks()
    answer = () => new Response(null, { status: 502 })
    await expect(ensureToken()).rejects.toMatchObject({ code: 'api_error' })
    expect(asked).toHaveLength(1)
  })

  test('sends the user to sign in when the session has ended', async () => {
    shareLocks()
    $token.set({ access: 'old', expiration: 1 })
    answer = refusal
    const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await expect(withSignInRedirect(withUserToken(async () => 'never'))).rejects.toMatchObject({
      code: 'invalid_token'
    })
    expect(went).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/auth/begin?redirect='))
    expect([$token.get(), localStorage.getItem('polymuse:token')]).toEqual([null, null])
  })
})

describe('a sign-in in a frame', () => {
  test('becomes the page’s session, and its refresh token is not saved', async () => {
    await adoptSession('pmr_secret', null)
    expect(asked).toEqual([{ path: '/auth/session', body: { refresh_token: 'pmr_secret' } }])
    expect([$token.get()?.access, $owner.get()]).toEqual(['access-1', 'u1'])
    expect(JSON.stringify({ ...localStorage })).not.toContain('pmr_secret')
  })

  test('removes the data of the previous user', async () => {
    $owner.set('u0')
    saveElsewhere('drafts', { chat: 'theirs' })
    await adoptSession('pmr_x', null)
    expect(JSON.stringify({ ...localStorage })).not.toContain('theirs')
    expect($token.get()?.access).toBe('access-1')
  })

  test.each([
    [['u1'], true],
    [['u2'], false],
    [null, false]
  ])(
    'initializes a new site; with the admins %j, the user is its first admin: %j',
    async (admins, first) => {
      answer = () =>
        asked.length === 1 ? session('a1') : admins === null ? refusal() : Response.json({ admins })
      expect(
        await adoptSession('pmr_x', {
          platform: 'https://platform.example',
          origin: 'https://hub.example'
        })
      ).toBe(first)
      expect(asked[1]).toEqual({
        path: 'https://platform.example/api/v1/sites/initialize/',
        body: { origin: 'https://hub.example' }
      })
    }
  )

  test('changes nothing when it is refused', async () => {
    answer = refusal
    await expect(adoptSession('pmr_x', null)).rejects.toMatchObject({ code: 'invalid_token' })
    expect([$token.get(), $owner.get()]).toEqual([null, null])
  })
})
