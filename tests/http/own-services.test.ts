import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperatedService } from '#contract/own-service.ts'
import type { Site } from '#contract/site.ts'
import type { Json } from '#core/json.ts'
import type { FalServer } from '../support/fal-server.ts'
import { openFalWorld, outputsOf } from '../support/http-fal.ts'
import { BASE, json, person, type TestPerson } from '../support/studio.ts'
import { falSchema, PORTRAIT, replicateModel, serverSchema } from '../support/vendor-schemas.ts'
import type { VendorWorld } from '../support/vendor-world.ts'

type Refused = { code: string; error: { issues?: { field: string; code: string }[] } }

let [world, vendor, uma] = [] as unknown as [VendorWorld, FalServer, TestPerson]
beforeAll(async () => {
  ;({ world, vendor } = await openFalWorld())
  uma = await person(world.studio)
})
afterAll(() => world.close())
beforeEach(() => {
  vendor.jobs.length = 0
  vendor.next.length = 0
})

const call = (method: string, path = '', body?: object, who = world.ada): Promise<Response> =>
  world.studio.call(`/api/v1/operation/own-services${path}`, {
    method,
    token: who.token.access_token,
    ...(body !== undefined && { json: body })
  })
const make = async (document: Json, more: object = {}): Promise<OperatedService> =>
  json(call('POST', '', { schema: JSON.stringify(document), ...more }))
const offer = async (document: Json, change: object = {}): Promise<OperatedService> =>
  json(call('PUT', `/${(await make(document)).id}`, { enabled: true, ...change }))
async function refused(answer: Promise<Response>): Promise<unknown[]> {
  const response = await answer
  const { error } = (await response.json()) as Refused
  return [response.status, ...(error.issues ?? []).map(({ field, code }) => `${field} ${code}`)]
}
async function siteNow(): Promise<Site> {
  const path = `/api/v1/sites/?origin=${BASE}`
  return (await json<{ items: [Site] }>(world.studio.call(path))).items[0]
}

describe('a service from a schema', () => {
  test('is created by operators only', async () => {
    const body = { schema: JSON.stringify(PORTRAIT) }
    expect((await call('POST', '', body, uma)).status).toBe(403)
    expect((await call('GET', '', undefined, uma)).status).toBe(403)
    expect((await world.studio.call('/api/v1/operation/own-services')).status).toBe(401)
  })

  test('is created from the address of its vendor’s schema', async () => {
    vendor.next.push({ body: PORTRAIT })
    const made = await json<OperatedService>(call('POST', '', { address: 'fal-ai/portrait/dev' }))
    expect(vendor.calls.at(-1)?.path).toBe(
      '/api/openapi/queue/openapi.json?endpoint_id=fal-ai%2Fportrait%2Fdev'
    )
    expect(made).toMatchObject({ id: 'x-portraitdev', enabled: false, by: ['fal'] })
    expect(made.unmapped.length).toBeGreaterThan(0)
    await call('DELETE', `/${made.id}`)
  })

  test('does not exist for users until an operator puts it on sale', async () => {
    const { id } = await make(PORTRAIT)
    expect((await world.studio.call(`/api/v1/own-services/${id}`)).status).toBe(404)
    expect((await siteNow()).own_services).toEqual([])
    expect(await world.post(`/${id}/run`, { prompt: 'A fox' })).toMatchObject({
      result: { code: 'no_api' }
    })
    await json(call('PUT', `/${id}`, { enabled: true }))
    expect((await siteNow()).own_services).toEqual([
      { id, title: 'Portrait dev', description: 'Draws portraits.', medium: 'image' }
    ])
    const shown = await json<{ strings: object }>(world.studio.call(`/api/v1/own-services/${id}`))
    expect(shown.strings).toMatchObject({ [`${id}.field.guidance_scale`]: 'Guidance' })
    await call('DELETE', `/${id}`)
    expect((await siteNow()).own_services).toEqual([])
  })

  test('is found by words in the list of fal', async () => {
    const find = (search: string, who = world.ada): Promise<Response> =>
      world.studio.call(`/api/v1/operation/vendor-endpoints?${new URLSearchParams({ search })}`, {
        token: who.token.access_token
      })
    vendor.schemas.set('fal-ai/portrait/dev', PORTRAIT)
    expect(await json(find('portrait'))).toEqual({
      items: [
        {
          endpoint: 'fal-ai/portrait/dev',
          title: 'Muse fal-ai/portrait/dev',
          category: 'text-to-image',
          description: ''
        }
      ]
    })
    const query = new URL(vendor.calls.at(-1)?.path ?? '', vendor.url).searchParams
    expect([...query]).toEqual([
      ['q', 'portrait'],
      ['status', 'active'],
      ['limit', '20']
    ])
    const hostile = ['javascript:alert(1)', 'fal-ai/../x', 7, null, 'fal-ai/good'].map(
      endpoint_id => ({ endpoint_id, metadata: { display_name: 7, description: 'x'.repeat(9999) } })
    )
    vendor.next.push({ body: { models: [...hostile, 'none', null] } })
    expect(await json(find('x'))).toEqual({
      items: [
        {
          endpoint: 'fal-ai/good',
          title: 'fal-ai/good',
          category: '',
          description: 'x'.repeat(300)
        }
      ]
    })
    vendor.next.push({ body: { models: 'many' } })
    expect((await find('x')).status).toBe(500)
    expect(await refused(find(' '))).toEqual([400, 'search required'])
    expect((await find('x', uma)).status).toBe(403)
  })

  test('is corrected by operators, who see every mistake', async () => {
    const { id } = await make(PORTRAIT)
    const changed = await json<OperatedService>(
      call('PUT', `/${id}`, {
        title: 'Portraits',
        price: { credits: 0.5, times: 'num_images', per: 1 },
        fields: [
          { name: 'guidance_scale', shown: false, default: 5 },
          { name: 'image_size', label: 'Shape', default: 'square_hd', more: true }
        ]
      })
    )
    expect(changed).toMatchObject({ title: 'Portraits', price: { credits: 0.5 }, version: 2 })
    const [shape, guidance] = ['image_size', 'guidance_scale'].map(name =>
      changed.fields.find(each => each.name === name)
    )
    expect(shape).toMatchObject({ label: 'Shape', field: { default: 'square_hd', more: true } })
    expect(guidance).toMatchObject({ shown: false, field: { default: 5 } })
    const wrong = (change: object): Promise<unknown[]> => refused(call('PUT', `/${id}`, change))
    expect(await wrong({ fields: [{ name: 'prompt', shown: false }] })).toEqual([
      400,
      'prompt must_be_shown'
    ])
    expect(await wrong({ fields: [{ name: 'num_images', default: 99 }] })).toEqual([
      400,
      'num_images bad_default'
    ])
    expect(await wrong({ price: { credits: 1, times: 'prompt', per: 1 } })).toEqual([
      400,
      'price.times not_allowed'
    ])
    expect(await wrong({ price: { credits: -1, times: null, per: 1 } })).toEqual([
      400,
      'price.credits too_small'
    ])
    expect(await refused(call('PUT', '/x-nothing', {}))).toEqual([404])
    await call('DELETE', `/${id}`)
  })

  test('is moved to another deployment as a file', async () => {
    const { id } = await make(PORTRAIT)
    await json(call('PUT', `/${id}`, { title: 'Portraits', cost: 0.02 }))
    const answer = await call('GET', `/${id}/file`)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${id}.json"`)
    const file = await answer.text()
    const copy = await json<OperatedService>(call('POST', '', { schema: file }))
    expect(copy).toMatchObject({ title: 'Portraits', cost: 0.02, enabled: false })
    expect(copy.id).toBe(`${id}2`)
    const broken = { ...(JSON.parse(file) as object), endpoint: 'fal-ai/../../admin' }
    expect(await refused(call('POST', '', { schema: JSON.stringify(broken) }))).toEqual([
      400,
      'endpoint invalid'
    ])
    for (const each of [id, copy.id]) await call('DELETE', `/${each}`)
  })

  test('is stored even if no provider serves it, and shows that', async () => {
    const made = await make(replicateModel())
    expect(made).toMatchObject({ source: 'replicate', by: [] })
    await json(call('PUT', `/${made.id}`, { enabled: true }))
    const { result } = await world.post(`/${made.id}/run`, { prompt: 'A fox' })
    expect(result).toMatchObject({ code: 'api_not_implemented' })
    await call('DELETE', `/${made.id}`)
  })

  test.each([
    ['nothing', {}, 'address required'],
    ['text that is not JSON', { schema: '<html>' }, 'schema not_json'],
    ['a private address', { address: 'http://127.0.0.1:1/x' }, 'address unreachable'],
    ['deep nesting', { schema: '['.repeat(200) }, 'schema too_deep'],
    ['a million values', { schema: `[${'0,'.repeat(100_000)}0]` }, 'schema too_large'],
    ['a longer schema', { schema: ' '.repeat(1_000_001) }, 'schema too_long'],
    [
      'a script in a title',
      {
        schema: JSON.stringify(
          falSchema({ prompt: { type: 'string', title: '<script>' } }, ['prompt'])
        )
      },
      'schema.prompt markup'
    ]
  ])('is not made from %s', async (_, body, issue) => {
    expect(await refused(call('POST', '', body))).toEqual([400, issue])
  })
})

describe('a run of a service from a schema', () => {
  test('is priced, done by the vendor, and stored like any other run', async () => {
    const { id } = await offer(PORTRAIT, {
      price: { credits: 0.5, times: 'num_images', per: 1 },
      cost: 0.02
    })
    const before = await world.spent()
    const { result } = await world.post(`/${id}/run`, { prompt: 'A fox', num_images: 2 })
    expect(result).toMatchObject({ success: true })
    expect(outputsOf(result).map(({ image_url }) => typeof image_url)).toEqual(['string', 'string'])
    expect((await world.spent()) - before).toBe(1_000_000)
    const [job] = vendor.jobs
    expect([job?.endpoint, job?.call.body]).toEqual([
      'fal-ai/portrait/dev',
      {
        prompt: 'A fox',
        num_images: 2,
        image_size: 'landscape_4_3',
        guidance_scale: 3.5,
        enable_safety_checker: true
      }
    ])
    const run = await world.studio.context.database.db
      .selectFrom('run')
      .select(['service', 'cost', 'cost_by', 'state'])
      .where('id', '=', String(result.task_id))
      .executeTakeFirstOrThrow()
    expect(run).toEqual({ service: id, cost: 40_000, cost_by: 'list', state: 'succeeded' })
    const tasks = await json<{ items: object[]; count: number }>(
      world.studio.call(`/${id}/tasks`, {
        json: { action: 'retrieve_batch' },
        token: world.ada.token.access_token
      })
    )
    expect(tasks).toMatchObject({ count: 1, items: [{ api_id: `${id}/run`, deducted_amount: 1 }] })
    const receipt = async (): Promise<object | undefined> => {
      const { items } = await json<{ items: object[] }>(
        world.studio.call('/api/v1/usage/apis?limit=1', { token: world.ada.token.access_token })
      )
      return items[0]
    }
    expect(await receipt()).toMatchObject({ service: { alias: id, title: 'Portrait dev' } })
    await call('DELETE', `/${id}`)
    expect(await receipt()).toMatchObject({ service: null, api: { title: 'Deleted tool' } })
  })

  test('is refused with each wrong field, and nothing is charged', async () => {
    const { id } = await offer(PORTRAIT)
    const before = await world.spent()
    const { status, result } = await world.post(`/${id}/run`, {
      num_images: 9,
      guidance_scale: 'much'
    })
    expect([status, result['error']]).toEqual([
      400,
      expect.objectContaining({
        issues: [
          { field: 'prompt', code: 'required' },
          { field: 'num_images', code: 'too_large' },
          { field: 'guidance_scale', code: 'wrong_type' }
        ]
      })
    ])
    expect(await world.spent()).toBe(before)
    await call('DELETE', `/${id}`)
  })

  test('uses a corrected price at once, and fails at no cost if the service is deleted', async () => {
    const { id } = await offer(PORTRAIT)
    const price = { credits: 2, times: null, per: 1 }
    await json(call('PUT', `/${id}`, { price }))
    const before = await world.spent()
    vendor.looks = 1_000_000
    const task = await world.begin(`/${id}/run`, { prompt: 'A fox' })
    expect((await world.spent()) - before).toBe(2_000_000)
    await call('DELETE', `/${id}`)
    await expect.poll(() => world.stateOf(task), { timeout: 20_000 }).toBe('failed')
    expect(await world.spent()).toBe(before)
    vendor.looks = 1
  })
})

test('a server with an OpenAPI document gets the request with its key, and its output is delivered', async () => {
  const { id } = await make(serverSchema(vendor.url))
  const change = { enabled: true, key: 'own-key-1234', cost: 0.01 }
  const made = await json<OperatedService>(call('PUT', `/${id}`, change))
  expect(made).toMatchObject({ has_key: true, by: [vendor.host] })
  expect(JSON.stringify(made)).not.toContain('own-key')
  vendor.next.push({ body: { image_url: `${vendor.url}/made/a.png`, took: 3 } })
  const { result } = await world.post(`/${id}/run`, { prompt: 'A fox', steps: 4 })
  expect(result).toMatchObject({ success: true })
  const asked = vendor.calls.findLast(each => each.path === '/paint')
  expect([asked?.headers.authorization, asked?.body]).toEqual([
    'Bearer own-key-1234',
    { prompt: 'A fox', steps: 4 }
  ])
  const file = await (await call('GET', `/${id}/file`)).text()
  expect(file).not.toContain('own-key')
  await call('DELETE', `/${id}`)
  const { id: inside } = await make(serverSchema('http://10.0.0.1'))
  await json(call('PUT', `/${inside}`, { enabled: true }))
  const before = await world.spent()
  const refusedRun = await world.post(`/${inside}/run`, { prompt: 'A fox' })
  expect(refusedRun.result).toMatchObject({ success: false })
  expect(await world.spent()).toBe(before)
  await call('DELETE', `/${inside}`)
})

test('the API lists and describes a service from a schema', async () => {
  const { id, service_id } = await offer(PORTRAIT)
  type Listed = { id: string; alias: string; apis: { path: string }[] }
  const listed = await json<Listed>(world.studio.call(`/api/v1/services/${id}`))
  expect(listed).toMatchObject({
    id: service_id,
    alias: id,
    title: 'Portrait dev',
    apis: [{ path: `/${id}/run` }]
  })
  const { paths } = await json<{ paths: Record<string, Record<string, object>> }>(
    world.studio.call('/openapi.json')
  )
  expect(paths[`/${id}/run`]?.['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { num_images: { type: 'integer', minimum: 1, maximum: 4 } } }
        }
      }
    }
  })
  const changed = world.studio.call(`/api/v1/services/${id}`, {
    method: 'PUT',
    json: { title: 'Other' },
    token: world.ada.token.access_token
  })
  expect(await refused(changed)).toEqual([400, 'id not_allowed'])
  await call('DELETE', `/${id}`)
  expect((await world.studio.call(`/api/v1/services/${id}`)).status).toBe(404)
})
