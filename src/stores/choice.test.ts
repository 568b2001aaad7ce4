import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServers, HUB, plan, refusal, type Sent } from '../../tests/support/hub-fakes.ts'
import type { Application } from '#contract/application.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import { loadApplications } from '#stores/applications.ts'
import { ensureCredential, selectApplication, withCredential } from '#stores/credential.ts'
import { resetAll } from '#stores/persisted.ts'
import { $selection, NO_SELECTIONS, selectionOf, type Selection } from '#stores/selection.ts'

const chosen = (): Selection | null => selectionOf(CHAT_SERVICE, HUB.origin)

let sent: Sent[]
let applications: Application[]
let answers: ReturnType<typeof fakeServers>['answers']

beforeEach(() => {
  let made = 0
  ;({ sent, answers } = fakeServers({
    'GET /api/v1/applications/': () =>
      Response.json({ items: applications, count: applications.length }),
    'POST /api/v1/credentials/': () => Response.json({ token: `pm_${++made}` })
  }))
})
afterEach(resetAll)

describe('a refused credential', () => {
  const own = () => plan('own', { scope: 'Individual', service_id: CHAT_SERVICE.serviceId })
  const refuse = (stale: string) =>
    vi.fn(async (token: string) =>
      token === stale ? Promise.reject(new Problem('token_expired')) : token
    )

  test('is replaced by a credential of the plan that the user has chosen', async () => {
    applications = [plan('all'), own()]
    await selectApplication(CHAT_SERVICE, 'own')
    const used = await withCredential(refuse(chosen()?.credential ?? ''))
    expect(chosen()).toMatchObject({ application: 'own', credential: used })
  })

  test('is replaced by a new one, though the list of plans still contains it', async () => {
    applications = [
      plan('all', {
        credentials: [{ host: HUB.origin, token: 'pm_stale' }] as Application['credentials']
      })
    ]
    const run = refuse('pm_stale')
    expect(await withCredential(run)).not.toBe('pm_stale')
    expect(run).toHaveBeenCalledTimes(2)
    expect(sent.filter(({ call }) => call === 'POST /api/v1/credentials/')).toHaveLength(1)
  })

  test('is not even tried if it has expired', async () => {
    const ended = { host: HUB.origin, token: 'pm_ended', expired_at: '2020-01-01T00:00:00.000Z' }
    applications = [plan('all', { credentials: [ended] as Application['credentials'] })]
    const run = refuse('pm_ended')
    expect(await withCredential(run)).not.toBe('pm_ended')
    expect(run).toHaveBeenCalledOnce()
  })

  test('leaves its plan selected, also after a reload, if no new one can be created', async () => {
    applications = [plan('all'), own()]
    await selectApplication(CHAT_SERVICE, 'own')
    answers['POST /api/v1/credentials/'] = () => refusal('busy')
    await expect(withCredential(refuse(chosen()?.credential ?? ''))).rejects.toMatchObject({
      code: 'busy'
    })
    expect([chosen(), JSON.parse(localStorage.getItem('polymuse:selection') ?? '')]).toMatchObject([
      null,
      { chat: { application: 'own' } }
    ])
  })
})

describe('choosing a plan', () => {
  const FLUX = { id: 'flux', serviceId: 'service-flux' }
  let making: ((response: Response) => void)[]
  const made = (index: number, token: string): void => making[index]?.(Response.json({ token }))
  const underWay = (count: number): Promise<void> =>
    vi.waitFor(() => expect(making).toHaveLength(count))

  beforeEach(async () => {
    making = []
    applications = [
      plan('all'),
      plan('own', { scope: 'Individual', service_id: 'service-flux' }),
      plan('theirs', { scope: 'Individual', service_id: 'service-suno' })
    ]
    await loadApplications()
    answers['POST /api/v1/credentials/'] = () =>
      new Promise<Response>(settle => making.push(settle))
  })

  test('the user’s choice wins over an earlier automatic choice that arrives later', async () => {
    const before = ensureCredential(FLUX)
    await underWay(1)
    const choosing = selectApplication(FLUX, 'own')
    await underWay(2)
    const meanwhile = ensureCredential(FLUX)
    made(1, 'pm_own')
    await choosing
    made(0, 'pm_all')
    expect(await Promise.all([before, meanwhile])).toEqual(['pm_own', 'pm_own'])
    expect(selectionOf(FLUX, HUB.origin)?.application).toBe('own')
  })

  test('a failed choice keeps the earlier automatic choice', async () => {
    const before = ensureCredential(FLUX)
    await underWay(1)
    const choosing = selectApplication(FLUX, 'own')
    await underWay(2)
    making[1]?.(refusal('busy'))
    await expect(choosing).rejects.toMatchObject({ code: 'busy' })
    made(0, 'pm_all')
    expect(await before).toBe('pm_all')
    expect(selectionOf(FLUX, HUB.origin)?.application).toBe('all')
  })

  test('refuses the plan of another service', async () => {
    await expect(selectApplication(FLUX, 'theirs')).rejects.toMatchObject({
      code: 'not_found'
    })
    expect([making, $selection.get()]).toEqual([[], NO_SELECTIONS])
  })
})
