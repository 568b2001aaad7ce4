import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatedService } from '#contract/own-service.ts'
import type { Site } from '#contract/site.ts'
import { startFalServer, type FalServer } from '../support/fal-server.ts'
import { outputsOf } from '../support/http-fal.ts'
import { startPainterServer } from '../support/painter-server.ts'
import { startReplicateServer, type ReplicateServer } from '../support/replicate-server.ts'
import { BASE, json } from '../support/studio.ts'
import { PORTRAIT, replicateModel } from '../support/vendor-schemas.ts'
import type { VendorServer } from '../support/vendor-server.ts'
import { openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

let [world, fal, replicate, painter] = [] as unknown as [
  VendorWorld,
  FalServer,
  ReplicateServer,
  VendorServer
]
beforeAll(async () => {
  ;[fal, replicate, painter] = await Promise.all([
    startFalServer(),
    startReplicateServer(),
    startPainterServer()
  ])
  fal.schemas.set('fal-ai/portrait/dev', PORTRAIT)
  replicate.models.set('muse/toon', replicateModel())
  world = await openVendorWorld(fal, {
    FAL_URL: fal.url,
    FAL_KEY: 'fal-key-1234',
    REPLICATE_URL: replicate.url,
    REPLICATE_API_TOKEN: 'r8-token-1234',
    TOOL_HOSTS: painter.host
  })
})
afterAll(() => Promise.all([world.close(), replicate.close(), painter.close()]))

const token = (): { token: string } => ({ token: world.ada.token.access_token })
const operated = (method: string, path = '', body?: object): Promise<Response> =>
  world.studio.call(`/api/v1/operation/own-services${path}`, {
    method,
    ...token(),
    ...(body !== undefined && { json: body })
  })
const read = (address: string): Promise<OperatedService> => json(operated('POST', '', { address }))
const sell = (id: string, change: object = {}): Promise<OperatedService> =>
  json(operated('PUT', `/${id}`, { enabled: true, ...change }))

/**
 * For each kind of schema: its address, the vendor that runs it, and the call that the vendor gets.
 */
const KINDS = [
  {
    kind: 'an endpoint of fal',
    address: () => 'fal-ai/portrait/dev',
    by: () => 'fal',
    asked: () => fal.calls.find(({ path }) => path === '/fal-ai/portrait/dev'),
    input: { prompt: 'A fox', num_images: 1 }
  },
  {
    kind: 'a model of Replicate',
    address: () => 'muse/toon',
    by: () => 'replicate',
    asked: () => replicate.calls.find(({ path }) => path === '/predictions'),
    input: {
      version: '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa',
      input: { prompt: 'A fox', scheduler: 'K_EULER' }
    }
  },
  {
    kind: 'a server on a network of the operator',
    address: () => `${painter.url}/openapi.json`,
    by: () => painter.host,
    asked: () => painter.calls.find(({ path }) => path === '/paint'),
    input: { prompt: 'A fox' }
  }
]

test.each(KINDS)(
  '$kind is added from its address, put on sale, run, stored, charged, listed and documented',
  async ({ address, by, asked, input }) => {
    const made = await read(address())
    expect(made).toMatchObject({ enabled: false, by: [by()] })
    const { id } = await sell(made.id, {
      price: { credits: 0.5, times: null, per: 1 },
      cost: 0.02
    })
    const before = await world.spent()
    const { result } = await world.post(`/${id}/run`, { prompt: 'A fox' })
    expect(result).toMatchObject({ success: true })
    const [output] = outputsOf(result)
    const file = new URL(String(output?.['image_url']))
    expect([file.host, (await world.studio.call(file.pathname)).status]).toEqual([
      new URL(BASE).host,
      200
    ])
    expect((await world.spent()) - before).toBe(500_000)
    expect(asked()?.body).toMatchObject(input)
    const run = await world.studio.context.database.db
      .selectFrom('run')
      .select(['provider', 'cost', 'cost_by', 'state'])
      .where('id', '=', String(result.task_id))
      .executeTakeFirstOrThrow()
    expect(run).toEqual({
      provider: `${by()}/${id}`,
      cost: 20_000,
      cost_by: 'list',
      state: 'succeeded'
    })
    const tasks = world.studio.call(`/${id}/tasks`, {
      json: { action: 'retrieve_batch' },
      ...token()
    })
    expect(await json(tasks)).toMatchObject({ items: [{ id: result.task_id }] })
    const usage = world.studio.call('/api/v1/usage/apis', token())
    expect((await json<{ items: { service: object | null }[] }>(usage)).items).toContainEqual(
      expect.objectContaining({ service: expect.objectContaining({ alias: id }) })
    )
    const { paths } = await json<{ paths: object }>(world.studio.call('/openapi.json'))
    expect(paths).toHaveProperty([`/${id}/run`, 'post', 'requestBody'])
    const sites = world.studio.call(`/api/v1/sites/?origin=${BASE}`)
    const [site] = (await json<{ items: [Site] }>(sites)).items
    expect(site.own_services).toContainEqual(expect.objectContaining({ id }))
    await operated('DELETE', `/${id}`)
  }
)

describe('a model of Replicate', () => {
  test('is read with the API key, by its name, its page or the address of a version', async () => {
    const model = replicateModel() as { latest_version: object }
    replicate.models.set('muse/toon/versions/5c7d5dc6', model.latest_version as never)
    const addresses = [
      'muse/toon',
      'muse/toon:5c7d5dc6',
      'https://replicate.com/muse/toon',
      'https://replicate.com/muse/toon/versions/5c7d5dc6'
    ]
    for (const address of addresses) {
      const { id, endpoint, source } = await read(address)
      expect([source, endpoint.split(':')[0]]).toEqual(['replicate', 'muse/toon'])
      await operated('DELETE', `/${id}`)
    }
    const asked = replicate.calls.filter(({ path }) => path.startsWith('/models/'))
    expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer r8-token-1234'])
    )
    expect(fal.calls.some(({ path }) => path.includes('muse%2Ftoon'))).toBe(true)
  })

  test('that Replicate keeps running is called by its name, without a version', async () => {
    const official = { ...(replicateModel() as object), is_official: true } as never
    replicate.models.set('muse/film', official)
    const { id, endpoint } = await read('https://replicate.com/muse/film')
    expect(endpoint).toBe('muse/toon')
    await sell(id)
    replicate.calls.length = 0
    await world.post(`/${id}/run`, { prompt: 'A fox' })
    const [call] = replicate.calls
    expect([call?.path, call?.body]).toEqual([
      '/models/muse/toon/predictions',
      { input: { prompt: 'A fox', scheduler: 'K_EULER' } }
    ])
    await operated('DELETE', `/${id}`)
  })

  test('delivers one address or an object with addresses too', async () => {
    const { id } = await read('muse/toon')
    await sell(id)
    for (const output of [
      `${replicate.url}/made/one.png`,
      [{ url: `${replicate.url}/made/b.png` }]
    ]) {
      replicate.output = output
      const { result } = await world.post(`/${id}/run`, { prompt: 'A fox' })
      expect(outputsOf(result)).toEqual([{ image_url: expect.stringContaining('/files/') }])
    }
    replicate.output = null
    await operated('DELETE', `/${id}`)
  })
})

test('a server with several calls needs the choice of one, which may answer with the file itself', async () => {
  const address = `${painter.url}/all.json`
  expect((await operated('POST', '', { address })).status).toBe(400)
  const made = await json<OperatedService>(operated('POST', '', { address, endpoint: '/sing' }))
  expect(made.output).toEqual({ path: [], kind: 'audio' })
  await sell(made.id)
  const { result } = await world.post(`/${made.id}/run`, { prompt: 'A fox' })
  const [output] = outputsOf(result)
  const file = await world.studio.call(new URL(String(output?.['audio_url'])).pathname)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  const before = await world.spent()
  const wordy = await world.post(`/${made.id}/run`, { prompt: 'plot:words' })
  expect(wordy.result.error?.code).toBe('api_error')
  expect(await world.spent()).toBe(before)
  await operated('DELETE', `/${made.id}`)
})

test('a server on a private network that TOOL_HOSTS does not name is refused', async () => {
  const other = await startPainterServer()
  const refused = await operated('POST', '', { address: `${other.url}/openapi.json` })
  expect(refused.status).toBe(400)
  expect(other.calls).toEqual([])
  await other.close()
})
