import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { sweepRetention } from '#servers/api/retention/sweep.ts'
import { sweepExpired } from '#servers/api/sweeper.ts'
import { sweepSignIns } from '#servers/auth/sweep.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { EventLog } from '#servers/runs/event-log.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { upload } from '../support/files.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'
import { BASE, codeFor, json, person, type TestPerson } from '../support/studio.ts'

const DAY = 24 * 3_600_000
const PUT = { method: 'PUT' }

let world: MediaWorld
let site: Site
let eve: TestPerson
beforeAll(async () => {
  world = await openMediaWorld()
  site = await siteNow()
})
afterAll(() => world.close())
beforeEach(async () => {
  // A sign-in has expired when the clock of an earlier test has moved on.
  eve = await person(world.studio)
})

const db = () => world.studio.context.database.db
const call = (path: string, body?: unknown, init: { method?: string } = {}, who = eve) =>
  world.studio.call(path, {
    ...init,
    ...(body !== undefined && { json: body }),
    token: who.token.access_token
  })
const siteNow = async (): Promise<Site> => {
  const found = await json<{ items: Site[] }>(world.studio.call(`/api/v1/sites/?origin=${BASE}`))
  return found.items[0] ?? expect.fail('there is a site')
}
const keep = (retention: object): Promise<Response> =>
  call(`/api/v1/sites/${site.id}`, { retention }, PUT, world.ada)
/** Sets days when the sign-in of the admin has expired. */
const store = (retention: object): Promise<unknown> =>
  db()
    .updateTable('site')
    .set({ retention: JSON.stringify(retention) })
    .execute()
const say = (body: object): Promise<{ id: string; share?: { id: string } }> =>
  json(
    world.studio.call('/aichat/conversations', {
      json: body,
      token: eve.credential.token,
      headers: { accept: 'application/json' }
    })
  )
const chat = async (): Promise<string> =>
  (await say({ model: 'gpt-5-all', question: 'Tides? [sandbox:tokens=5]' })).id
const task = async (): Promise<string> =>
  (await json<{ task_id: string }>(world.post('flux/images', { prompt: 'tides' }, { who: eve })))
    .task_id
const itemOf = async (by: 'run_id' | 'file_id', id: string): Promise<string> =>
  (await db().selectFrom('library_item').select('id').where(by, '=', id).executeTakeFirstOrThrow())
    .id
const favourite = (item: string): Promise<unknown> =>
  db().updateTable('library_item').set({ favourite: 1 }).where('id', '=', item).execute()

async function sweep(): Promise<void> {
  const { context } = world.studio
  const files = createFileStore({ context })
  const needs = { ...context, files, events: new EventLog(context) }
  // Two processes sweep at the same time.
  await Promise.all([sweepRetention(needs), sweepRetention(needs)])
  context.clock.advance(3_600_001)
  await sweepExpired(context)
  await sweepSignIns(context)
}
const idsOf = async (table: 'conversation' | 'file'): Promise<string[]> =>
  (
    await db()
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', eve.application.user_id)
      .execute()
  )
    .map(({ id }) => id)
    .toSorted()
const kept = async (): Promise<string[]> =>
  (
    await db()
      .selectFrom('run')
      .select('id')
      .where('user_id', '=', eve.application.user_id)
      .where('service', '=', 'flux')
      .where('deleted_at', 'is', null)
      .execute()
  )
    .map(({ id }) => id)
    .toSorted()

test('a site keeps everything until its admin sets days, and null is forever again', async () => {
  const forever = { chats: null, results: null, logs: null }
  expect(site.retention).toEqual(forever)
  await json(keep({ chats: 30, logs: 7 }))
  await json(keep({ logs: null }))
  expect((await siteNow()).retention).toEqual({ ...forever, chats: 30 })
  await json(keep(forever))
  for (const days of [0, -1, 1.5, 3651, '30'])
    expect((await keep({ results: days })).status, String(days)).toBe(400)
  expect((await call(`/api/v1/sites/${site.id}`, { retention: { chats: 1 } }, PUT)).status).toBe(
    404
  )
})

test('old conversations are deleted, except pinned and shared ones and those in a project', async () => {
  const [plain, pinned, shared, held] = [await chat(), await chat(), await chat(), await chat()]
  await say({ action: 'update', id: pinned, pinned: true })
  await say({ action: 'share', id: shared })
  const { id: project } = await json<{ id: string }>(call('/library/projects', { name: 'Sea' }))
  await json(call('/library/move', { chats: [held], project_id: project }))
  world.studio.context.clock.advance(29 * DAY)
  await store({ chats: 30 })
  await sweep()
  expect(await idsOf('conversation')).toContain(plain)
  world.studio.context.clock.advance(2 * DAY)
  await sweep()
  const left = await idsOf('conversation')
  expect(left).not.toContain(plain)
  expect(left).toEqual([pinned, shared, held].toSorted())
})

test('old results are deleted with their files, except favourites, published ones and projects', async () => {
  const [plain, liked, published, held] = [await task(), await task(), await task(), await task()]
  await favourite(await itemOf('run_id', liked))
  await db().updateTable('run').set({ fund: 'real' }).where('id', '=', published).execute()
  await json(call('/api/v1/publications', { task_id: published }))
  await db().updateTable('run').set({ fund: 'sandbox' }).where('id', '=', published).execute()
  const { id: project } = await json<{ id: string }>(call('/library/projects', { name: 'Sky' }))
  await json(call('/library/move', { items: [await itemOf('run_id', held)], project_id: project }))
  const [note, star, face] = [
    await upload(world.studio, eve, 'note', 'note.txt'),
    await upload(world.studio, eve, 'star', 'star.txt'),
    await upload(world.studio, eve, 'face', 'face.txt')
  ]
  await favourite(await itemOf('file_id', star.id))
  await json(call('/api/v1/users/me', { avatar: face.file_url }, PUT))
  const { blob } = await db()
    .selectFrom('file')
    .select('blob')
    .where('run_id', '=', plain)
    .executeTakeFirstOrThrow()
  const others = (await idsOf('file')).filter(id => id !== note.id)
  world.studio.context.clock.advance(29 * DAY)
  await store({ results: 30 })
  await sweep()
  expect(await kept()).toContain(plain)
  world.studio.context.clock.advance(2 * DAY)
  await sweep()
  expect(await kept()).toEqual([liked, published, held].toSorted())
  const files = await idsOf('file')
  expect(files).toEqual(expect.arrayContaining([star.id, face.id]))
  expect(files).not.toContain(note.id)
  expect(files.length).toBeLessThan(others.length + 1)
  expect(await world.studio.context.blobs.size(blob)).toBeNull()
  const receipt = await db()
    .selectFrom('run')
    .select(['request', 'response', 'charged'])
    .where('id', '=', plain)
    .executeTakeFirstOrThrow()
  expect(receipt).toEqual({ request: null, response: null, charged: expect.any(Number) })
})

test('old logs lose prompts, traces, callbacks and ended sign-ins, but no charge', async () => {
  const id = await task()
  const callback_url = `${world.stranger.url}/called`
  const { task_id } = await json<{ task_id: string }>(
    world.post('flux/images', { prompt: 'tides', callback_url }, { who: eve })
  )
  await (
    await world.studio.call(`/tasks/${task_id}/events`, { token: eve.credential.token })
  ).text()
  const code = await codeFor(world.studio, eve.cookie)
  await json(world.studio.call('/oauth2/v1/token', { json: { code } }))
  await db().updateTable('grant').set({ revoked_at: world.studio.context.clock.now() }).execute()
  await db().updateTable('callback').set({ state: 'delivered' }).execute()
  world.studio.context.clock.advance(8 * DAY)
  await store({ logs: 7 })
  await sweep()
  const row = await db()
    .selectFrom('run')
    .select(['request', 'trace_id', 'charged', 'deleted_at', 'response'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    request: null,
    trace_id: '',
    charged: expect.any(Number),
    deleted_at: null,
    response: expect.stringContaining('image_url')
  })
  expect(await db().selectFrom('callback').select('id').execute()).toEqual([])
  expect(await db().selectFrom('grant').select('id').execute()).toEqual([])
})

test('the books agree after all sweeps', async () => {
  const { database, clock } = world.studio.context
  expect((await checkLedger(database, { now: clock.now() })).disagreements).toEqual([])
})
