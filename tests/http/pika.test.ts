import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pika } from '#catalog/pika/service.ts'
import { priceOf } from '#core/price.ts'
import { checkBody } from '#core/warnings.ts'
import { plain } from '../support/frames.ts'
import { unlikeness } from '../support/likeness.ts'
import { bytesAt, FILE, filmAt, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'

const { videos } = pika.actions
const PATH = '/pika/videos'

let world: MediaWorld
let rose: Buffer
beforeAll(async () => {
  const colours = ['#d04060', '#3060d0', '#30b050'].map(colour => plain(colour, 200, 200))
  const [first = Buffer.alloc(0), second, third] = await Promise.all(colours)
  rose = first
  world = await openMediaWorld({
    '/rose.png': rose,
    ...(second && { '/sky.png': second }),
    ...(third && { '/leaf.png': third })
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`
const first = ({ data: [clip] = [] }: Result): Promise<Buffer> =>
  bytesAt(world, clip?.['image_url'], 'image/jpeg')

test('a video from a prompt has every field of the contract', PATIENCE, async () => {
  const result = await make(world, PATH, videos, {
    action: 'generate',
    prompt: 'a fox in the snow',
    model: '1.5'
  })
  expect(result.data).toEqual([
    {
      id: expect.any(String),
      state: 'complete',
      prompt: 'a fox in the snow',
      model: '1.5',
      quality: '480p',
      duration: 5,
      video_url: FILE,
      image_url: FILE
    }
  ])
  expect(await filmAt(world, result.data?.[0]?.['video_url'])).toEqual([480, 480, 5])
})

test('an effect is applied to the image without a prompt', PATIENCE, async () => {
  const result = await make(world, PATH, videos, { effect: 'Explode', image_url: at('/rose.png') })
  expect(result.data).toMatchObject([{ prompt: '', model: '2.0', video_url: FILE }])
  expect((await world.task('pika', result.task_id)).request).toMatchObject({
    effect: 'Explode',
    image_urls: [at('/rose.png')],
    ingredients: false
  })
  expect(await unlikeness(await first(result), rose)).toBeLessThan(12)
})

test('all ingredients appear in the video, in the newer model only', PATIENCE, async () => {
  const image_url = [at('/rose.png'), at('/sky.png'), at('/leaf.png')]
  const body = {
    prompt: 'a garden',
    model: 2.0,
    ingredients: true,
    ingredients_mode: 'precise',
    image_url,
    effect: 'Melt'
  }
  const result = await make(world, PATH, videos, body)
  expect(result.warnings).toEqual(['effect'])
  expect((await world.task('pika', result.task_id)).request).toMatchObject({
    model: '2.0',
    image_urls: image_url
  })
  const poster = await first(result)
  expect(await unlikeness(poster, rose)).toBeGreaterThan(20)
})

describe('impossible values are refused at their field', () => {
  test.each([
    [{}, ['prompt required']],
    [{ prompt: 'x'.repeat(301), effect: 'Vanish' }, ['prompt too_long', 'effect not_allowed']],
    [{ prompt: 'x', ingredients: true }, ['image_urls required']],
    [
      { prompt: 'x', action: 'extend', aspect_ratio: '7:1' },
      ['action not_allowed', 'aspect_ratio not_allowed']
    ]
  ])('%j', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })

  test('ingredients in the older model, four images, and a video instead of an image are refused', async () => {
    const image_urls = [at('/rose.png')]
    expect(
      await refused(world, PATH, { prompt: 'x', ingredients: true, image_urls, model: '1.5' })
    ).toEqual(['model not_allowed'])
    expect(
      await refused(world, PATH, {
        prompt: 'x',
        image_urls: [1, 2, 3, 4].map(() => at('/rose.png'))
      })
    ).toEqual(['image_urls too_many'])
    expect(await refused(world, PATH, { prompt: 'x', video_url: at('/rose.png') })).toEqual([
      'video_url wrong_file'
    ])
  })
})

test('the price follows the chosen settings', () => {
  const cost = (body: Record<string, unknown>): number =>
    priceOf(videos.price, checkBody(videos.fields, videos.limits, body).values) / 1e6
  const image_urls = ['https://files.example/a']
  const bodies = [
    { prompt: 'x', ingredients: true, image_urls },
    { effect: 'Peel', model: '1.5' },
    { prompt: 'x' },
    { prompt: 'x', model: '1.5' }
  ]
  expect(bodies.map(cost)).toEqual([6.4, 7.5, 3.2, 3.2])
})

test('an image needs no prompt', async () => {
  const { values, issues } = checkBody(videos.fields, videos.limits, {
    image_url: at('/rose.png')
  })
  expect([values['image_urls'], issues]).toEqual([[at('/rose.png')], []])
})

test('the calls of the original form are accepted', async () => {
  const body = {
    prompt: '[sandbox:silent] x',
    model: 2,
    ingredients: false,
    callback_url: 'https://webhook.acedata.cloud/pika'
  }
  const begun = await world.result(PATH, body)
  expect(begun).toEqual({
    success: true,
    task_id: expect.any(String),
    trace_id: expect.any(String)
  })
  expect((await world.task('pika', begun.task_id)).request).toMatchObject({
    model: '2.0',
    aspect_ratio: '1:1'
  })
  await world.studio.call('/pika/tasks', {
    json: { action: 'cancel', id: begun.task_id },
    token: world.ada.credential.token
  })
  expect((await world.ended('pika', begun.task_id)).state).toBe('cancelled')
})
