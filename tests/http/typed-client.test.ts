import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE, LOCAL, openStudio, person, type TestStudio } from '../support/studio.ts'
import { generated, type TypedClient } from '../support/typed-client.ts'

type Told = { models: string[]; task: string; state: string; callbacks: number; refused: unknown; status: number }
type Program = { use(baseUrl: string, token: string, send: (request: Request) => Promise<Response>): Promise<Told> }

let client: TypedClient
let studio: TestStudio

beforeAll(async () => {
  ;[client, studio] = await Promise.all([generated(), openStudio()])
}, 60_000)
afterAll(async () => {
  await studio.close()
  await client.remove()
})

test('the client that is generated from the description works against the server that describes itself', async () => {
  const { use } = (await import(client.program)) as Program
  const uma = await person(studio)
  const told = await use(BASE, uma.credential.token, request => studio.fetch(request, LOCAL))
  expect(told.models.length).toBeGreaterThan(3)
  expect(told.task).toMatch(/^[\w-]{20,}$/)
  expect(['queued', 'running', 'succeeded']).toContain(told.state)
  expect(told.callbacks).toBe(0)
  expect(told.status).toBe(400)
  expect(told.refused).toMatchObject({ code: 'bad_request', error: { issues: [{ field: 'count', code: 'too_large' }] } })
})
