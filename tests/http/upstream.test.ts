import { afterAll, beforeAll, expect, test } from 'vitest'
import { credit, readRemaining } from '#servers/ledger/ledger.ts'
import { listen } from '#servers/listen.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let upstream: MediaWorld
let line: Awaited<ReturnType<typeof listen>>
let studio: TestStudio
let ada: TestPerson

const MONEY = 50_000_000

beforeAll(async () => {
  upstream = await openMediaWorld()
  line = await listen(upstream.studio, {
    ...upstream.studio.context.config,
    port: 0,
    host: '127.0.0.1'
  })
  // The upstream has a private address. Its files may be fetched, since the operator configured it.
  studio = await openStudio(
    {
      environment: {
        UPSTREAM_URL: line.url,
        UPSTREAM_API_KEY: `not-a-key, ${upstream.ada.credential.token}`,
        RATE_LIMITS: 'off'
      }
    },
    { tasks: { tick: 20, pace: { poll: 0, retry: 0 } } }
  )
  ada = await person(studio)
  const money = {
    applicationId: ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: MONEY,
    now: 0
  } as const
  await credit(studio.context.database.db, 'order', money)
})
afterAll(async () => {
  await studio.close()
  await line.stop()
  await upstream.close()
})

const call = (path: string, body: Record<string, unknown>): Promise<Response> =>
  studio.call(path, {
    json: body,
    token: ada.credential.token,
    headers: { accept: 'application/json' }
  })
const result = (path: string, body: Record<string, unknown>): Promise<Result> =>
  json<Result>(call(path, body))
const spent = async (): Promise<number> =>
  MONEY - (await readRemaining(studio.context.database.db, ada.application.id, 'real'))

test('the upstream generates images with our key, and they are stored here', async () => {
  const before = await spent()
  const { data = [] } = await result('/flux/images', {
    prompt: 'A harbour at noon',
    count: 2,
    seed: 7
  })
  expect(data.map(each => each['seed'])).toEqual([7, 8])
  for (const { image_url } of data) {
    expect(new URL(String(image_url)).origin).not.toBe(line.url)
    const picture = await studio.call(new URL(String(image_url)).pathname)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
  expect((await spent()) - before).toBe(800_000)
})

test('a follow-up uses the upstream’s own id of the earlier result', async () => {
  const first = await result('/midjourney/imagine', { prompt: 'A lighthouse' })
  const second = await result('/midjourney/imagine', {
    action: 'upscale1',
    image_id: first['image_id']
  })
  expect(second).toMatchObject({
    success: true,
    image_url: expect.stringContaining('/files/') as string
  })
})

test('a file of the studio, which the upstream cannot fetch, is sent as bytes', async () => {
  const { data = [] } = await result('/flux/images', { prompt: 'A harbour at noon', seed: 7 })
  const edited = await result('/flux/images', {
    prompt: 'At night',
    image_url: data[0]?.['image_url']
  })
  expect(edited.data?.[0]?.['image_url']).toContain('/files/')
})

test('failures of the upstream become problems of the studio, and cost nothing', async () => {
  const before = await spent()
  const refused = await call('/flux/images', { prompt: 'A harbour [sandbox:fail=forbidden]' })
  expect([refused.status, ((await refused.json()) as Result).error?.code]).toEqual([
    403,
    'forbidden'
  ])
  const broke = await call('/flux/images', { prompt: 'A harbour [sandbox:fail=used_up]' })
  expect([broke.status, ((await broke.json()) as Result).error?.code]).toEqual([500, 'api_error'])
  expect(await spent()).toBe(before)
})

test('a task that is cancelled here is also cancelled at the upstream', async () => {
  const before = await spent()
  const { task_id: id } = await result('/flux/images', {
    prompt: 'A harbour [sandbox:delay=600]',
    async: true
  })
  const there = (): Promise<unknown> =>
    upstream.studio.context.database.db
      .selectFrom('run')
      .select('state')
      .where('trace_id', '=', id)
      .executeTakeFirst()
  await expect.poll(there).toEqual({ state: 'running' })
  await call('/flux/tasks', { action: 'cancel', id })
  await (await studio.call(`/tasks/${id}/events`, { token: ada.credential.token })).text()
  expect(await result('/flux/tasks', { id })).toMatchObject({ state: 'cancelled' })
  expect([await there(), await spent()]).toEqual([{ state: 'cancelled' }, before])
})

test('a provider key serves tools as soon as it is added, and until it is removed', async () => {
  const fresh = await openStudio(
    { environment: { RATE_LIMITS: 'off' } },
    { tasks: { tick: 20, pace: { poll: 0, retry: 0 } } }
  )
  const bob = await person(fresh)
  const money = {
    applicationId: bob.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: MONEY,
    now: 0
  } as const
  await credit(fresh.context.database.db, 'order', money)
  const enter = (key: string): Promise<Response> =>
    fresh.call('/api/v1/provider-keys', {
      json: { vendor: 'upstream', key, base_url: `${line.url}/` },
      token: bob.token.access_token
    })
  const draw = (): Promise<Response> =>
    fresh.call('/flux/images', {
      json: { prompt: 'A harbour', seed: 7 },
      token: bob.credential.token,
      headers: { accept: 'application/json' }
    })

  expect((await enter('pm_not-a-key')).status).toBe(400)
  const { id } = await json<{ id: string }>(enter(upstream.ada.credential.token))
  expect((await json<Result>(draw())).data?.[0]).toMatchObject({ seed: 7 })
  expect(await readRemaining(fresh.context.database.db, bob.application.id, 'real')).toBeLessThan(
    MONEY
  )
  await fresh.call(`/api/v1/provider-keys/${id}`, {
    method: 'DELETE',
    token: bob.token.access_token
  })
  // Without the key, the sandbox serves again, and the plan pays with sandbox credits.
  expect(fresh.context.keys.vendors()).toEqual([])
  expect((await draw()).status).toBe(200)
  await fresh.close()
})
