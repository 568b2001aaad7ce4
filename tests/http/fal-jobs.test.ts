import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { falTransport } from '#providers/fal.ts'
import { mountParts } from '#servers/studio.ts'
import { P } from '../support/fal-case.ts'
import { startFalServer, type FalServer } from '../support/fal-server.ts'
import { openFalWorld, outputsOf } from '../support/http-fal.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

let vendor: FalServer
let world: VendorWorld
beforeAll(async () => {
  ;({ vendor, world } = await openFalWorld())
})
afterAll(() => world.close())
beforeEach(() => {
  vendor.jobs.length = 0
  vendor.calls.length = 0
  vendor.looks = 1
  vendor.readableFrom = 1
})

describe('several outputs', () => {
  test('are one request, or several requests if an endpoint returns one output at a time', async () => {
    await world.post('/flux/images', { prompt: P, count: 3 })
    expect(vendor.jobs.map(({ call }) => call.body['num_images'])).toEqual([3])
    const { result } = await world.post('/flux/images', {
      prompt: P,
      model: 'flux-2-pro',
      count: 2
    })
    expect([outputsOf(result).length, vendor.jobs.length]).toEqual([2, 3])
  })

  test('cost only those that were generated', async () => {
    const before = await world.spent()
    const { result } = await world.post('/flux/images', {
      prompt: `${P} plot:half_black`,
      count: 2
    })
    expect(outputsOf(result).length).toBe(1)
    expect((await world.spent()) - before).toBe(400_000)
  })
})

describe('a QR code image', () => {
  test('is generated again with a stronger code while it is unreadable', async () => {
    vendor.readableFrom = 3
    const { result } = await world.post('/qrart/generate', {
      prompt: P,
      content: 'https://example.com'
    })
    expect(result).toMatchObject({ success: true, seed: 7, image_width: 1024 })
    const scales = vendor.jobs.map(({ call }) => Number(call.body['controlnet_conditioning_scale']))
    expect(scales.length).toBe(3)
    expect(scales.toSorted((a, b) => a - b)).toEqual(scales)
  })

  test('costs nothing when it stays unreadable', async () => {
    vendor.readableFrom = 9
    const before = await world.spent()
    const { result } = await world.post('/qrart/generate', {
      prompt: P,
      content: 'https://example.com'
    })
    expect([result.error?.code, vendor.jobs.length, await world.spent()]).toEqual([
      'api_error',
      3,
      before
    ])
  })

  test.each([
    { pixel_style: 'row', rotate: 90, position: 'top-left', aspect_ratio: '16:9' },
    {
      pixel_style: 'dot',
      ecl: 'L',
      padding_level: 20,
      content: 'A longer text that needs a larger code with alignment patterns in it'
    }
  ])('is readable with %j', async values => {
    const { result } = await world.post('/qrart/generate', { prompt: P, content: 'a', ...values })
    expect([result.success, vendor.jobs.length]).toEqual([true, 1])
  })
})

describe('a job at fal', () => {
  const cancel = (id: string): Promise<Response> =>
    world.studio.call('/flux/tasks', {
      json: { action: 'cancel', id },
      token: world.ada.credential.token
    })

  test('that its user cancels is stopped at fal and costs nothing', async () => {
    const before = await world.spent()
    const id = await world.begin('/flux/images', { prompt: `${P} plot:endless` })
    await expect.poll(() => vendor.jobs.length).toBe(1)
    expect((await cancel(id)).status).toBe(200)
    await world.ended('flux', id)
    expect([vendor.jobs[0]?.cancelled, await world.spent()]).toEqual([true, before])
  })

  test('continues after a restart and is not submitted twice', async () => {
    const own = await startFalServer()
    const first = await openVendorWorld(own, { FAL_URL: own.url, FAL_KEY: KEYS[0] })
    own.looks = Number.POSITIVE_INFINITY
    const id = await first.begin('/flux/images', { prompt: P })
    await expect.poll(() => own.jobs[0]?.looks ?? 0).toBeGreaterThan(1)
    await first.studio.parts.api?.stop()
    own.looks = 1
    const { context } = first.studio
    context.clock.advance(60_000)
    const trustedHosts = [own.host]
    const api = {
      files: { trustedHosts },
      tasks: { tick: 20, pace: { poll: 0, retry: 0 }, trustedHosts }
    }
    const second = await mountParts(context, { site: false, api })
    const run = context.database.db.selectFrom('run').select('state').where('id', '=', id)
    await expect.poll(() => run.executeTakeFirst()).toEqual({ state: 'succeeded' })
    expect(own.jobs.length).toBe(1)
    await second.stop()
    await own.close()
  })
})

test('an error of a gateway is not taken for the result of a job', async () => {
  const upstream = {
    fetch,
    baseURL: vendor.url,
    apiKey: 'key',
    signal: AbortSignal.timeout(10_000)
  }
  vendor.next.push({ body: { status: 'COMPLETED' } }, { status: 502, body: 'bad gateway' })
  const look = falTransport.poll({ endpoint: 'fal-ai/flux/dev', id: 'any' }, upstream)
  await expect(look).rejects.toMatchObject({ code: 'api_error' })
})

test('fal gets our webhook address when it can reach us', async () => {
  const webhook = 'https://api.studio.example/webhooks/fal/secret'
  const upstream = {
    fetch,
    baseURL: vendor.url,
    apiKey: 'key',
    signal: AbortSignal.timeout(10_000),
    webhook
  }
  await falTransport.submit({ path: 'fal-ai/flux/dev', body: { prompt: P } }, upstream, 'run')
  expect(vendor.calls.at(-1)?.path).toBe(
    `/fal-ai/flux/dev?fal_webhook=${encodeURIComponent(webhook)}`
  )
})
