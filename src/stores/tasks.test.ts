import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeServers, FLUX, HUB, plan, refusal, task } from '../../tests/support/hub-fakes.ts'
import { resetAll } from '#stores/persisted.ts'
import { resetService } from '#stores/reset-service.ts'
import { select, selectionOf } from '#stores/selection.ts'
import { activateTask, loadOlderTasks, loadTasks, tasksOf } from '#stores/tasks.ts'

afterEach(resetAll)

const choose = (): void => select(FLUX, { application: 'a', credential: 'pm_a', host: HUB.origin })
const shown = (): string[] => tasksOf('flux').list.items.map(({ id, state }) => `${id} ${state}`)

describe('the tasks of a service', () => {
  test('are not asked for without a token, which is said', async () => {
    const { sent } = fakeServers({})
    await loadTasks(HUB, FLUX)
    expect(sent).toEqual([])
    expect(tasksOf('flux')).toMatchObject({
      list: { items: [], total: 0, active: null },
      last: { status: 'error', problem: { code: 'no_token', message: 'no token' } }
    })
  })

  test('are asked for by the service’s path, in the person’s name, as a look-up', async () => {
    choose()
    const { sent } = fakeServers({ 'POST /flux/tasks': () => Response.json({ items: [], count: 0 }) })
    await loadTasks(HUB, FLUX, 'images')
    expect(sent[0]?.body).toMatchObject({ action: 'retrieve_batch', user_id: 'u1', type: 'images' })
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer pm_a', 'x-record-exempt': 'true', 'accept-language': 'en' })
  })

  test('are merged by id, oldest first, and counted', async () => {
    choose()
    const pages = [
      { items: [task('c', 3, { state: 'running' }), task('b', 2)], count: 3 },
      { items: [task('d', 4), task('c', 3)], count: 4 },
      { items: [task('b', 2), task('a', 1)], count: 2 }
    ]
    const { sent } = fakeServers({ 'POST /flux/tasks': () => Response.json(pages.shift()) })
    await loadTasks(HUB, FLUX)
    expect(shown()).toEqual(['b succeeded', 'c running'])
    await loadTasks(HUB, FLUX)
    expect(shown()).toEqual(['b succeeded', 'c succeeded', 'd succeeded'])
    await loadOlderTasks(HUB, FLUX)
    expect(sent[2]?.body['created_at_max']).toBe(2)
    expect(shown()).toHaveLength(4)
    expect(tasksOf('flux')).toMatchObject({ list: { total: 4 }, last: { status: 'success' } })
  })

  test('stay on the screen when asking again fails', async () => {
    choose()
    const { answers } = fakeServers({ 'POST /flux/tasks': () => Response.json({ items: [task('a', 1)], count: 1 }) })
    await loadTasks(HUB, FLUX)
    answers['POST /flux/tasks'] = () => refusal('busy')
    await loadTasks(HUB, FLUX)
    expect(shown()).toHaveLength(1)
    expect(tasksOf('flux').last).toMatchObject({ status: 'error', problem: { code: 'busy' } })
  })

  test('are asked for once more with a new credential when the old one is refused', async () => {
    choose()
    fakeServers({
      'GET /api/v1/applications/': () => Response.json({ items: [plan('b')], count: 1 }),
      'POST /flux/tasks': ({ headers }) =>
        headers['authorization'] === 'Bearer pm_b' ? Response.json({ items: [task('a', 1)], count: 1 }) : refusal('invalid_token')
    })
    await loadTasks(HUB, FLUX)
    expect(shown()).toHaveLength(1)
    expect(selectionOf(FLUX, HUB.origin)?.application).toBe('b')
  })

  test('send nobody to the sign-in page when the session is over', async () => {
    choose()
    const went = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    fakeServers({ 'POST /auth/session': () => refusal('invalid_token'), 'POST /flux/tasks': () => refusal('invalid_token') })
    await loadTasks(HUB, FLUX)
    expect(tasksOf('flux').last).toMatchObject({ status: 'error', problem: { code: 'invalid_token' } })
    expect(went).not.toHaveBeenCalled()
  })

  test('have one that is looked at, which is one of them', async () => {
    choose()
    fakeServers({ 'POST /flux/tasks': () => Response.json({ items: [task('a', 1)], count: 1 }) })
    await loadTasks(HUB, FLUX)
    expect([activateTask('flux', 'x'), tasksOf('flux').list.active]).toEqual([false, null])
    expect([activateTask('flux', 'a'), tasksOf('flux').list.active]).toEqual([true, 'a'])
  })

  test.each([
    ['the service was reset', () => resetService('flux')],
    ['somebody signed out', resetAll]
  ])('that are refused after %s choose nothing', async (_when, reset) => {
    choose()
    let answer = (_: Response): void => undefined
    const { sent } = fakeServers({ 'POST /flux/tasks': () => new Promise(resolve => (answer = resolve)) })
    const loading = loadTasks(HUB, FLUX)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    reset()
    answer(refusal('invalid_token'))
    await loading
    expect([sent.length, selectionOf(FLUX, HUB.origin)]).toEqual([1, null])
  })

  test.each([
    ['the service was reset', () => resetService('flux')],
    ['somebody signed out', resetAll]
  ])('that arrive after %s are not shown', async (_when, reset) => {
    choose()
    let answer = (_: Response): void => undefined
    fakeServers({ 'POST /flux/tasks': () => new Promise(resolve => (answer = resolve)) })
    const loading = loadTasks(HUB, FLUX)
    await Promise.resolve()
    reset()
    answer(Response.json({ items: [task('a', 1)], count: 1 }))
    await loading
    expect(tasksOf('flux')).toMatchObject({ list: { items: [] }, last: { status: 'none' } })
    expect(selectionOf(FLUX, HUB.origin)).toBeNull()
  })
})
