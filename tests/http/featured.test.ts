import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FeaturedResult } from '#contract/featured.ts'
import type { Site } from '#contract/site.ts'
import { MOST_FEATURED } from '#core/featured.ts'
import { openMediaWorld } from '../support/media-world.ts'
import { openFalWorld } from '../support/http-fal.ts'
import { refusal, type List } from '../support/shop.ts'
import { BASE, json, person, type TestPerson } from '../support/studio.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

const PROMPT = 'A fox on a hill, gouache'

let world: VendorWorld
let eve: TestPerson
let site: Site
let face = ''
beforeAll(async () => {
  const opened = await openFalWorld()
  world = opened.world
  face = opened.inputs.picture
  eve = await person(world.studio)
  const { items } = await json<List<Site>>(world.studio.call(`/api/v1/sites/?origin=${BASE}`))
  site = items[0] ?? expect.fail('there is a site')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.studio.context.database.db.deleteFrom('featured').execute()
})

const path = (more = '', id = site.id): string => `/api/v1/sites/${id}/featured${more}`
type Calling = { who?: TestPerson | null; method?: string; body?: unknown; id?: string }
const call = (more = '', { who = world.ada, method, body, id }: Calling = {}): Promise<Response> =>
  world.studio.call(path(more, id), {
    ...(method !== undefined && { method }),
    ...(body !== undefined && { json: body }),
    ...(who !== null && { token: who.token.access_token })
  })
const feature = (task_id: unknown, output: unknown = 0, who = world.ada): Promise<Response> =>
  call('', { who, body: { task_id, output } })
const list = (more = '', who: TestPerson | null = null): Promise<List<FeaturedResult>> =>
  json(call(more, { who }))
const made = async (body: object = {}, to = '/flux/images'): Promise<string> =>
  (await world.post(to, { prompt: PROMPT, ...body })).result.task_id
const codeOf = async (answer: Promise<Response>): Promise<unknown> =>
  ((await (await answer).json()) as { error: { issues?: { code: string }[] } }).error.issues?.[0]
    ?.code
const change = (id: string, columns: object): Promise<unknown> =>
  world.studio.context.database.db.updateTable('run').set(columns).where('id', '=', id).execute()

describe('a featured result', () => {
  test('is public with everything needed to generate it again, and does not name its owner', async () => {
    const id = await made({ size: '16:9', count: 2, model: 'flux-pro', seed: 7 })
    const one = await json<FeaturedResult>(feature(id, 1))
    const { items, count } = await list()
    expect(count).toBe(1)
    expect(items[0]).toEqual({ ...one, task_id: null })
    expect(items[0]).toMatchObject({
      service: 'flux',
      action: 'images',
      prompt: PROMPT,
      kind: 'image',
      model: 'flux-pro',
      substitute: null,
      output: 1
    })
    expect(items[0]?.settings).toMatchObject({ prompt: PROMPT, size: '16:9', count: 2, seed: 7 })
    const picture = await world.studio.call(`${items[0]?.url}?w=320`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { user_id } = world.ada.application
    for (const secret of [user_id, world.ada.email, id, world.ada.application.id])
      expect(JSON.stringify(items)).not.toContain(secret)
    expect((await list('', world.ada)).items[0]?.task_id).toBe(id)
    expect((await list('', eve)).items[0]?.task_id).toBeNull()
  })

  test('has the size of its image, whatever the vendor reports', async () => {
    const { width, height, url } = await json<FeaturedResult>(feature(await made({ size: '16:9' })))
    const { default: sharp } = await import('sharp')
    const bytes = await (await world.studio.call(url)).arrayBuffer()
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ width, height })
  })

  test('leaves out the files of its request', async () => {
    const id = await made({ image_url: face, model: 'flux-kontext-pro' })
    const one = await json<FeaturedResult>(feature(id))
    expect(one.settings).toMatchObject({ action: 'edit', prompt: PROMPT })
    expect(JSON.stringify(one.settings)).not.toContain('face')
  })

  test('may be a video or a song', async () => {
    const video = await made({ aspect_ratio: '9:16' }, '/kling/videos')
    expect(await json(feature(video))).toMatchObject({ kind: 'video', width: 720, height: 1280 })
    const song = await made({}, '/suno/audios')
    expect(await json(feature(song))).toMatchObject({ kind: 'audio', service: 'suno' })
    expect((await list('?service=suno')).items.map(each => each.kind)).toEqual(['audio'])
    expect((await list('?service=flux')).count).toBe(0)
  })

  test('is listed once, the newest first, until an admin orders the list', async () => {
    const [a, b, c] = [await made(), await made(), await made()]
    for (const id of [a, b, c, a]) await json(feature(id))
    const own = async (): Promise<(string | null)[]> =>
      (await list('', world.ada)).items.map(each => each.task_id)
    expect(await own()).toEqual([c, b, a])
    const { items } = await list()
    const ids = [items[2]?.id, 'unknown', items[2]?.id]
    await json(call('', { method: 'PUT', body: { ids } }))
    expect(await own()).toEqual([a, c, b])
    expect((await list('?limit=1&offset=1')).items).toHaveLength(1)
    await call(`/${items[1]?.id}`, { method: 'DELETE' })
    expect(await own()).toEqual([a, c])
    expect((await call(`/${items[1]?.id}`, { method: 'DELETE' })).status).toBe(204)
  })

  test('is an entry of the audit log', async () => {
    const { id } = await json<FeaturedResult>(feature(await made()))
    await call(`/${id}`, { method: 'DELETE' })
    const rows = await world.studio.context.database.db
      .selectFrom('audit')
      .select(['method', 'outcome', 'user_id'])
      .where('path', 'like', '/api/v1/sites/%/featured%')
      .orderBy('created_at', 'desc')
      .execute()
    const { user_id } = world.ada.application
    expect(rows).toContainEqual({ method: 'post', outcome: 'done', user_id })
    expect(rows).toContainEqual({ method: 'delete', outcome: 'done', user_id })
  })

  test('disappears with its task, its file, and while its owner is blocked', async () => {
    const [task, file, blocked] = [await made(), await made(), await made()]
    await json(feature(task))
    const { url } = await json<FeaturedResult>(feature(file))
    await json(feature(blocked))
    const { ada, studio } = world
    await json(
      studio.call('/flux/tasks', {
        json: { action: 'delete', id: task },
        token: ada.credential.token
      })
    )
    expect((await list()).count).toBe(2)
    await studio.call(url, { method: 'DELETE', token: ada.credential.token })
    expect((await list()).count).toBe(1)
    const { db } = studio.context.database
    const { user_id } = ada.application
    const block = { user_id, reason: '', blocked_by: '', created_at: 0 }
    await db.insertInto('block').values(block).execute()
    expect((await list()).count).toBe(0)
    await db.deleteFrom('block').where('user_id', '=', user_id).execute()
    // Featuring another result also deletes the rows whose results are gone.
    await json(feature(await made()))
    expect(await db.selectFrom('featured').select('id').execute()).toHaveLength(2)
  })
})

describe('nobody features', () => {
  test('a result of the sandbox', async () => {
    const id = await made()
    for (const columns of [{ fund: 'sandbox' }, { fund: 'real', provider: 'sandbox/flux' }]) {
      await change(id, columns)
      expect(await codeOf(feature(id))).toBe('sandbox')
    }
    expect((await list()).count).toBe(0)
  })

  test('a result of another user, and nobody but an admin features any', async () => {
    const id = await made()
    expect(await refusal(feature(id, 0, eve))).toMatchObject([404, 'not_found'])
    await change(id, { user_id: eve.application.user_id })
    expect(await refusal(feature(id))).toMatchObject([404, 'not_found'])
    expect(await refusal(feature(id, 0, eve))).toMatchObject([404, 'not_found'])
    for (const method of ['PUT', 'DELETE']) {
      const answer = call(method === 'PUT' ? '' : '/x', { who: eve, method, body: { ids: [] } })
      expect(await refusal(answer)).toMatchObject([404, 'not_found'])
    }
  })

  test('a result of another site, a failed task, or an output that does not exist', async () => {
    const id = await made()
    await change(id, { origin: 'https://else.example' })
    expect(await codeOf(feature(id))).toBe('elsewhere')
    await change(id, { origin: site.origin, state: 'failed' })
    expect(await codeOf(feature(id))).toBe('not_ready')
    await change(id, { state: 'succeeded' })
    expect(await codeOf(feature(id, 1))).toBe('not_allowed')
    await change(id, { action: 'gone' })
    expect(await codeOf(feature(id))).toBe('not_allowed')
  })

  test('with hostile input', async () => {
    const id = await made()
    for (const output of [-1, 101, 0.5, '0', null, [], {}])
      expect((await feature(id, output)).status).toBe(400)
    for (const task of ['', 'x'.repeat(65), 7, null, [id], { id }, '%', "' or 1=1 --"])
      expect([400, 404]).toContain((await feature(task)).status)
    for (const ids of [null, 'x', [7], [''], Array.from({ length: 61 }, () => id)])
      expect((await call('', { method: 'PUT', body: { ids } })).status).toBe(400)
    expect((await call('', { who: null, id: 'unknown' })).status).toBe(404)
    expect((await call('?service=%27%25')).status).toBe(200)
    expect((await list('?service=%27%25')).count).toBe(0)
  })

  test(`more than ${MOST_FEATURED} results at a site`, async () => {
    const { id: _, ...first } = await firstRow(await made())
    const rows = Array.from({ length: MOST_FEATURED - 1 }, (_unused, at) => ({
      ...first,
      id: crypto.randomUUID(),
      output: at + 1
    }))
    await world.studio.context.database.db.insertInto('featured').values(rows).execute()
    expect(await codeOf(feature(await made()))).toBe('too_many')
    expect(await json(feature(first.run_id))).toMatchObject({ output: 0 })
  })

  async function firstRow(task: string) {
    await json(feature(task))
    return world.studio.context.database.db
      .selectFrom('featured')
      .selectAll()
      .executeTakeFirstOrThrow()
  }
})

test('simultaneous calls feature a result once', async () => {
  const id = await made()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => json<FeaturedResult>(feature(id)))
  )
  expect(new Set(answers.map(each => each.id)).size).toBe(1)
})

test('the list of featured results moves with its site and is deleted with it', async () => {
  const second = await addSite([world.ada])
  const id = await made()
  await change(id, { origin: second.origin })
  await json(call('', { body: { task_id: id }, id: second.id }))
  await json(feature(await made()))
  const moved = { origin: `https://${crypto.randomUUID()}.example` }
  await json(siteCall(second.id, { method: 'PUT', json: moved }))
  expect(await json(call('', { id: second.id }))).toMatchObject({ count: 1 })
  const query = new URLSearchParams(moved)
  expect((await siteCall(`${second.id}?${query}`, { method: 'DELETE' })).status).toBe(204)
  expect((await call('', { id: second.id })).status).toBe(404)
  expect((await list()).count).toBe(1)
})

test('deleting an account removes what it featured', async () => {
  const second = await addSite([world.ada, eve])
  const id = await made()
  const { user_id } = eve.application
  await change(id, { origin: second.origin, user_id })
  await json(call('', { who: eve, body: { task_id: id }, id: second.id }))
  const answer = await world.studio.call('/auth/account/delete', {
    json: { password: 'correct horse battery', confirm: eve.email },
    headers: { cookie: eve.cookie }
  })
  expect(answer.status).toBe(204)
  const { db } = world.studio.context.database
  expect(
    await db.selectFrom('featured').select('id').where('user_id', '=', user_id).execute()
  ).toEqual([])
})

test('while only the sandbox serves, nothing can be featured', async () => {
  const demo = await openMediaWorld()
  const { studio, ada } = demo
  const { items } = await json<List<Site>>(studio.call(`/api/v1/sites/?origin=${BASE}`))
  const { task_id } = await demo.result('/flux/images', { prompt: PROMPT })
  const answer = studio.call(path('', items[0]?.id), {
    json: { task_id },
    token: ada.token.access_token
  })
  expect(await codeOf(answer)).toBe('sandbox')
  await demo.close()
})

function siteCall(more: string, init: { method?: string; json?: unknown }): Promise<Response> {
  const token = world.ada.token.access_token
  return world.studio.call(`/api/v1/sites/${more}`, { ...init, token })
}

/** Adds a site, newer than the first, with these admins. */
async function addSite(admins: readonly TestPerson[]): Promise<Site> {
  world.studio.context.clock.advance(1000)
  const origin = `https://${crypto.randomUUID()}.example`
  const { id } = await json<Site>(siteCall('', { method: 'POST', json: { origin } }))
  const ids = admins.map(({ application }) => application.user_id)
  return json(siteCall(id, { method: 'PUT', json: { admins: ids } }))
}
