import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Task } from '#contract/task.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { json, person } from '../support/studio.ts'
import { openTaskWorld, type TaskWorld } from '../support/task-world.ts'
import { DEADLINE, PRICE } from '../support/vendor.ts'

let world: TaskWorld
beforeAll(async () => {
  world = await openTaskWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.vendor.jobs.length = 0
  world.vendor.submissions.length = 0
  world.vendor.deliverLate = false
})

describe('the rows of the charging table, checked by receipts', () => {
  test.each([
    ['plain', 'succeeded', 1, 'finished', 200],
    ['half', 'succeeded', 0.5, 'finished', 200],
    ['busy', 'succeeded', 1, 'finished', 200],
    ['fails', 'failed', 0, 'forbidden', 403],
    ['refuses', 'failed', 0, 'bad_request', 400]
  ])('%s: %s, %d credits', async (plot, state, charged, reason, status) => {
    const before = await world.left()
    const id = await world.submit(plot)
    expect(await world.left()).toBe(before - PRICE)
    const queued = await world.read(id)
    expect(queued).toMatchObject({ state: 'queued', type: 'images', request: { prompt: plot } })
    expect(queued).not.toHaveProperty('deducted_amount')
    await world.turn(8)
    expect(await world.receipt(id)).toMatchObject({
      state,
      held_amount: 1,
      deducted_amount: charged,
      reason,
      status_code: status
    })
    expect(await world.left()).toBe(before - charged * PRICE)
    const task = await world.read(id)
    expect(task.response?.['success']).toBe(state === 'succeeded')
    expect(task.deducted_amount, 'as in its receipt').toBe(charged)
    expect(task.finished_at).toBeGreaterThanOrEqual(task.created_at)
    expect(world.vendor.submissions.filter(run => run === id)).toHaveLength(plot === 'busy' ? 2 : 1)
    expect(world.vendor.jobs.filter(job => job.runId === id).length).toBe(
      plot === 'refuses' ? 0 : 1
    )
  })

  test('a provider that never answers: the task ends by the deadline, and the credits return', async () => {
    const before = await world.left()
    const id = await world.submit('never')
    await world.turn(3)
    expect(await world.read(id)).toMatchObject({ state: 'running', progress: 10 })
    world.studio.context.clock.advance(DEADLINE)
    await world.turn()
    expect(await world.receipt(id)).toMatchObject({
      state: 'failed',
      deducted_amount: 0,
      reason: 'timeout',
      status_code: 504
    })
    expect(await world.left()).toBe(before)
  })

  test('a late success is delivered free of charge', async () => {
    const before = await world.left()
    const id = await world.submit('late')
    await world.turn(2)
    world.studio.context.clock.advance(DEADLINE)
    await world.turn()
    expect((await world.read(id)).state).toBe('failed')
    world.vendor.deliverLate = true
    world.studio.context.clock.advance(31_000)
    await world.turn(2)
    expect(await world.receipt(id)).toMatchObject({
      state: 'succeeded',
      deducted_amount: 0,
      reason: 'late'
    })
    expect((await world.read(id)).response).toMatchObject({ success: true })
    expect(await world.left()).toBe(before)
  })

  test('a cancelled task is free if work has not started or the vendor stops, and else costs its price', async () => {
    const before = await world.left()
    const cancel = (id: string): Promise<unknown> =>
      json(
        world.studio.call('/flux/tasks', {
          json: { action: 'cancel', id },
          token: world.ada.credential.token
        })
      )
    const early = await world.submit('plain')
    await cancel(early)
    expect(await world.receipt(early)).toMatchObject({
      state: 'cancelled',
      deducted_amount: 0,
      reason: 'canceled',
      status_code: 499
    })
    const stopped = await world.submit('never')
    await world.turn(2)
    await cancel(stopped)
    await world.turn()
    expect(await world.receipt(stopped)).toMatchObject({ state: 'cancelled', deducted_amount: 0 })
    expect(world.vendor.jobs[0]?.cancelled).toBe(true)
    expect(await world.left()).toBe(before)
    const stubborn = await world.submit('stubborn')
    await world.turn(2)
    await cancel(stubborn)
    await world.turn(6)
    expect(await world.receipt(stubborn)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
    await world.turn(3)
    expect(world.vendor.submissions).not.toContain(early)
    const rest = await world.left()
    const waits = await world.submit('busy')
    await world.turn()
    await cancel(waits)
    expect(await world.receipt(waits), 'no vendor has accepted it yet').toMatchObject({
      state: 'cancelled',
      deducted_amount: 0
    })
    await world.turn(3)
    expect(world.vendor.submissions.filter(run => run === waits)).toHaveLength(1)
    expect(await world.left()).toBe(rest)
  })
})

describe('several processes', () => {
  test('work on each task one at a time, submit it once and charge it once', async () => {
    const before = await world.left()
    const ids = await Promise.all(Array.from({ length: 40 }, () => world.submit('plain')))
    const others = [world.newProcess(), world.newProcess(), world.newProcess()]
    for (let round = 0; round < 12; round++) {
      await Promise.all([world.tasks, ...others].map(worker => worker.tick()))
      world.studio.context.clock.advance(1500)
    }
    for (const id of ids)
      expect(await world.receipt(id)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
    expect(world.vendor.submissions.toSorted()).toEqual(ids.toSorted())
    expect(await world.left()).toBe(before - 40 * PRICE)
    await Promise.all(others.map(other => other.stop()))
  })

  test('do not submit a task twice if one dies during a submission, and else continue it', async () => {
    const before = await world.left()
    const { db } = world.studio.context.database
    const id = await world.submit('plain')
    const started = world.studio.context.clock.now()
    const dead = {
      lease_owner: 'dead',
      lease_until: started + 30_000,
      started_at: started,
      state: 'running' as const
    }
    await db.updateTable('run').set(dead).where('id', '=', id).execute()
    await world.turn()
    expect((await world.read(id)).state, 'its lease still holds').toBe('running')
    world.studio.context.clock.advance(31_000)
    await world.turn()
    expect(await world.receipt(id)).toMatchObject({
      state: 'failed',
      deducted_amount: 0,
      reason: 'api_error'
    })
    expect(world.vendor.submissions).not.toContain(id)

    const second = await world.submit('plain')
    await world.turn(2)
    await db
      .updateTable('run')
      .set({ lease_owner: 'dead', lease_until: world.studio.context.clock.now() + 30_000 })
      .where('id', '=', second)
      .execute()
    world.studio.context.clock.advance(31_000)
    await world.turn(6)
    expect(await world.receipt(second)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
    expect(world.vendor.submissions.filter(run => run === second)).toHaveLength(1)
    expect(await world.left()).toBe(before - PRICE)
  })
})

test('outputs are copied before a task succeeds, and a task whose files cannot be fetched fails at no cost', async () => {
  const id = await world.submit('plain')
  await world.turn(6)
  const { data } = (await world.read(id)).response as unknown as { data: { image_url: string }[] }
  expect(data).toHaveLength(4)
  const picture = await world.studio.call(data[0]?.image_url ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const lost = await world.submit('dead')
  await world.turn(6)
  expect((await world.read(lost)).state).toBe('running')
  world.studio.context.clock.advance(DEADLINE)
  await world.turn()
  expect(await world.receipt(lost)).toMatchObject({
    state: 'failed',
    deducted_amount: 0,
    reason: 'timeout'
  })
})

test.each(['words', 'gone'])(
  'a result that another poll would not improve ends its task at once at no cost: %s',
  async plot => {
    const id = await world.submit(plot)
    await world.turn(6)
    expect(await world.receipt(id)).toMatchObject({
      state: 'failed',
      deducted_amount: 0,
      reason: 'api_error'
    })
  }
)

test('a vendor that asks to be polled in a day does not keep a task running past its deadline', async () => {
  const before = await world.left()
  const id = await world.submit('tomorrow')
  await world.turn(3)
  world.studio.context.clock.advance(DEADLINE)
  await world.turn()
  expect(await world.receipt(id)).toMatchObject({
    state: 'failed',
    deducted_amount: 0,
    reason: 'timeout'
  })
  expect(await world.left()).toBe(before)
})

test('the owner of a task follows its events, and deletes it with its files', async () => {
  const id = await world.submit('plain')
  await world.turn(6)
  const text = await (
    await world.studio.call(`/tasks/${id}/events`, { token: world.ada.credential.token })
  ).text()
  expect([...text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type)).toEqual([
    'start',
    'progress',
    'progress',
    'progress',
    'done'
  ])
  const { data } = (await world.read(id)).response as unknown as { data: { image_url: string }[] }
  // The last event has the same absolute addresses as the record.
  expect(text).toContain(`"${data[0]?.image_url}"`)
  await json(
    world.studio.call('/flux/tasks', {
      json: { action: 'delete', id },
      token: world.ada.credential.token
    })
  )
  expect((await world.studio.call(data[0]?.image_url ?? '')).status).toBe(404)
  expect(
    (await world.studio.call('/flux/tasks', { json: { id }, token: world.ada.credential.token }))
      .status
  ).toBe(404)
  expect(await world.receipt(id), 'the receipt stays').toMatchObject({ deducted_amount: 1 })
})

test('lists are filtered by every field of the API', async () => {
  const id = await world.submit('plain')
  const list = (filter: Record<string, unknown>): Promise<{ items: Task[]; count: number }> =>
    json(
      world.studio.call('/flux/tasks', {
        json: { action: 'retrieve_batch', ...filter },
        token: world.ada.credential.token
      })
    )
  const { created_at, trace_id } = await world.read(id)
  expect((await list({ ids: [id] })).items.map(task => task.id)).toEqual([id])
  expect((await list({ trace_ids: [trace_id] })).count).toBe(1)
  expect((await list({ created_at_min: created_at, type: 'Images' })).items[0]?.id).toBe(id)
  expect((await list({ created_at_max: created_at - 0.001, ids: [id] })).count).toBe(0)
  expect((await list({ type: 'videos' })).count).toBe(0)
  expect((await list({ limit: 1, offset: 1 })).items).toHaveLength(1)
  const eve = await person(world.studio)
  expect(
    await json(
      world.studio.call('/flux/tasks', {
        json: { action: 'retrieve_batch', user_id: world.ada.application.user_id },
        token: eve.credential.token
      })
    )
  ).toEqual({
    items: [],
    count: 0
  })
})

test('null, an empty text and an empty list mean not given', async () => {
  world.studio.context.clock.advance(1)
  const id = await world.submit('plain')
  const ask = (body: Record<string, unknown>): Promise<Task & { count: number; items: Task[] }> =>
    json(world.studio.call('/flux/tasks', { json: body, token: world.ada.credential.token }))
  const whole = await ask({ action: 'retrieve_batch' })
  expect([whole.count > 0, whole.items[0]?.id]).toEqual([true, id])
  const names = [
    'ids',
    'trace_ids',
    'application_id',
    'user_id',
    'type',
    'created_at_min',
    'created_at_max',
    'limit',
    'offset',
    'id',
    'trace_id'
  ]
  for (const empty of ['', null, []])
    for (const name of names)
      expect(await ask({ action: 'retrieve_batch', [name]: empty }), `${name} ${empty}`).toEqual(
        whole
      )
  for (const action of ['', null]) expect((await ask({ action, id, trace_id: null })).id).toBe(id)
})

// The last test, since tokens end within the hour that it passes.
test('the half of a late result that a dead process stored is removed in the end', async () => {
  const { context } = world.studio
  const id = await world.submit('late')
  await world.turn(2)
  context.clock.advance(DEADLINE)
  await world.turn()
  const bytes = new Blob(['half of it']).stream()
  const { user_id } = world.ada.application
  const half = await createFileStore({ context }).keepUpload(user_id, 'half.bin', bytes)
  const { db } = context.database
  await db.updateTable('file').set({ run_id: id }).where('id', '=', half.id).execute()

  context.clock.advance(31_000)
  await world.turn(2)
  expect((await world.studio.call(`/files/${half.id}`)).status, 'may still come').toBe(200)
  context.clock.advance(3_600_000)
  await world.turn(2)
  expect((await world.studio.call(`/files/${half.id}`)).status).toBe(404)
  expect((await world.read(id)).state).toBe('failed')
})
