import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { checkVendorKey } from '#providers/key-check.ts'
import { replicateTransport } from '#providers/replicate.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { startComfyuiServer, type ComfyuiServer } from '../support/comfyui-server.ts'
import { startReplicateServer, type ReplicateServer } from '../support/replicate-server.ts'
import { json } from '../support/studio.ts'
import type { VendorCall, VendorServer } from '../support/vendor-server.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

type Node = { class_type: string; inputs: Json }

/** Returns the requests that submit work to the vendor. */
const asked = ({ calls }: VendorServer): VendorCall[] =>
  calls.filter(({ path }) => /\/(prompt|predictions)$/.test(path))

const costOf = ({ studio }: VendorWorld, { task_id }: { task_id: string }): Promise<unknown> =>
  studio.context.database.db
    .selectFrom('run')
    .select(['cost', 'cost_by'])
    .where('id', '=', task_id)
    .executeTakeFirst()

/**
 * Cancels a task after its vendor has accepted it.
 * @returns the task's id
 */
async function cancelled(world: VendorWorld, vendor: { jobs: unknown[] }): Promise<string> {
  vendor.jobs.length = 0
  const id = await world.begin('/flux/images', { prompt: 'plot:endless' })
  await expect
    .poll(() =>
      world.studio.context.database.db
        .selectFrom('run')
        .select('reference')
        .where('id', '=', id)
        .executeTakeFirst()
    )
    .toMatchObject({ reference: expect.any(String) })
  const call = { json: { action: 'cancel', id }, token: world.ada.credential.token }
  await json(world.studio.call('/flux/tasks', call))
  await expect.poll(() => world.stateOf(id)).toBe('cancelled')
  return id
}

describe('a server with ComfyUI', () => {
  let [world, vendor, folder] = [] as unknown as [VendorWorld, ComfyuiServer, string]
  beforeAll(async () => {
    vendor = await startComfyuiServer()
    folder = await mkdtemp(join(tmpdir(), 'workflows-'))
    world = await openVendorWorld(vendor, {
      COMFYUI_URL: vendor.url,
      COMFYUI_WORKFLOWS: folder,
      MEDIA_MODELS: '{"flux-schnell":"my-schnell.safetensors"}'
    })
  })
  afterAll(async () => {
    await world.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => {
    vendor.calls.length = 0
    vendor.waits = false
  })
  /** Returns a function that finds the inputs of a node in the workflow that was sent. */
  const inputsOf = (at = 0): ((name: string) => Json | undefined) => {
    const nodes = Object.values(asked(vendor)[at]?.body['prompt'] ?? {}) as Node[]
    return name => nodes.find(({ class_type }) => class_type === name)?.inputs
  }

  test('generates with our built-in workflow, without a key and at no cost', async () => {
    const body = { prompt: 'A {{seed}} "harbour"', size: '1024x768', count: 2, seed: 7 }
    const { result } = await world.post('/flux/images', body)
    expect(result.data).toHaveLength(2)
    expect(asked(vendor)[0]?.headers.authorization).toBeUndefined()
    const node = inputsOf()
    expect(node('CheckpointLoaderSimple')).toEqual({ ckpt_name: 'flux1-dev-fp8.safetensors' })
    expect(node('CLIPTextEncode')).toEqual({ text: body.prompt, clip: ['1', 1] })
    expect(node('EmptySD3LatentImage')).toEqual({ width: 1024, height: 768, batch_size: 2 })
    expect(node('KSampler')).toMatchObject({ seed: 7, steps: 20, cfg: 1 })
    expect(await costOf(world, result)).toEqual({ cost: 0, cost_by: 'list' })
  })

  test('generates with the checkpoint in MEDIA_MODELS, and with a new seed each time', async () => {
    const body = { prompt: 'A harbour', model: 'flux-schnell' }
    for (let at = 0; at < 2; at++) await world.post('/flux/images', body)
    const [first, second] = [inputsOf(0), inputsOf(1)]
    expect(first('CheckpointLoaderSimple')).toEqual({ ckpt_name: 'my-schnell.safetensors' })
    expect(first('KSampler')).toMatchObject({ steps: 4, seed: expect.any(Number) })
    expect(first('KSampler')).not.toEqual(second('KSampler'))
  })

  test('refuses edits and models without open weights at the field', async () => {
    for (const [more, field] of [
      [{ model: 'flux-2-pro' }, 'model'],
      [{ action: 'edit', image_url: `${vendor.url}/view?a` }, 'action']
    ] as const)
      expect(
        (await world.post('/flux/images', { prompt: 'A harbour', ...more })).result.error
      ).toMatchObject({ issues: expect.arrayContaining([{ field, code: 'not_allowed' }]) })
    expect(asked(vendor)).toEqual([])
  })

  test('stops the job of a cancelled run, and no other', async () => {
    const before = await world.spent()
    await cancelled(world, vendor)
    const [job] = vendor.jobs
    const stop = vendor.calls.find(({ path }) => path === '/interrupt')
    expect(stop?.body).toEqual({ prompt_id: job?.id })
    expect(await world.spent()).toBe(before)
  })

  test('takes a cancelled run out of the queue', async () => {
    vendor.waits = true
    await cancelled(world, vendor)
    const sent = vendor.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(sent).toEqual(['/prompt', '/queue'])
    expect(
      vendor.calls.findLast(({ path, method }) => path === '/queue' && method === 'POST')?.body
    ).toEqual({ delete: [vendor.jobs[0]?.id] })
  })

  test('generates with the operator’s own workflow, which is read for every run', async () => {
    const file = join(folder, 'flux-dev.json')
    const mine = {
      '5': { class_type: 'Painter', inputs: { text: 'photo of {{prompt}}', width: '{{width}}' } }
    }
    await writeFile(file, JSON.stringify(mine))
    await world.post('/flux/images', { prompt: 'a fox', size: '512x512' })
    expect(asked(vendor)[0]?.body['prompt']).toEqual({
      '5': { class_type: 'Painter', inputs: { text: 'photo of a fox', width: 512 } }
    })
    const before = await world.spent()
    for (const text of ['{"nodes":[]}', '{"5":']) {
      await writeFile(file, text)
      const { result } = await world.post('/flux/images', { prompt: 'a fox' })
      expect(result.error?.code).toBe('api_error')
    }
    expect([await world.spent(), asked(vendor)]).toEqual([before, [expect.anything()]])
    expect(world.said.filter(line => line.includes('flux-dev.json')).length).toBeGreaterThan(1)
    await rm(file)
  })
})

describe('Replicate', () => {
  let [world, vendor] = [] as unknown as [VendorWorld, ReplicateServer]
  beforeAll(async () => {
    vendor = await startReplicateServer()
    world = await openVendorWorld(vendor, {
      REPLICATE_URL: vendor.url,
      REPLICATE_API_TOKEN: KEYS[0]
    })
  })
  afterAll(() => world.close())
  beforeEach(() => {
    vendor.calls.length = 0
    vendor.stops = true
  })

  test('generates images, and their cost is from its price list', async () => {
    const body = { prompt: 'A harbour', size: '16:9', count: 2, seed: 7 }
    const { result } = await world.post('/flux/images', body)
    expect(result.data).toHaveLength(2)
    expect(asked(vendor).map(call => [call.path, call.body])).toEqual([
      [
        '/models/black-forest-labs/flux-dev/predictions',
        {
          input: {
            prompt: 'A harbour',
            aspect_ratio: '16:9',
            num_outputs: 2,
            output_format: 'jpg',
            seed: 7
          }
        }
      ]
    ])
    expect(await costOf(world, result)).toEqual({ cost: 50_000, cost_by: 'list' })
  })

  test.each([true, false])('stops a cancelled run at no cost, at once: %s', async stops => {
    vendor.stops = stops
    const before = await world.spent()
    await cancelled(world, vendor)
    const [job] = vendor.jobs
    expect(vendor.calls.some(({ path }) => path === `/predictions/${job?.id}/cancel`)).toBe(true)
    expect(await world.spent()).toBe(before)
  })

  test('gets large files through its storage, and small ones inline', async () => {
    const [small, large] = [1000, 400_000].map(
      bytes => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`
    ) as [string, string]
    const upstream = {
      fetch: operatorFetch,
      baseURL: vendor.url,
      apiKey: KEYS[0],
      signal: AbortSignal.timeout(10_000)
    }
    const body = { face: small, photos: [large, 'https://a.example/b.png'] }
    await replicateTransport.submit({ path: 'muse/toon:5c7d5dc6', body }, upstream, 'run')
    const stored = vendor.calls.filter(({ path }) => path === '/files')
    expect(stored.map(({ text }) => /name="content"; filename="input\.png"/.test(text))).toEqual([
      true
    ])
    expect(asked(vendor)[0]?.body).toEqual({
      version: '5c7d5dc6',
      input: { face: small, photos: [`${vendor.url}/files/1`, 'https://a.example/b.png'] }
    })
  })
})

test.each([
  ['replicate', startReplicateServer, '/account'],
  ['comfyui', startComfyuiServer, '/system_stats']
] as const)('the check of a key of %s costs nothing', async (name, start, path) => {
  const vendor = await start()
  const [apiKey] = KEYS
  const check = (): Promise<void> =>
    checkVendorKey(name, {
      fetch: operatorFetch,
      baseURL: vendor.url,
      apiKey,
      signal: AbortSignal.timeout(10_000)
    })
  await check()
  vendor.refused.set(apiKey, 'unknown')
  await expect(check()).rejects.toMatchObject({ code: 'api_error' })
  expect(vendor.calls.map(call => [call.method, call.path])).toEqual([
    ['GET', path],
    ['GET', path]
  ])
  await vendor.close()
})
