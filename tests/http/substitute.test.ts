import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGeminiServer } from '../support/gemini-server.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'
import { startUpstreamServer } from '../support/upstream-server.ts'
import { upload } from '../support/files.ts'
import { PICTURE } from '../support/vendor-files.ts'

let world: VendorWorld

beforeAll(async () => {
  const vendor = await startGeminiServer()
  const environment = {
    GEMINI_URL: vendor.url,
    GEMINI_API_KEY: KEYS[0],
    MIDJOURNEY_SUBSTITUTE: 'nanobanana/nano-banana-2'
  }
  world = await openVendorWorld(vendor, environment)
})
afterAll(() => world.close())
beforeEach(() => void (world.vendor.calls.length = 0))

const imagine = (body: Record<string, unknown>) => world.post('/midjourney/imagine', body)

test('a substitute model returns four images as one grid, and the answer names it', async () => {
  const before = await world.spent()
  const { result } = await imagine({
    prompt: 'A lighthouse',
    'elements.style': ['linocut'],
    aspect_ratio: '16:9',
    split_images: true
  })
  expect(result).toMatchObject({
    success: true,
    substitute: 'nano-banana-2',
    prompt: 'A lighthouse, linocut',
    raw_image_width: 2,
    image_width: 1
  })
  expect(result['actions']).toEqual(expect.arrayContaining(['upscale1', 'variation4', 'reroll']))
  expect(result['sub_image_urls']).toHaveLength(4)
  expect(world.vendor.calls.map(({ path }) => path)).toEqual(
    Array.from({ length: 4 }, () => '/models/gemini-nano-banana-2.1:generateContent')
  )
  expect(world.vendor.calls[0]?.body['generationConfig']).toMatchObject({
    imageConfig: { aspectRatio: '16:9', imageSize: '1K' }
  })
  expect((await world.spent()) - before).toBe(400_000)
})

test('an upscale needs no vendor, a variation is an edit, and a regeneration is a new request', async () => {
  const { result: grid } = await imagine({ prompt: 'A lighthouse', aspect_ratio: '3:4' })
  world.vendor.calls.length = 0
  const { result: one } = await imagine({ action: 'upscale2', image_id: grid['image_id'] })
  expect(one).toMatchObject({
    substitute: 'nano-banana-2',
    raw_image_width: 1,
    actions: ['variation_subtle', 'variation_strong']
  })
  expect(world.vendor.calls).toEqual([])
  const { result: varied } = await imagine({
    action: 'variation_strong',
    image_id: one['image_id']
  })
  expect(varied).toMatchObject({ success: true, prompt: 'A lighthouse', raw_image_width: 2 })
  expect(
    world.vendor.calls.map(({ text }) => [
      text.includes('inlineData'),
      text.includes('A lighthouse')
    ])
  ).toEqual(Array.from({ length: 4 }, () => [true, true]))
  world.vendor.calls.length = 0
  await imagine({ action: 'reroll', image_id: grid['image_id'] })
  expect(world.vendor.calls[3]?.body).toMatchObject({
    generationConfig: { imageConfig: { aspectRatio: '3:4' } }
  })
})

test('an aspect ratio typed after the prompt counts, as for Midjourney', async () => {
  const { result } = await imagine({ prompt: 'A lighthouse --ar 16:9' })
  expect(result).toMatchObject({ success: true, prompt: 'A lighthouse', aspect_ratio: '16:9' })
  expect(world.vendor.calls[0]?.body['generationConfig']).toMatchObject({
    imageConfig: { aspectRatio: '16:9' }
  })
})

test('reference images are edited', async () => {
  const { file_url } = await upload(world.studio, world.ada, PICTURE)
  await imagine({ prompt: 'At night', image_urls: [file_url] })
  expect(world.vendor.calls[0]?.text).toContain(PICTURE.toString('base64'))
})

test.each([
  [{ prompt: 'A lighthouse', mode: 'turbo' }, 'mode'],
  [{ prompt: 'A lighthouse', stylize: 500 }, 'stylize'],
  [{ prompt: 'A lighthouse --v 6 --seed 3' }, 'prompt']
])('an impossible request is refused before it is charged: %j', async (values, field) => {
  const before = await world.spent()
  const { result } = await imagine(values)
  expect(result.error?.issues).toEqual([{ field, code: 'not_allowed' }])
  expect([world.vendor.calls.length, await world.spent()]).toEqual([0, before])
})

test('an unknown parameter after a prompt is refused at no cost', async () => {
  const before = await world.spent()
  const { result } = await imagine({ prompt: 'A lighthouse --sref 12' })
  expect([result.error?.code, await world.spent()]).toEqual(['bad_request', before])
})

test('videos and descriptions have no substitute', async () => {
  const { file_url } = await upload(world.studio, world.ada, PICTURE)
  for (const verb of ['describe', 'videos']) {
    const { result } = await world.post(`/midjourney/${verb}`, {
      prompt: 'A tide',
      image_url: file_url
    })
    expect(result.error?.code).toBe('api_not_implemented')
  }
})

test('fewer than four images fail at no cost', async () => {
  const before = await world.spent()
  world.vendor.next.push({ status: 500, body: { error: { code: 500, message: 'internal' } } })
  const { result } = await imagine({ prompt: 'A lighthouse' })
  expect([result.error?.code, await world.spent()]).toEqual(['api_error', before])
})

test('an output that is not an image fails the run at no cost', async () => {
  const before = await world.spent()
  const inlineData = { mimeType: 'image/png', data: Buffer.from('hello world').toString('base64') }
  world.vendor.next.push({
    body: { candidates: [{ finishReason: 'STOP', content: { parts: [{ inlineData }] } }] }
  })
  const { result } = await imagine({ prompt: 'A lighthouse' })
  expect([result.error?.code, await world.spent()]).toEqual(['api_error', before])
})

test('an upstream serves Midjourney itself, and without a substitute no provider serves it', async () => {
  const vendor = await startUpstreamServer()
  const other = await openVendorWorld(vendor, {
    UPSTREAM_URL: vendor.url,
    UPSTREAM_API_KEY: KEYS[0],
    GEMINI_API_KEY: KEYS[1],
    GEMINI_URL: world.vendor.url,
    MIDJOURNEY_SUBSTITUTE: 'nanobanana'
  })
  await other.post('/midjourney/imagine', { prompt: 'A lighthouse' })
  expect([vendor.calls[0]?.path, world.vendor.calls.length]).toEqual(['/midjourney/imagine', 0])
  await other.close()
  const none = await openVendorWorld(await startGeminiServer(), {
    GEMINI_API_KEY: KEYS[0],
    GEMINI_URL: world.vendor.url
  })
  expect(
    (await none.post('/midjourney/imagine', { prompt: 'A lighthouse' })).result.error?.code
  ).toBe('api_not_implemented')
  await none.close()
})
