import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Task } from '#contract/task.ts'
import type { Usage } from '#contract/usage.ts'
import { createEventLog } from '#servers/api/events/event-log.ts'
import { createFileStore } from '#servers/api/files/file-store.ts'
import { credit, remaining } from '#servers/api/ledger/ledger.ts'
import { createTasks, type Tasks } from '#servers/api/tasks/tasks.ts'
import { readCredential } from '#servers/lib/credential.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'
import { DEADLINE, PRICE, startVendor, vendorKinds, type Vendor } from '../support/vendor.ts'

let vendor: Vendor
let studio: TestStudio
let tasks: Tasks
let ada: TestPerson

beforeAll(async () => {
  vendor = await startVendor()
  studio = await openStudio()
  ada = await person(studio)
  tasks = newProcess()
})
afterAll(async () => {
  await tasks.stop()
  await studio.close()
  await vendor.close()
})
beforeEach(async () => {
  vendor.jobs.length = 0
  vendor.submissions.length = 0
  vendor.deliverLate = false
})

/** Another process that works on the same tasks. */
function newProcess(): Tasks {
  const { context } = studio
  const events = createEventLog(context)
  const files = createFileStore({ context, trustedHosts: [vendor.host] })
  const pace = { poll: 1000, retry: 1000 }
  return createTasks({ context: { ...context, events, files }, kinds: vendorKinds(vendor), pace, tick: 0, trustedHosts: [vendor.host, ...listeners] })
}
const listeners: string[] = []

async function submit(prompt: string, callbackUrl?: string): Promise<string> {
  const { context } = studio
  const caller = await readCredential(context, ada.credential.token)
  const kind = vendorKinds(vendor).find('flux', 'images')
  if (kind === null) throw new Error('no kind')
  const question = { caller, kind, values: { prompt }, origin: '', traceId: crypto.randomUUID(), callbackUrl }
  return (await context.database.transaction(tx => tasks.submit(tx, question))).taskId
}
async function turn(times = 1, worker = tasks): Promise<void> {
  for (let time = 0; time < times; time++) {
    await worker.tick()
    studio.context.clock.advance(1500)
  }
}
const read = (id: string): Promise<Task> => json(studio.call('/flux/tasks', { json: { id }, token: ada.credential.token }))
const receipt = (id: string): Promise<Usage> => json(studio.call(`/api/v1/usages/${id}`, { token: ada.token.access_token }))
const left = (): Promise<number> => remaining(studio.context.database.db, ada.application.id, 'sandbox')

describe('the charging table, read off the receipt', () => {
  test.each([
    ['plain', 'succeeded', 1, 'finished', 200],
    ['half', 'succeeded', 0.5, 'finished', 200],
    ['busy', 'succeeded', 1, 'finished', 200],
    ['fails', 'failed', 0, 'forbidden', 403],
    ['refuses', 'failed', 0, 'bad_request', 400]
  ])('%s: %s, %d credits', async (plot, state, charged, reason, status) => {
    const before = await left()
    const id = await submit(plot)
    expect(await left()).toBe(before - PRICE)
    expect(await read(id)).toMatchObject({ state: 'queued', type: 'images', request: { prompt: plot } })
    await turn(8)
    expect(await receipt(id)).toMatchObject({ state, held_amount: 1, deducted_amount: charged, reason, status_code: status })
    expect(await left()).toBe(before - charged * PRICE)
    const task = await read(id)
    expect(task.response?.['success']).toBe(state === 'succeeded')
    expect(task.finished_at).toBeGreaterThanOrEqual(task.created_at)
    expect(vendor.submissions.filter(run => run === id)).toHaveLength(plot === 'busy' ? 2 : 1)
    expect(vendor.jobs.filter(job => job.runId === id).length).toBe(plot === 'refuses' ? 0 : 1)
  })

  test('a provider that never answers: final state and money back by the deadline', async () => {
    const before = await left()
    const id = await submit('never')
    await turn(3)
    expect(await read(id)).toMatchObject({ state: 'running', progress: 10 })
    studio.context.clock.advance(DEADLINE)
    await turn()
    expect(await receipt(id)).toMatchObject({ state: 'failed', deducted_amount: 0, reason: 'timeout', status_code: 504 })
    expect(await left()).toBe(before)
  })

  test('a late success is delivered, free', async () => {
    const before = await left()
    const id = await submit('late')
    await turn(2)
    studio.context.clock.advance(DEADLINE)
    await turn()
    expect((await read(id)).state).toBe('failed')
    vendor.deliverLate = true
    studio.context.clock.advance(31_000)
    await turn(2)
    expect(await receipt(id)).toMatchObject({ state: 'succeeded', deducted_amount: 0, reason: 'late' })
    expect((await read(id)).response).toMatchObject({ success: true })
    expect(await left()).toBe(before)
  })

  test('cancelled before work starts: nothing; at the vendor: nothing when it stops, all when it does not', async () => {
    const before = await left()
    const cancel = (id: string): Promise<unknown> => json(studio.call('/flux/tasks', { json: { action: 'cancel', id }, token: ada.credential.token }))
    const early = await submit('plain')
    await cancel(early)
    expect(await receipt(early)).toMatchObject({ state: 'cancelled', deducted_amount: 0, reason: 'canceled', status_code: 499 })
    const stopped = await submit('never')
    await turn(2)
    await cancel(stopped)
    await turn()
    expect(await receipt(stopped)).toMatchObject({ state: 'cancelled', deducted_amount: 0 })
    expect(vendor.jobs[0]?.cancelled).toBe(true)
    expect(await left()).toBe(before)
    const stubborn = await submit('stubborn')
    await turn(2)
    await cancel(stubborn)
    await turn(6)
    expect(await receipt(stubborn)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
    await turn(3)
    expect(vendor.submissions).not.toContain(early)
  })
})

describe('many processes', () => {
  test('each task is worked on by one at a time, submitted once, charged once', async () => {
    await credit(studio.context.database.db, 'order', {
      applicationId: ada.application.id,
      fund: 'sandbox',
      reference: 'test-money',
      amount: 60 * PRICE,
      now: 0
    })
    const before = await left()
    const ids = await Promise.all(Array.from({ length: 40 }, () => submit('plain')))
    const others = [newProcess(), newProcess(), newProcess()]
    for (let round = 0; round < 12; round++) {
      await Promise.all([tasks, ...others].map(worker => worker.tick()))
      studio.context.clock.advance(1500)
    }
    for (const id of ids) expect(await receipt(id)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
    expect(vendor.submissions.toSorted()).toEqual(ids.toSorted())
    expect(await left()).toBe(before - 40 * PRICE)
    await Promise.all(others.map(other => other.stop()))
  })

  test('one that dies while it hands work over never hands it over twice; later it is taken up where it stands', async () => {
    const before = await left()
    const { db } = studio.context.database
    const id = await submit('plain')
    const started = studio.context.clock.now()
    const dead = { lease_owner: 'dead', lease_until: started + 30_000, started_at: started, state: 'running' as const }
    await db.updateTable('run').set(dead).where('id', '=', id).execute()
    await turn()
    expect((await read(id)).state, 'its lease still holds').toBe('running')
    studio.context.clock.advance(31_000)
    await turn()
    expect(await receipt(id)).toMatchObject({ state: 'failed', deducted_amount: 0, reason: 'api_error' })
    expect(vendor.submissions).not.toContain(id)

    const second = await submit('plain')
    await turn(2)
    await db.updateTable('run').set({ lease_owner: 'dead', lease_until: studio.context.clock.now() + 30_000 }).where('id', '=', second).execute()
    studio.context.clock.advance(31_000)
    await turn(6)
    expect(await receipt(second)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
    expect(vendor.submissions.filter(run => run === second)).toHaveLength(1)
    expect(await left()).toBe(before - PRICE)
  })
})

test('outputs are ours before a task succeeds; one whose files cannot be had is tried again, then given up for nothing', async () => {
  const id = await submit('plain')
  await turn(6)
  const { data } = (await read(id)).response as unknown as { data: { image_url: string }[] }
  expect(data).toHaveLength(4)
  const picture = await studio.call(data[0]?.image_url ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const lost = await submit('dead')
  await turn(6)
  expect((await read(lost)).state).toBe('running')
  studio.context.clock.advance(DEADLINE)
  await turn()
  expect(await receipt(lost)).toMatchObject({ state: 'failed', deducted_amount: 0, reason: 'timeout' })
})

test('a task is followed by its events, and removed with its files by its owner', async () => {
  const id = await submit('plain')
  await turn(6)
  const text = await (await studio.call(`/tasks/${id}/events`, { token: ada.credential.token })).text()
  expect([...text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type)).toEqual(['start', 'progress', 'progress', 'progress', 'done'])
  const { data } = (await read(id)).response as unknown as { data: { image_url: string }[] }
  await json(studio.call('/flux/tasks', { json: { action: 'delete', id }, token: ada.credential.token }))
  expect((await studio.call(data[0]?.image_url ?? '')).status).toBe(404)
  expect((await studio.call('/flux/tasks', { json: { id }, token: ada.credential.token })).status).toBe(404)
  expect(await receipt(id), 'the books keep it').toMatchObject({ deducted_amount: 1 })
})

test('lists are filtered by every field of the contract', async () => {
  const id = await submit('plain')
  const list = (filter: Record<string, unknown>): Promise<{ items: Task[]; count: number }> =>
    json(studio.call('/flux/tasks', { json: { action: 'retrieve_batch', ...filter }, token: ada.credential.token }))
  const { created_at, trace_id } = await read(id)
  expect((await list({ ids: [id] })).items.map(task => task.id)).toEqual([id])
  expect((await list({ trace_ids: [trace_id] })).count).toBe(1)
  expect((await list({ created_at_min: created_at, type: 'Images' })).items[0]?.id).toBe(id)
  expect((await list({ created_at_max: created_at - 0.001, ids: [id] })).count).toBe(0)
  expect((await list({ type: 'videos' })).count).toBe(0)
  expect((await list({ limit: 1, offset: 1 })).items).toHaveLength(1)
  const eve = await person(studio)
  expect(await json(studio.call('/flux/tasks', { json: { action: 'retrieve_batch', user_id: ada.application.user_id }, token: eve.credential.token }))).toEqual({
    items: [],
    count: 0
  })
})

test('a callback is signed, tried again while it fails, and seen by its owner; the contract’s own host gets nothing', async () => {
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
  listeners.push(host)
  const worker = newProcess()
  const id = await submit('plain', `http://${host}/hook`)
  const silent = await submit('plain', 'https://webhook.acedata.cloud/flux')
  await turn(7, worker)
  studio.context.clock.advance(60_000)
  await turn(1, worker)

  const { secret } = await json<{ secret: string }>(studio.call('/tasks/callback-secret', { token: ada.token.access_token }))
  expect(received).toHaveLength(2)
  for (const { signature, body } of received) {
    const [, seconds = '', hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    expect(hex).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
    expect(JSON.parse(body)).toMatchObject({ success: true, task_id: id })
  }
  const callbacks = (task: string): Promise<{ items: unknown[] }> => json(studio.call(`/tasks/${task}/callbacks`, { token: ada.credential.token }))
  expect(await callbacks(id)).toMatchObject({ items: [{ state: 'delivered', attempts: 2, status_code: 200 }] })
  expect(await callbacks(silent)).toMatchObject({ items: [] })
  await worker.stop()
  server.close()
})

test('a callback to an address that is not public is not made', async () => {
  const id = await submit('plain', 'http://127.0.0.1:9/hook')
  await turn(7)
  const { items } = await json<{ items: { state: string; note: string }[] }>(studio.call(`/tasks/${id}/callbacks`, { token: ada.credential.token }))
  expect(items).toMatchObject([{ state: 'waiting', note: expect.stringContaining('not a public address') }])
})
