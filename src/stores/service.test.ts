import { afterEach, expect, test, vi } from 'vitest'
import { fakeServers, FLUX, HUB, refusal } from '../../tests/support/hub-fakes.ts'
import { resetAll } from '#stores/persisted.ts'
import { resetService } from '#stores/reset-service.ts'
import { loadService, serviceOf } from '#stores/service.ts'

afterEach(resetAll)

test('a service is asked for by its fixed id; what is known of it goes when that fails', async () => {
  const { sent, answers } = fakeServers({ 'GET /api/v1/services/service-flux': () => Response.json({ id: 'service-flux', title: 'Flux' }) })
  const asked = loadService(HUB, FLUX)
  expect(serviceOf('flux')).toEqual({ status: 'request' })
  await asked
  expect(serviceOf('flux')).toMatchObject({ status: 'success', value: { title: 'Flux' } })
  expect(sent.at(-1)?.headers).toMatchObject({ authorization: 'Bearer access', 'x-user-id': 'u1' })

  answers['GET /api/v1/services/service-flux'] = () => refusal('disabled')
  await expect(loadService(HUB, FLUX)).rejects.toMatchObject({ code: 'disabled' })
  expect(serviceOf('flux')).toMatchObject({ status: 'error', problem: { code: 'disabled' } })
})

test('a guest asks without a token', async () => {
  const { sent } = fakeServers({ 'GET /api/v1/services/service-flux': () => Response.json({ id: 'service-flux' }) })
  await loadService({ ...HUB, user: null }, FLUX)
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/v1/services/service-flux'])
  expect(sent[0]?.headers).not.toHaveProperty('authorization')
  expect(sent[0]?.headers).not.toHaveProperty('x-user-id')
})

test('only who asked last says what came of it, and nobody once the service is reset', async () => {
  const settle: ((response: Response) => void)[] = []
  fakeServers({ 'GET /api/v1/services/service-flux': () => new Promise<Response>(resolve => settle.push(resolve)) })
  const guest = { ...HUB, user: null }
  const [first, second, third] = [0, 1, 2].map(() => loadService(guest, FLUX))
  await vi.waitFor(() => expect(settle).toHaveLength(3))
  settle[2]?.(Response.json({ id: 'service-flux', title: 'newest' }))
  await third
  settle[0]?.(refusal('busy'))
  settle[1]?.(Response.json({ id: 'service-flux', title: 'older' }))
  await expect(first).rejects.toMatchObject({ code: 'busy' })
  await second
  expect(serviceOf('flux')).toMatchObject({ status: 'success', value: { title: 'newest' } })

  const late = loadService(guest, FLUX)
  await vi.waitFor(() => expect(settle).toHaveLength(4))
  resetService('flux')
  settle[3]?.(Response.json({ id: 'service-flux' }))
  await late
  expect(serviceOf('flux')).toEqual({ status: 'none' })
})
