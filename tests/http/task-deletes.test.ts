import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventLog } from '#servers/runs/event-log.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { sweepUploads } from '#servers/files/sweep.ts'
import { Tasks } from '#servers/api/tasks/tasks.ts'
import { ChatRuns, ANSWER_LEASE_MS } from '#servers/api/chat/chat.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { json } from '../support/studio.ts'
import { openTaskWorld, type TaskWorld } from '../support/task-world.ts'
import { DEADLINE, PRICE, vendorKinds } from '../support/vendor.ts'

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

const act = (action: string, id: string): Promise<Response> =>
  world.studio.call('/flux/tasks', { json: { action, id }, token: world.ada.credential.token })
const rowOf = (id: string) =>
  world.studio.context.database.db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const events = async (id: string): Promise<string> =>
  (await world.studio.call(`/tasks/${id}/events`, { token: world.ada.credential.token })).text()

/** Expects that only a receipt without a charge is left, whatever happens afterwards. */
async function expectGone(id: string, before: number, worker?: Tasks): Promise<void> {
  const { database, clock } = world.studio.context
  expect((await act('retrieve', id)).status).toBe(404)
  for (const table of ['file', 'output_name'] as const)
    expect(
      await database.db.selectFrom(table).selectAll().where('run_id', '=', id).execute(),
      table
    ).toEqual([])
  expect(await rowOf(id)).toMatchObject({
    request: null,
    response: null,
    reference: null,
    poll_at: null
  })
  // Let everything happen that still could: another poll, a lost lease, the deadline, a late
  // result.
  const chat = new ChatRuns({
    context: world.studio.context,
    events: new EventLog(world.studio.context)
  })
  for (const wait of [0, ANSWER_LEASE_MS + 1, DEADLINE, 31_000]) {
    clock.advance(wait)
    await world.turn(2, worker)
    await chat.recover()
  }
  await chat.stop()
  expect(await world.receipt(id)).toMatchObject({
    state: 'cancelled',
    held_amount: 1,
    deducted_amount: 0,
    status_code: 499
  })
  expect(await world.left()).toBe(before)
  const { disagreements } = await checkLedger(database, { now: clock.now() })
  expect(disagreements).toEqual([])
  expect(
    (await database.db.selectFrom('file').selectAll().where('run_id', '=', id).execute()).length
  ).toBe(0)
}

/** A process that pauses before or after it copies outputs. */
function slowCopier(waits: 'before' | 'after'): {
  worker: Tasks
  waiting: Promise<void>
  go: () => void
  copied: () => string[]
} {
  const { context } = world.studio
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const store = createFileStore({ context, trustedHosts: [world.vendor.host] })
  let kept: string[] = []
  const wait = (): Promise<void> => {
    begun.resolve()
    return gate.promise
  }
  const files: FileStore = {
    ...store,
    async keepOutputs(...args) {
      if (waits === 'before') await wait()
      const found = await store.keepOutputs(...args)
      kept = found.kept
      if (waits === 'after') await wait()
      return found
    }
  }
  const parts = { ...context, events: new EventLog(context), files }
  const worker = new Tasks({
    context: parts,
    kinds: vendorKinds(world.vendor),
    pace: { poll: 1000, retry: 1000 },
    tick: 0
  })
  return { worker, waiting: begun.promise, go: gate.resolve, copied: () => kept }
}

describe('a task that is deleted before its end returns its credits and is never charged', () => {
  test('while it is in the queue', async () => {
    const before = await world.left()
    const id = await world.submit('plain')
    expect((await act('delete', id)).status).toBe(200)
    expect(await world.left()).toBe(before)
    await expectGone(id, before)
    expect(world.vendor.submissions).toEqual([])
  })

  test.each(['plain', 'never', 'stubborn'])('while it runs: %s', async plot => {
    const before = await world.left()
    const id = await world.submit(plot)
    await world.turn(2)
    expect((await rowOf(id)).state).toBe('running')
    await act('delete', id)
    expect(await world.left()).toBe(before)
    expect(await events(id), 'its followers get the end').toContain('"code":"canceled"')
    await expectGone(id, before)
  })

  test('and its vendor is asked to stop, whether or not it can', async () => {
    const id = await world.submit('never')
    await world.turn(2)
    await world.tasks.remove(id)
    await vi.waitFor(() => expect(world.vendor.jobs[0]?.cancelled).toBe(true))
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', provider: 'vendor' })
  })

  test('during its submission, and the vendor is asked to stop the job that it accepted', async () => {
    const before = await world.left()
    const gate = Promise.withResolvers<void>()
    const { context } = world.studio
    const kinds = vendorKinds(world.vendor)
    const provider = kinds.provider('vendor')
    if (provider === null) throw new Error('no vendor')
    const media = {
      ...provider.media,
      submit: async (...args: Parameters<typeof provider.media.submit>) => {
        const given = await provider.media.submit(...args)
        await gate.promise
        return given
      }
    }
    const parts = {
      ...context,
      events: new EventLog(context),
      files: createFileStore({ context })
    }
    const worker = new Tasks({
      context: parts,
      kinds: { ...kinds, provider: () => ({ ...provider, media }) },
      tick: 0
    })
    const id = await world.submit('plain')
    const step = worker.tick()
    await vi.waitFor(() => expect(world.vendor.jobs).toHaveLength(1))
    await act('delete', id)
    gate.resolve()
    await step
    expect(world.vendor.jobs[0]?.cancelled).toBe(true)
    await expectGone(id, before, worker)
    await worker.stop()
  })

  test.each(['before', 'after'] as const)('while its outputs are copied, right %s', async waits => {
    const before = await world.left()
    const { worker, waiting, go, copied } = slowCopier(waits)
    const id = await world.submit('plain')
    await world.turn(3, worker)
    const looking = world.turn(1, worker)
    await waiting
    expect(await filesOf(id)).toHaveLength(waits === 'before' ? 0 : 4)
    await act('delete', id)
    go()
    await looking
    expect(copied()).toHaveLength(4)
    for (const file of copied())
      expect((await world.studio.call(`/files/${file}`)).status).toBe(404)
    await expectGone(id, before, worker)
    await worker.stop()
  })

  test('at any moment: of many tasks, no credits and no files are lost', async () => {
    const before = await world.left()
    const ids = await Promise.all(Array.from({ length: 12 }, () => world.submit('plain')))
    const others = [world.newProcess(), world.newProcess()]
    for (const [at, id] of ids.entries()) {
      await Promise.all([
        act('delete', id),
        ...[world.tasks, ...others].map(worker => worker.tick())
      ])
      if (at % 2 === 0) world.studio.context.clock.advance(1500)
    }
    const receipts = await Promise.all(ids.map(id => world.receipt(id)))
    const charged = receipts.reduce((sum, { deducted_amount }) => sum + deducted_amount, 0)
    expect(
      receipts
        .map(({ state }) => state)
        .filter(state => state !== 'cancelled' && state !== 'succeeded')
    ).toEqual([])
    expect(await world.left()).toBe(before - charged * PRICE)
    for (const id of ids) expect(await filesOf(id)).toEqual([])
    await Promise.all(others.map(other => other.stop()))
  })
})

async function filesOf(id: string): Promise<unknown[]> {
  return world.studio.context.database.db
    .selectFrom('file')
    .select('id')
    .where('run_id', '=', id)
    .execute()
}

test('a task that is deleted after its end keeps only its receipt, and late results leave nothing', async () => {
  const { database, clock } = world.studio.context
  const done = await world.submit('plain', 'https://hook.example/x')
  await world.turn(6)
  const late = await world.submit('late')
  await world.turn(2)
  clock.advance(DEADLINE)
  await world.turn()
  const before = await world.left()
  for (const id of [done, late]) {
    expect((await act('delete', id)).status).toBe(200)
    expect((await act('delete', id)).status).toBe(404)
  }
  world.vendor.deliverLate = true
  clock.advance(31_000)
  await world.turn(3)
  expect(await world.receipt(done)).toMatchObject({ state: 'succeeded', deducted_amount: 1 })
  expect(await world.receipt(late)).toMatchObject({
    state: 'failed',
    deducted_amount: 0,
    reason: 'timeout'
  })
  expect(await world.left()).toBe(before)
  for (const id of [done, late]) {
    expect(await rowOf(id)).toMatchObject({
      request: null,
      response: null,
      reference: null,
      callback_url: null
    })
    expect(await filesOf(id)).toEqual([])
    for (const table of ['event', 'callback'] as const)
      expect(
        await database.db.selectFrom(table).selectAll().where('run_id', '=', id).execute()
      ).toEqual([])
  }
  const { items } = await json<{ items: { id: string }[] }>(
    world.studio.call('/flux/tasks', {
      json: { action: 'retrieve_batch' },
      token: world.ada.credential.token
    })
  )
  expect(items.map(({ id }) => id)).not.toContain(done)
})

test('a task whose process died is not ended by the recovery of chat answers', async () => {
  const { context } = world.studio
  const before = await world.left()
  const id = await world.submit('never')
  await world.turn(2)
  await context.database.db
    .updateTable('run')
    .set({ provider: null, poll_at: null })
    .where('id', '=', id)
    .execute()
  context.clock.advance(ANSWER_LEASE_MS + 31_000)
  const chat = new ChatRuns({ context, events: new EventLog(context) })
  await chat.recover()
  await chat.stop()
  expect((await rowOf(id)).state).toBe('running')
  await act('delete', id)
  expect(await world.left()).toBe(before)
})

test('late files of a deleted task are swept away after a day', async () => {
  const { context } = world.studio
  const [gone, there] = [await world.submit('plain'), await world.submit('plain')]
  expect((await act('delete', gone)).status).toBe(200)
  const files = createFileStore({ context })
  const left = new Uint8Array([1])
  const ids = []
  for (const run of [gone, there]) {
    const { id } = await files.keepUpload(
      world.ada.application.user_id,
      'late.bin',
      new Blob([left]).stream()
    )
    await context.database.db
      .updateTable('file')
      .set({ run_id: run })
      .where('id', '=', id)
      .execute()
    ids.push(id)
  }
  await sweepUploads(context, files)
  expect(
    (await Promise.all(ids.map(id => world.studio.call(`/files/${id}`)))).map(
      ({ status }) => status
    )
  ).toEqual([200, 200])
  context.clock.advance(86_400_001)
  await sweepUploads(context, files)
  expect(
    (await Promise.all(ids.map(id => world.studio.call(`/files/${id}`)))).map(
      ({ status }) => status
    )
  ).toEqual([404, 200])
})
