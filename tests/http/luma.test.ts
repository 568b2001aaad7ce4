import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { luma } from '#catalog/luma/service.ts'
import { plain } from '../support/frames.ts'
import { unlikeness } from '../support/likeness.ts'
import { bytesAt, FILE, filmAt, followed, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'

const { videos } = luma.actions
const PATH = '/luma/videos'

let world: MediaWorld
let dawn: Buffer
let dusk: Buffer
beforeAll(async () => {
  ;[dawn, dusk] = await Promise.all([plain('#e0b040'), plain('#203070')])
  world = await openMediaWorld({
    '/dawn.png': dawn,
    '/dusk.png': dusk,
    '/film.mp4': Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomavc1 and no more')
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`
const first = (result: Result): Promise<Buffer> =>
  bytesAt(world, result['thumbnail_url'], 'image/jpeg')
const last = (result: Result): Promise<Buffer> =>
  bytesAt(world, result['last_frame_url'], 'image/jpeg')

test(
  'a video can be extended, closed into a loop, and extended by its address',
  PATIENCE,
  async () => {
    const clip = await make(world, PATH, videos, { prompt: 'hills at noon', aspect_ratio: '1:1' })
    expect(clip).toMatchObject({
      success: true,
      state: 'completed',
      video_id: expect.any(String),
      prompt: 'hills at noon',
      video_url: FILE,
      video_width: 480,
      video_height: 480,
      thumbnail_url: FILE,
      thumbnail_width: 480,
      thumbnail_height: 480
    })
    expect(await filmAt(world, clip['video_url'])).toEqual([480, 480, 5])
    expect((await world.task('luma', clip.task_id)).request).toMatchObject({
      action: 'generate',
      resolution: '480p',
      enhancement: true
    })

    const next = followed(videos, 'extend', clip)
    expect(next).toEqual({
      action: 'extend',
      video_id: clip['video_id'],
      aspect_ratio: '1:1',
      resolution: '480p'
    })
    const more = await make(world, PATH, videos, { ...next, loop: true })
    expect(more).toMatchObject({ state: 'completed', prompt: 'hills at noon', video_width: 480 })
    expect(more['video_id']).not.toBe(clip['video_id'])
    expect(await unlikeness(await first(more), await last(clip))).toBeLessThan(12)
    expect(await unlikeness(await last(more), await first(clip))).toBeLessThan(8)

    const own = await make(world, PATH, videos, {
      prompt: 'hills',
      video_url: clip['video_url'],
      start_image_url: at('/dawn.png')
    })
    expect(own).toMatchObject({
      state: 'completed',
      video_width: 480,
      video_height: 480,
      warnings: ['start_image_url']
    })
    expect((await world.task('luma', own.task_id)).request).toMatchObject({ action: 'extend' })
  }
)

test('a video starts with one image and ends with the other', PATIENCE, async () => {
  const body = {
    start_image_url: at('/dawn.png'),
    end_image_url: at('/dusk.png'),
    aspect_ratio: '3:4'
  }
  const clip = await make(world, PATH, videos, body)
  expect(clip).toMatchObject({ video_width: 480, video_height: 640 })
  expect(await unlikeness(await first(clip), dawn)).toBeLessThan(12)
  expect(await unlikeness(await last(clip), dusk)).toBeLessThan(12)
})

describe('an impossible request', () => {
  test.each([
    [{}, ['prompt required']],
    [{ action: 'extend', prompt: 'x' }, ['video_id required']],
    [{ prompt: 'x', video_id: 'none' }, ['video_id unknown']],
    [
      { prompt: 'x', resolution: '4k', aspect_ratio: '2:1' },
      ['aspect_ratio not_allowed', 'resolution not_allowed']
    ]
  ])('%j is refused at its field', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })

  test('for a new video with a video is refused, and a broken video fails at no cost', async () => {
    const video_url = at('/film.mp4')
    expect(await refused(world, PATH, { action: 'generate', prompt: 'x', video_url })).toEqual([
      'video_url not_together'
    ])
    const before = await world.left()
    const failed = await world.post(PATH, { prompt: 'x', video_url })
    expect([failed.status, await failed.json()]).toMatchObject([
      400,
      { success: false, error: { code: 'bad_request' } }
    ])
    expect(await world.left()).toBe(before)
  })
})

test('a call of the original form is accepted, and a loop ignores the end image', async () => {
  const body = {
    prompt: '[sandbox:silent] x',
    custom: false,
    enhancement: true,
    loop: true,
    end_image_url: at('/dusk.png'),
    callback_url: 'https://webhook.acedata.cloud/luma'
  }
  const begun = await world.result(PATH, body)
  const warnings = ['custom', 'end_image_url']
  expect(begun).toEqual({
    success: true,
    task_id: expect.any(String),
    trace_id: expect.any(String),
    warnings
  })
  expect((await world.task('luma', begun.task_id)).request).toMatchObject({
    aspect_ratio: '16:9',
    resolution: '480p'
  })
  await world.studio.call('/luma/tasks', {
    json: { action: 'cancel', id: begun.task_id },
    token: world.ada.credential.token
  })
  expect((await world.ended('luma', begun.task_id)).state).toBe('cancelled')
})
