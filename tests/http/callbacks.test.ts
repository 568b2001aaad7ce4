import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../support/studio.ts'
import { openTaskWorld, type TaskWorld } from '../support/task-world.ts'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.close())

test('a callback is signed, retried and listed for its owner; none goes to webhook.acedata.cloud', async () => {
  const received: { signature: string; body: string }[] = []
  const statuses = [500, 200]
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ signature: String(request.headers['x-polymuse-signature']), body })
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  world.listeners.push(host)
  const worker = world.newProcess()
  const id = await world.submit('plain', `http://${host}/hook`)
  const unsent = await world.submit('plain', 'https://webhook.acedata.cloud/flux')
  await world.turn(7, worker)
  world.studio.context.clock.advance(60_000)
  await world.turn(1, worker)

  const { secret } = await json<{ secret: string }>(
    world.studio.call('/tasks/callback-secret', { token: world.ada.token.access_token })
  )
  expect(received).toHaveLength(2)
  for (const { signature, body } of received) {
    const [, seconds = '', hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    expect(hex).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
    expect(JSON.parse(body)).toMatchObject({ success: true, task_id: id })
  }
  const callbacks = (task: string): Promise<{ items: unknown[] }> =>
    json(world.studio.call(`/tasks/${task}/callbacks`, { token: world.ada.credential.token }))
  expect(await callbacks(id)).toMatchObject({
    items: [{ state: 'delivered', attempts: 2, status_code: 200 }]
  })
  expect(await callbacks(unsent)).toMatchObject({ items: [] })
  await worker.stop()
  server.close()
})

test('a callback to a private address is neither sent nor retried', async () => {
  const id = await world.submit('plain', 'http://127.0.0.1:9/hook')
  await world.turn(7)
  const { items } = await json<{ items: { state: string; note: string }[] }>(
    world.studio.call(`/tasks/${id}/callbacks`, { token: world.ada.credential.token })
  )
  expect(items).toMatchObject([
    { state: 'given_up', attempts: 1, note: expect.stringContaining('not a public address') }
  ])
})

test('a redirect that answers a callback is neither followed nor retried', async () => {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  world.listeners.push(host)
  const worker = world.newProcess()
  const id = await world.submit('plain', `http://${host}/hook`)
  await world.turn(7, worker)
  world.studio.context.clock.advance(60_000)
  await world.turn(2, worker)
  const listed = await json<{ items: object[] }>(
    world.studio.call(`/tasks/${id}/callbacks`, { token: world.ada.credential.token })
  )
  expect(listed.items).toMatchObject([
    { state: 'given_up', attempts: 1, note: expect.stringContaining('redirects') as string }
  ])
  expect(visits).toEqual(['/hook'])
  await worker.stop()
  server.close()
})
