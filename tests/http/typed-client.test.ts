import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyAt } from '../support/account-at.ts'
import { startStudio } from '../support/process.ts'
import { generated, type TypedClient } from '../support/typed-client.ts'

type Told = {
  models: string[]
  task: string
  state: string
  callbacks: number
  refused: unknown
  status: number
}
type Program = { use(baseUrl: string, token: string, send: typeof fetch): Promise<Told> }

let client: TypedClient
let studio: Awaited<ReturnType<typeof startStudio>>

beforeAll(async () => {
  ;[client, studio] = await Promise.all([generated(), startStudio()])
}, 60_000)
afterAll(async () => {
  await studio.stop()
  await client.remove()
})

test('a client generated from the product’s own description works against the product', async () => {
  const { use } = (await import(client.program)) as Program
  const told = await use(studio.url, await keyAt(studio.url), fetch)
  expect(told.models.length).toBeGreaterThan(3)
  expect(told.task).toMatch(/^[\w-]{20,}$/)
  expect(['queued', 'running', 'succeeded']).toContain(told.state)
  expect(told.callbacks).toBe(0)
  expect(told.status).toBe(400)
  expect(told.refused).toMatchObject({
    code: 'bad_request',
    error: { issues: [{ field: 'count', code: 'too_large' }] }
  })
})
