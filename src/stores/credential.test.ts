import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { Problem, problemBody } from '#core/problem.ts'
import { $applications, loadApplications } from '#stores/applications.ts'
import { $lostPlan } from '#stores/lost-plan.ts'
import { resetAll } from '#stores/persisted.ts'
import { renewToken } from '#stores/renewal.ts'
import { ensureCredential, selectApplication, withCredential } from '#stores/credential.ts'
import { $selection, NO_SELECTIONS, setSelection, selectionOf } from '#stores/selection.ts'
import { $token } from '#stores/token.ts'

const HUB = {
  locale: 'en',
  origin: 'https://studio.example',
  hosts: {
    hub: 'https://studio.example',
    platform: 'https://platform.example',
    auth: 'https://auth.example',
    api: 'https://api.example'
  },
  user: { id: 'u1' }
} as HubInfo
bindHub(HUB)

const chosen = () => selectionOf(CHAT_SERVICE, HUB.origin)

function application(id: string, more: Partial<Application> = {}): Application {
  const rest = {
    service_id: null,
    user_id: 'u1',
    used_amount: 0,
    free: 'granted',
    credentials: [],
    created_at: '',
    updated_at: ''
  } as const
  return {
    id,
    type: 'Usage',
    scope: 'Global',
    remaining_amount: 5,
    expired_at: null,
    ...rest,
    ...more,
    credentials: more.credentials ?? []
  }
}

/** All requests to the servers, as `METHOD path`. */
let asked: string[]
let applications: Application[]
let answers: Record<string, () => Response>

const refusal = (code: ConstructorParameters<typeof Problem>[0]): Response => {
  const problem = new Problem(code)
  return Response.json(problemBody(problem, 'No.', 't1'), { status: problem.status })
}

beforeEach(() => {
  asked = []
  applications = []
  answers = {
    'POST /auth/session': () =>
      Response.json({
        access_token: `access-${asked.length}`,
        expires_in: 3600,
        user: { id: 'u1' }
      }),
    'GET /api/v1/applications/': () =>
      Response.json({ items: applications, count: applications.length }),
    'POST /api/v1/applications/': () => {
      applications = [application('new')]
      return Response.json(applications[0])
    },
    'POST /api/v1/credentials/': () =>
      Response.json({ id: 'k1', token: `pm_${asked.length}`, host: HUB.origin })
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${new URL(url, HUB.origin).pathname}`
    asked.push(call)
    return answers[call]?.() ?? new Response(null, { status: 404 })
  })
})
afterEach(resetAll)

describe('the credential', () => {
  const FIRST = [
    'POST /auth/session',
    'GET /api/v1/applications/',
    'POST /api/v1/applications/',
    'POST /api/v1/credentials/'
  ]

  test('a new user gets a plan first, and concurrent callers share the credential', async () => {
    const tokens = await Promise.all([ensureCredential(), ensureCredential(), ensureCredential()])
    expect(new Set(tokens).size).toBe(1)
    expect(asked).toEqual(FIRST)
    expect(await ensureCredential()).toBe(tokens[0])
    expect(asked).toEqual(FIRST)
  })

  test('uses the plan’s credential for this page’s origin', async () => {
    const credentials = ['https://other.example', HUB.origin].map((host, index) => ({
      host,
      token: `pm_${index}`
    })) as Application['credentials']
    applications = [application('known', { credentials })]
    expect(await ensureCredential()).toBe('pm_1')
    expect(chosen()).toMatchObject({ application: 'known', credential: 'pm_1', host: HUB.origin })
  })

  test('creates a credential for a plan that another tab created meanwhile', async () => {
    answers['POST /api/v1/applications/'] = () => {
      applications = [application('other-tab')]
      return refusal('duplication')
    }
    await ensureCredential()
    expect(chosen()?.application).toBe('other-tab')
  })

  test('does not use the credential of another origin', async () => {
    setSelection(CHAT_SERVICE, {
      application: 'a',
      credential: 'pm_old',
      host: 'https://other.example'
    })
    expect(await ensureCredential()).not.toBe('pm_old')
  })

  test('replaces a refused credential once', async () => {
    setSelection(CHAT_SERVICE, { application: 'a', credential: 'pm_old', host: HUB.origin })
    const run = vi.fn(async (token: string) =>
      token === 'pm_old' ? Promise.reject(new Problem('invalid_token')) : token
    )
    expect(await withCredential(run)).toBe(chosen()?.credential)
    expect(run).toHaveBeenCalledTimes(2)
  })
})

describe('the list of plans', () => {
  const credentials = [{ host: HUB.origin, token: 'pm_here' }] as Application['credentials']
  const own = { scope: 'Individual', service_id: 'service-flux', credentials } as const
  const FLUX = { id: 'flux', serviceId: 'service-flux' }

  test('selects a usable plan for each service', async () => {
    applications = [application('all', { remaining_amount: 0 }), application('own', own)]
    expect(await ensureCredential(FLUX)).toBe('pm_here')
    await ensureCredential()
    expect(
      Object.entries($selection.get()).map(([service, { application: id }]) => [service, id])
    ).toEqual([
      ['flux', 'own'],
      ['chat', 'all']
    ])
  })

  test('keeps the user’s own choice as long as that plan can pay', async () => {
    applications = [application('all', { credentials }), application('own', own)]
    await selectApplication(FLUX, 'own')
    await loadApplications()
    expect(selectionOf(FLUX, HUB.origin)?.application).toBe('own')
    applications = [
      application('all', { credentials }),
      application('own', { ...own, remaining_amount: 0 })
    ]
    await loadApplications()
    expect(selectionOf(FLUX, HUB.origin)).toBeNull()
    await ensureCredential(FLUX)
    expect(selectionOf(FLUX, HUB.origin)?.application).toBe('all')
  })

  test('reports once that the plan of the user’s own choice no longer pays', async () => {
    const told = vi.fn<(service: string | null) => void>()
    const forget = $lostPlan.listen(told)
    applications = [application('all', { credentials }), application('own', own)]
    await selectApplication(FLUX, 'own')
    await ensureCredential()
    applications = [application('all', { credentials })]
    for (const _ of [1, 2]) await loadApplications()
    expect(told.mock.calls.map(([service]) => service)).toEqual(['flux'])
    forget()
  })

  test('reports nothing about a plan that was selected automatically', async () => {
    applications = [application('all', { credentials }), application('own', own)]
    await ensureCredential(FLUX)
    applications = [
      application('all', { credentials, remaining_amount: 0 }),
      application('own', own)
    ]
    await loadApplications()
    expect([selectionOf(FLUX, HUB.origin), $lostPlan.get()]).toEqual([null, null])
  })

  test.each([0, 0.01])(
    'another plan pays for a call that the chosen one, with %d left, cannot pay',
    async remaining_amount => {
      const mine = application('own', {
        ...own,
        credentials: [{ host: HUB.origin, token: 'pm_own' }] as Application['credentials']
      })
      applications = [application('all', { credentials }), mine]
      await selectApplication(FLUX, 'own')
      const run = vi.fn(async (token: string) =>
        token === 'pm_own' ? Promise.reject(new Problem('used_up')) : token
      )
      applications = [application('all', { credentials }), { ...mine, remaining_amount }]
      expect([await withCredential(run, FLUX), $lostPlan.get()]).toEqual(['pm_here', 'flux'])
    }
  )

  test('a new credential keeps the choice marked as the user’s own', async () => {
    applications = [application('all', { credentials }), application('own', own)]
    await selectApplication(FLUX, 'own')
    const run = vi.fn(async (token: string) =>
      token === 'pm_here' ? Promise.reject(new Problem('invalid_token')) : token
    )
    await withCredential(run, FLUX)
    expect($selection.get()['flux']).toMatchObject({ application: 'own', own: true })
  })

  test('choosing a plan that is not in the list fails and changes nothing', async () => {
    applications = [application('all', { credentials })]
    await ensureCredential()
    const before = $selection.get()
    const issues = [{ field: 'application', code: 'application_missing' }]
    await expect(selectApplication(CHAT_SERVICE, 'gone')).rejects.toMatchObject({
      code: 'not_found',
      message: 'Application not found',
      issues
    })
    expect($selection.get()).toBe(before)
  })

  test('a failed request leaves neither list nor selection', async () => {
    await ensureCredential()
    answers['GET /api/v1/applications/'] = () => refusal('api_error')
    await expect(loadApplications()).rejects.toMatchObject({ code: 'api_error' })
    expect($applications.get()).toMatchObject({ status: 'error', problem: { code: 'api_error' } })
    expect($selection.get()).toBe(NO_SELECTIONS)
  })

  test('ignores a list that arrives after signing out', async () => {
    $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
    const asking = ensureCredential()
    resetAll()
    await expect(asking).rejects.toMatchObject({ code: 'canceled' })
    expect([$applications.get(), $selection.get()]).toEqual([{ status: 'none' }, NO_SELECTIONS])
  })
})

describe('the access token', () => {
  test('is renewed once for all callers when the platform refuses it', async () => {
    $token.set({ access: 'stale', expiration: Date.now() + 3_600_000 })
    let refused = false
    answers['GET /api/v1/applications/'] = () => {
      if (refused) return Response.json({ items: [application('a')], count: 1 })
      refused = true
      return refusal('token_expired')
    }
    await ensureCredential()
    expect(asked.filter(call => call === 'POST /auth/session')).toHaveLength(1)
    expect($token.get()?.access).not.toBe('stale')
  })

  test('is requested once for all concurrent callers', async () => {
    const tokens = await Promise.all([renewToken(), renewToken('stale'), renewToken()])
    expect(new Set(tokens)).toEqual(new Set(['access-1']))
    expect(await renewToken('stale')).toBe('access-1')
    expect(asked).toHaveLength(1)
  })

  test('is removed when the session has ended', async () => {
    $token.set({ access: 'old', expiration: 1 })
    answers['POST /auth/session'] = () => refusal('invalid_token')
    expect(await renewToken()).toBeNull()
    expect($token.get()).toBeNull()
  })

  test('is refused when it belongs to another user than the page', async () => {
    answers['POST /auth/session'] = () =>
      Response.json({ access_token: 'theirs', expires_in: 3600, user: { id: 'u2' } })
    await expect(renewToken()).rejects.toMatchObject({ code: 'token_mismatched' })
    expect($token.get()).toBeNull()
  })
})
