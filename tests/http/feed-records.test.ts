import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/application.ts'
import type { RunBalance } from '#contract/run-balance.ts'
import type { Task } from '#contract/task.ts'
import { endedRuns, readFeed, type FeedEvent } from '../support/http-feed.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { BASE, json } from '../support/studio.ts'

const PATH = '/postage-stamps/sheets'

type Recorded = FeedEvent & { task?: Task; balance?: RunBalance; response?: object }

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld()
})
afterAll(() => world.close())

/** Reads the events of one run, from its first to its last. */
async function eventsOf(
  run: string,
  token: string = world.ada.token.access_token
): Promise<Recorded[]> {
  const feed = await world.studio.call(`/events?cursor=.${run}:0`, { token })
  const events = await readFeed(feed, received => endedRuns(received).includes(run))
  return events.filter(({ run_id }) => run_id === run)
}

async function plans(): Promise<Application[]> {
  const { items } = await json<{ items: Application[] }>(
    world.studio.call('/api/v1/applications', { token: world.ada.token.access_token })
  )
  return items
}

test('the first and the last event of a task contain the task and the balance', async () => {
  const before = await world.left()
  const { task_id } = await world.result(PATH, { prompt: 'a queen', async: true })
  const events = await eventsOf(task_id)
  const [first, last] = [events[0], events.at(-1)]
  expect(first?.task).toMatchObject({ id: task_id, request: { prompt: 'a queen' } })
  expect(last?.type).toBe('done')
  expect(last?.task).toEqual(await world.task('postage-stamps', task_id))
  const addresses = JSON.stringify(last?.task?.response).match(/[^"]*\/files\/[^"]*/g) ?? []
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) expect(address.startsWith(`${BASE}/files/`)).toBe(true)
  const [plan] = await plans()
  expect(plan?.remaining_amount).toBeLessThan(before)
  expect(last?.balance).toEqual({
    application_id: plan?.id,
    remaining_amount: plan?.remaining_amount,
    spendable_amount: plan?.remaining_amount
  })
  const others = events.slice(1, -1).filter(({ task, balance }) => task ?? balance)
  expect(others).toEqual([])
})

test('the last event of an answer contains the balance of all plans that can pay for chat', async () => {
  await world.studio.call('/api/v1/applications', {
    json: { scope: 'Individual', service_id: 'flux' },
    token: world.ada.token.access_token
  })
  const { run_id } = await json<{ run_id: string }>(
    world.studio.call('/aichat/conversations', {
      json: { model: 'gpt-5-all', question: 'tides? [sandbox:tokens=20]', async: true },
      token: world.ada.credential.token
    })
  )
  const events = await eventsOf(run_id)
  const all = await plans()
  const left = all.find(({ scope }) => scope === 'Global')?.remaining_amount
  expect(events.at(-1)?.balance).toEqual({
    application_id: world.ada.application.id,
    remaining_amount: left,
    spendable_amount: left
  })
  expect(events.slice(0, -1).filter(({ balance }) => balance)).toEqual([])
})

test('a credential gets no balance, and neither balance nor record is stored', async () => {
  const { task_id } = await world.result(PATH, { prompt: 'mine', async: true })
  await world.ended('postage-stamps', task_id)
  const seen = await eventsOf(task_id, world.ada.credential.token)
  expect([seen.at(-1)?.task?.id, seen.at(-1)?.balance]).toEqual([task_id, undefined])
  const { db } = world.studio.context.database
  const rows = await db.selectFrom('event').select('data').where('run_id', '=', task_id).execute()
  expect(rows.length).toBeGreaterThan(1)
  for (const { data } of rows) {
    expect(Object.keys(JSON.parse(data) as object)).not.toContain('task')
    expect(data).not.toContain('balance')
    expect(data).not.toContain(BASE)
  }
})

test('the last event of a deleted task contains no task', async () => {
  const { task_id } = await world.result(PATH, { prompt: '[sandbox:silent] x', async: true })
  await world.studio.call('/postage-stamps/tasks', {
    json: { action: 'delete', id: task_id },
    token: world.ada.credential.token
  })
  const last = (await eventsOf(task_id)).at(-1)
  expect([last?.type, last?.task]).toEqual(['error', undefined])
  expect(last?.balance?.application_id).toBe(world.ada.application.id)
})
