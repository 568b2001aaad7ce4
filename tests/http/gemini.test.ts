import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toProblem } from '#core/problem.ts'
import { geminiTransport } from '#providers/gemini.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { upload } from '../support/files.ts'
import { startGeminiServer } from '../support/gemini-server.ts'
import { PICTURE } from '../support/vendor-files.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'
import type { VendorServer } from '../support/vendor-server.ts'

let world: VendorWorld
let vendor: VendorServer
let picture: string

beforeAll(async () => {
  vendor = await startGeminiServer()
  world = await openVendorWorld(vendor, {
    GEMINI_URL: vendor.url,
    GEMINI_API_KEY: KEYS.join(','),
    MEDIA_MODELS: '{"gemini-3-pro-image":"gemini-4-pro-image"}'
  })
  picture = (await upload(world.studio, world.ada, PICTURE)).file_url
})
afterAll(() => world.close())
beforeEach(() => {
  vendor.calls.length = 0
  vendor.refused.clear()
  world.studio.context.clock.advance(400_000)
})

const INLINE = { mimeType: 'image/png', data: PICTURE.toString('base64') }
const sent = () => vendor.calls.filter(({ method }) => method === 'POST')

test('an image request has its aspect ratio, and its size where the model has sizes', async () => {
  await world.post('/nano-banana/images', {
    prompt: 'A harbour',
    model: 'nano-banana-2-lite',
    aspect_ratio: '16:9'
  })
  await world.post('/nano-banana/images', {
    prompt: 'A harbour',
    model: 'nano-banana-2',
    resolution: '2K'
  })
  expect(sent().map(({ path }) => path)).toEqual([
    '/models/gemini-3.1-flash-lite-image:generateContent',
    '/models/gemini-nano-banana-2.1:generateContent'
  ])
  expect(sent()[0]?.body).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'A harbour' }] }],
    generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9' } }
  })
  expect(sent()[1]?.body['generationConfig']).toMatchObject({
    imageConfig: { aspectRatio: '1:1', imageSize: '2K' }
  })
})

test('a renamed model is requested by its name in MEDIA_MODELS', async () => {
  await world.post('/nano-banana/images', { prompt: 'A harbour', model: 'nano-banana-pro' })
  expect(sent()[0]?.path).toBe('/models/gemini-4-pro-image:generateContent')
})

test('images to edit are sent as bytes and keep their ratio', async () => {
  const { result } = await world.post('/nano-banana/images', {
    prompt: 'At night',
    image_urls: [picture]
  })
  expect(result.data?.[0]).toMatchObject({
    image_width: 1,
    image_height: 1,
    model: 'nano-banana-2.1'
  })
  expect(sent()[0]?.body).toEqual({
    contents: [{ role: 'user', parts: [{ inlineData: INLINE }, { text: 'At night' }] }],
    generationConfig: { responseModalities: ['IMAGE'], imageConfig: { imageSize: '1K' } }
  })
})

test('if only some of the requested images arrive, they are delivered and charged', async () => {
  const before = await world.spent()
  vendor.next.push({ status: 500, body: { error: { code: 500, message: 'internal' } } })
  const { result } = await world.post('/nano-banana/images', { prompt: 'A harbour', count: 3 })
  expect([result.data?.length, sent().length]).toEqual([2, 3])
  expect((await world.spent()) - before).toBe(2_600_000)
})

test('a 20 MB image is delivered, but refused as an input before any request', async () => {
  const { result } = await world.post('/nano-banana/images', { prompt: 'A harbour plot:heavy' })
  const made = await world.studio.call(new URL(String(result.data?.[0]?.['image_url'])).pathname)
  expect((await made.arrayBuffer()).byteLength).toBe(PICTURE.length + 20 * 1024 * 1024)
  vendor.calls.length = 0
  const { file_url } = await upload(
    world.studio,
    world.ada,
    Buffer.concat([PICTURE, Buffer.alloc(20 * 1024 * 1024)])
  )
  const refused = await world.post('/nano-banana/images', {
    prompt: 'At night',
    image_urls: [file_url]
  })
  expect([refused.status, refused.result.error?.issues, vendor.calls.length]).toEqual([
    400,
    [{ field: 'image_urls', code: 'too_large' }],
    0
  ])
})

test('a call to a silent vendor is aborted at its time limit', async () => {
  const request = { path: 'models/x:generateContent', body: { prompt: 'plot:silent' } }
  const upstream = {
    fetch: operatorFetch,
    baseURL: vendor.url,
    apiKey: KEYS[0],
    signal: AbortSignal.timeout(100)
  }
  const failed = await geminiTransport()
    .submit(request, upstream, 'run')
    .catch((thrown: unknown) => toProblem(thrown))
  expect(failed).toMatchObject({ code: 'timeout' })
})
