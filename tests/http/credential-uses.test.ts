import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credential } from '#contract/credential.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
})
afterAll(() => studio.close())

type List = { items: Credential[]; count: number }
const call = (path: string, init: { json?: unknown } = {}, who = ada): Promise<Response> =>
  studio.call(`/api/v1/credentials/${path}`, { ...init, token: who.token.access_token })
const createKey = (body: object): Promise<Credential> =>
  json(call('', { json: { application_id: ada.application.id, ...body } }))
const readKey = (id: string): Promise<Credential> => json(call(id))
const ask = async (token: string): Promise<void> => {
  const answer = await studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: 'hi [sandbox:tokens=5]' },
    token,
    headers: { accept: 'application/json' }
  })
  expect(answer.status).toBe(200)
}

test('a key shows when work was last started with it, and reading does not change that', async () => {
  const [used, idle] = [await createKey({ name: 'Used' }), await createKey({ name: 'Idle' })]
  expect([used.last_used_at, idle.last_used_at]).toEqual([null, null])
  const before = studio.context.clock.now()
  await ask(used.token)
  const first = (await readKey(used.id)).last_used_at ?? ''
  expect(Date.parse(first)).toBeGreaterThanOrEqual(before)
  expect((await readKey(idle.id)).last_used_at).toBeNull()
  await readKey(used.id)
  expect((await readKey(used.id)).last_used_at).toBe(first)
  studio.context.clock.advance(60_000)
  await ask(used.token)
  expect(Date.parse((await readKey(used.id)).last_used_at ?? '')).toBeGreaterThan(Date.parse(first))
  const rotated = await json<Credential>(call(`${used.id}/rotate/`, { json: {} }))
  expect(rotated.last_used_at).not.toBeNull()
})

test('keys and pages are listed separately, each with its own count', async () => {
  await createKey({ host: 'https://page.example' })
  const list = (kind: string): Promise<List> =>
    json(call(`?application_id=${ada.application.id}&limit=1&kind=${kind}`))
  const [keys, pages, all] = [await list('KEY'), await list('page'), await list('')]
  expect([keys.items[0]?.host, pages.items.map(each => each.host !== '')]).toEqual(['', [true]])
  expect(keys.count).toBe(2)
  expect(all.count).toBe(keys.count + pages.count)
  expect((await call(`?kind=nonsense`)).status).toBe(400)
})
