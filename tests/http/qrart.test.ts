import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { toBuffer } from 'qrcode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { qrart } from '#catalog/qrart/service.ts'
import { bytesAt, FILE, followed, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'

const { generate } = qrart.actions
const PATH = '/qrart/generate'

let world: MediaWorld
beforeAll(async () => {
  const empty = createCanvas(300, 200).encodeSync('png')
  world = await openMediaWorld({
    '/code.png': await toBuffer('from a poster', { width: 400 }),
    '/empty.png': empty
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`

/** Returns the text that a scanner reads in the generated image, and the size of the image. */
async function scanned({
  image_url
}: Result): Promise<{ text: string | undefined; size: number[] }> {
  const image = await loadImage(await bytesAt(world, image_url, 'image/jpeg'))
  const brush = createCanvas(image.width, image.height).getContext('2d')
  brush.drawImage(image, 0, 0)
  const { data } = brush.getImageData(0, 0, image.width, image.height)
  return { text: jsQR(data, image.width, image.height)?.data, size: [image.width, image.height] }
}

test(
  'a scanner reads the code of the generated image, which has the fields of the API',
  PATIENCE,
  async () => {
    const content = 'https://studio.example/menu?table=7'
    const result = await make(world, PATH, generate, {
      type: 'link',
      content,
      prompt: 'a garden in spring',
      aspect_ratio: '16:9',
      seed: 42
    })
    expect(result).toMatchObject({
      success: true,
      image_url: FILE,
      image_width: 1360,
      image_height: 768,
      seed: 42
    })
    expect(result).not.toHaveProperty('data')
    expect(await scanned(result)).toEqual({ text: content, size: [1360, 768] })
  }
)

test('every shape is accepted, and the same seed gives the same image', PATIENCE, async () => {
  const body = {
    type: 'phone',
    content: '+49 30 123456',
    prompt: 'a city at night',
    preset: 'neon-mech',
    qrw: 1.5,
    position: 'top-left',
    pixel_style: 'dot',
    marker_shape: 'octagon',
    sub_marker: 'random',
    rotate: 270,
    ecl: 'Q',
    padding_level: 10,
    padding_noise: 0.5,
    steps: 14,
    seed: 9_007_199_254_740_991
  }
  const first = await make(world, PATH, generate, body)
  expect((await scanned(first)).text).toBe('tel:+4930123456')
  const again = await make(world, PATH, generate, body)
  const tags = await Promise.all(
    [first, again].map(async ({ image_url }) =>
      (await world.studio.call(String(image_url))).headers.get('etag')
    )
  )
  expect(tags[0]).toBe(tags[1])
  const raw = await make(world, PATH, generate, {
    ...body,
    rawurl: true,
    pattern: 'sq3',
    pixel_style: undefined
  })
  expect((await scanned(raw)).text).toBe('+49 30 123456')
  expect(raw.warnings).toEqual(['marker_shape', 'sub_marker'])
})

test('the code of an uploaded image is used, even of an artistic one', PATIENCE, async () => {
  const first = await make(world, PATH, generate, {
    content_image_url: at('/code.png'),
    prompt: 'waves on the ocean'
  })
  expect((await scanned(first)).text).toBe('from a poster')
  const next = followed(generate, 'restyle', first)
  expect(next).toEqual({ content_image_url: first['image_url'] })
  const second = await make(world, PATH, generate, {
    ...next,
    prompt: 'a forest',
    content: 'not this',
    type: 'text'
  })
  expect(second).toMatchObject({ warnings: ['content'] })
  expect(second['image_url']).not.toBe(first['image_url'])
  expect((await scanned(second)).text).toBe('from a poster')
})

describe('impossible values are refused at no cost', () => {
  test.each([
    [{ prompt: 'x' }, ['content required']],
    [{ content: 'x' }, ['prompt required']],
    [{ content: 'x'.repeat(301), prompt: 'x' }, ['content too_long']],
    [
      { content: 'x', prompt: 'x', qrw: 3.1, steps: 9, seed: 0 },
      ['qrw too_large', 'steps too_small', 'seed too_small']
    ],
    [
      { content: 'x', prompt: 'x', rotate: 45, padding_level: 3, ecl: 'X' },
      ['rotate not_allowed', 'ecl not_allowed', 'padding_level not_allowed']
    ]
  ])('%j', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })

  test('an image without a code, and a missing image, are refused', async () => {
    const before = await world.left()
    const answer = await world.post(PATH, { content_image_url: at('/empty.png'), prompt: 'x' })
    expect(answer.status).toBe(400)
    expect((await answer.json()) as Result).toMatchObject({
      success: false,
      error: { code: 'bad_request' }
    })
    expect(await world.left()).toBe(before)
    expect(await refused(world, PATH, { content_image_url: at('/none.png'), prompt: 'x' })).toEqual(
      ['content_image_url unreachable']
    )
  })
})

test('a call of the original form is answered at once', PATIENCE, async () => {
  const callback_url = 'https://webhook.acedata.cloud/qrart'
  const begun = await world.result(PATH, {
    type: 'text',
    content: 'hello',
    prompt: 'a boat',
    aspect_ratio: '1:1',
    preset: '',
    callback_url
  })
  expect(begun).toEqual({
    success: true,
    task_id: expect.any(String),
    trace_id: expect.any(String)
  })
  const { type, state, response } = await world.ended('qrart', begun.task_id)
  expect({ type, state, response }).toMatchObject({
    type: 'generate',
    state: 'succeeded',
    response: { success: true, image_url: FILE }
  })
})
