import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pixverse } from '#catalog/pixverse/service.ts'
import { frameAt, plain } from '../support/frames.ts'
import { FILE, filmAt, followed, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'

const { videos } = pixverse.actions
const PATH = '/pixverse/videos'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld({
    '/red.png': await plain('#d02020'),
    '/blue.png': await plain('#2030d0')
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`

test('a video has every field of the API, and can be extended', PATIENCE, async () => {
  const result = await make(world, PATH, videos, { prompt: 'a kite', seed: 7, quality: '360p' })
  const clip = result.data?.[0] ?? {}
  expect(clip).toEqual({
    id: expect.any(Number),
    state: 'succeeded',
    video_url: FILE,
    image_url: FILE,
    first_frame: FILE,
    last_frame: FILE,
    video_width: 640,
    video_height: 360,
    prompt: 'a kite',
    model: 'v3.5',
    quality: '360p',
    motion: 'normal',
    style: '',
    aspect_ratio: '16:9',
    duration: 5,
    seed: 7,
    template_id: 0,
    template_name: '',
    asset_id: 0,
    asset_name: '',
    extended: 0
  })
  expect(await filmAt(world, clip['video_url'])).toEqual([640, 360, 5])
  const extend = followed(videos, 'extend', clip)
  expect(extend).toMatchObject({ action: 'extend', video_id: clip['id'], quality: '360p' })
  const further = await make(world, PATH, videos, { prompt: 'it rises', ...extend })
  expect(further.data).toMatchObject([{ extended: 1, prompt: 'it rises', video_url: FILE }])
  // Clients may send the numeric id of a video as text.
  expect(await refused(world, PATH, { video_id: String(clip['id']) })).toEqual(['prompt required'])
  const [end, begin] = await Promise.all(
    [clip['last_frame'], further.data?.[0]?.['first_frame']].map(address => frameAt(world, address))
  )
  expect(begin?.size).toEqual(end?.size)
  expect(
    Math.abs((begin?.redness ?? 0) - (end?.redness ?? 99)),
    'it begins with the last frame'
  ).toBeLessThan(6)
})

test('a video has first and last frames, and a style', PATIENCE, async () => {
  const both = await make(world, PATH, videos, {
    prompt: 'gradation',
    frame: [at('/red.png'), at('/blue.png')],
    quality: '360p',
    aspect_ratio: '1:1'
  })
  const [clip] = both.data ?? []
  expect(clip).toMatchObject({ video_width: 360, video_height: 360 })
  expect((await frameAt(world, clip?.['first_frame'])).redness).toBeGreaterThan(100)
  expect((await frameAt(world, clip?.['last_frame'])).redness).toBeLessThan(-100)
  const body = {
    prompt: 'x',
    image_url: at('/blue.png'),
    style: 'anime',
    motion: 'fast',
    template_id: 302_325_299_721_280,
    duration: 8
  }
  const alone = await make(world, PATH, videos, { ...body, quality: '360p' })
  expect(alone.data).toMatchObject([
    { style: 'anime', motion: 'fast', template_id: 302_325_299_721_280, duration: 8 }
  ])
  expect((await frameAt(world, alone.data?.[0]?.['first_frame'])).redness).toBeLessThan(-100)
})

describe('impossible values are refused at their field', () => {
  test.each([
    [{}, ['prompt required']],
    [{ prompt: 'x', action: 'extend' }, ['video_id required']],
    [{ prompt: 'x', video_id: 12_345 }, ['video_id unknown']],
    [
      { prompt: 'x', seed: 1001, duration: 6, quality: '4k' },
      ['quality not_allowed', 'duration not_allowed', 'seed too_large']
    ],
    [
      { prompt: 'x', style: 'baroque', motion: 'slow', model: 'v9' },
      ['model not_allowed', 'style not_allowed', 'motion not_allowed']
    ]
  ])('%j', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })

  test('two different first images are refused', async () => {
    const body = { prompt: 'x', image_url: at('/red.png'), frame: [at('/blue.png')] }
    expect(await refused(world, PATH, body)).toEqual(['frame not_together'])
  })
})

test('the calls of the original form are accepted unchanged', async () => {
  const form = {
    model: 'v3.5',
    style: '',
    aspect_ratio: '16:9',
    motion: 'normal',
    quality: '540p',
    seed: 0,
    duration: 5,
    prompt: 'x'
  }
  const begun = await world.result(PATH, {
    ...form,
    prompt: '[sandbox:silent] x',
    callback_url: 'https://webhook.acedata.cloud/pixverse'
  })
  expect(begun).toEqual({
    success: true,
    task_id: expect.any(String),
    trace_id: expect.any(String)
  })
  expect((await world.task('pixverse', begun.task_id)).request).toMatchObject({
    action: 'generate',
    style: 'normal',
    seed: 0
  })
  await world.studio.call('/pixverse/tasks', {
    json: { action: 'cancel', id: begun.task_id },
    token: world.ada.credential.token
  })
})
