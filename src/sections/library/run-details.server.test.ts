import { expect, test } from 'vitest'
import type { HubRequest } from '#client/hub.ts'
import { loadRunDetails } from '#sections/library/run-details.server.ts'

const file = (name: string): string => `https://api.example/files/${'x'.repeat(43)}/${name}`
const RUN = { service: 'flux', task: 'run', file: file('winter.png') }

const TASK = {
  id: 'run',
  type: 'images',
  state: 'succeeded',
  request: { prompt: 'A boat', model: 'flux-dev', seed: 7, async: true },
  deducted_amount: 0.4
}

/** A hub whose API has these tasks. */
function hubWith(items: readonly object[], session: object | null = { access_token: 'token' }) {
  const asked: string[] = []
  const hub = {
    locale: 'en',
    session,
    hosts: { api: 'https://api.example' },
    site: { price_percents: {} },
    t: (key: string, values = {}) => [key, ...Object.values(values)].join(' '),
    async fetch(_: string, path: string, { body }: { body: string }) {
      asked.push(`${path} ${body}`)
      return Response.json({ items, count: items.length })
    }
  } as unknown as HubRequest
  return { hub, asked }
}

test('a run of the user has its price, its settings and its request as code', async () => {
  const { hub, asked } = hubWith([TASK])
  const found = await loadRunDetails(hub, RUN)
  expect(asked).toEqual([
    '/flux/tasks {"action":"retrieve_batch","limit":12,"offset":0,"ids":["run"]}'
  ])
  expect(found?.facts.at(-1)).toMatch(/^field\.form\.price 0\.4/)
  expect(found?.settings).toContainEqual({ name: 'seed', value: '7' })
  const [curl] = found?.samples ?? []
  expect(curl?.text).toContain('https://api.example/flux/images')
  expect(curl?.text).not.toContain('async')
})

test('an image has the picture that it was made from, if that is a file of the site', async () => {
  const from = async (image_url: string): Promise<string | null | undefined> => {
    const request = { action: 'edit', prompt: 'Make it winter', image_url }
    const response = { success: true, data: [{ image_url: RUN.file }] }
    return (await loadRunDetails(hubWith([{ ...TASK, request, response }]).hub, RUN))?.source
  }
  expect(await from(file('boat.png'))).toBe(file('boat.png'))
  expect(await from('https://elsewhere.example/boat.png')).toBeNull()
})

test.each([
  ['a run that the API does not list', hubWith([]), RUN],
  ['an unknown tool', hubWith([TASK]), { ...RUN, service: 'nothing' }],
  ['no run', hubWith([TASK]), { ...RUN, task: '' }],
  ['a guest', hubWith([TASK], null), RUN],
  ['an unknown action', hubWith([{ ...TASK, type: 'gone' }]), RUN]
])('nothing is found for %s', async (_, { hub }, wanted) => {
  expect(await loadRunDetails(hub, wanted)).toBeNull()
})
