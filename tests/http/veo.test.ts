import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { veo } from '#catalog/veo/service.ts'
import { isFollowUpPossible } from '#core/output.ts'
import { frameAt, plain } from '../support/frames.ts'
import { longTest } from '../support/long-test.ts'
import { bytesAt, FILE, filmAt, followed, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'

const { videos } = veo.actions
const PATH = '/veo/videos'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld({
    '/red.png': await plain('#d02020'),
    '/blue.png': await plain('#2030d0')
  })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`
const [, get1080p] = videos.followUps

/** Matches a warning that names the ended model, its successor, and the price. */
const ENDED: unknown = expect.stringMatching(
  /^model: veo2-fast ended on \S+ veo31-fast is used .* [\d.]+ credits\.$/
)

test('an older model is replaced by its successor, and the warning says so', PATIENCE, async () => {
  const result = await make(world, PATH, videos, {
    prompt: 'hills at noon',
    model: 'veo2-fast',
    translation: true,
    aspect_ratio: '9:16'
  })
  const clip = result.data?.[0] ?? {}
  expect(result.data).toHaveLength(1)
  expect(result.warnings).toEqual([ENDED])
  expect(clip).toMatchObject({
    id: expect.any(String),
    video_url: FILE,
    image_url: FILE,
    state: 'succeeded',
    model: 'veo31-fast',
    resolution: '720p',
    duration: 5
  })
  expect(Date.parse(String(clip['complete_at']))).toBeGreaterThanOrEqual(
    Date.parse(String(clip['created_at']))
  )
  const film = await bytesAt(world, clip['video_url'], 'video/mp4')
  expect(await filmAt(world, clip['video_url'])).toEqual([720, 1280, 5])
  expect(film.includes('soun')).toBe(true)
})

longTest(
  'a video has a first and a last frame and sound, and upscaling to full HD changes nothing else',
  PATIENCE,
  async () => {
    const body = {
      image_urls: [at('/red.png'), at('/blue.png')],
      model: 'veo31-lite',
      aspect_ratio: '9:16'
    }
    const result = await make(world, PATH, videos, body)
    expect((await world.task('veo', result.task_id)).request).toMatchObject({
      action: 'image2video',
      image_urls: body.image_urls
    })
    const clip = result.data?.[0] ?? {}
    expect(clip).toMatchObject({ video_width: 720, video_height: 1280, duration: 5 })
    expect(
      (await bytesAt(world, clip['video_url'], 'video/mp4')).includes('soun'),
      'an audio track'
    ).toBe(true)

    const asked = followed(videos, 'get1080p', clip)
    expect(asked).toEqual({ action: 'get1080p', video_id: clip['id'] })
    // The original form also sends the values of the earlier call, which are ignored with warnings.
    const fine = await make(world, PATH, videos, { ...body, prompt: 'x', ...asked })
    expect(fine.warnings).toEqual(['prompt', 'image_urls', 'model', 'aspect_ratio'])
    expect((await world.task('veo', fine.task_id)).request).toEqual(asked)
    const same = { id: clip['id'], seed: clip['seed'], prompt: clip['prompt'], model: 'veo31-lite' }
    expect(fine.data).toMatchObject([
      { ...same, resolution: '1080p', video_width: 1080, video_height: 1920, video_url: FILE }
    ])
    expect(
      [clip, fine.data?.[0] ?? {}].map(each => isFollowUpPossible(get1080p, each, {}))
    ).toEqual([true, false])
    for (const each of [clip, fine.data?.[0] ?? {}]) {
      const [begin, end] = await Promise.all(
        [each['image_url'], each['last_frame_url']].map(address => frameAt(world, address))
      )
      expect(begin?.size).toEqual([each['video_width'], each['video_height']])
      expect(begin?.redness).toBeGreaterThan(100)
      expect(end?.redness).toBeLessThan(-100)
    }
  }
)

test('several reference images appear in one video', PATIENCE, async () => {
  const body = {
    image_urls: [at('/red.png'), at('/blue.png'), at('/red.png')],
    action: 'ingredients2video',
    aspect_ratio: '9:16'
  }
  const result = await make(world, PATH, videos, body)
  expect((await world.task('veo', result.task_id)).request).toMatchObject({
    model: 'veo31-fast-ingredients'
  })
  const { redness, size } = await frameAt(world, result.data?.[0]?.['image_url'])
  expect(size).toEqual([720, 1280])
  expect(Math.abs(redness), 'a mix of both images').toBeLessThan(140)
})

describe('impossible values are refused at their field', () => {
  test.each([
    [{}, ['prompt required']],
    [{ action: 'image2video', prompt: 'x' }, ['image_urls required']],
    [{ action: 'get1080p' }, ['video_id required']],
    [{ video_id: 'nothing-of-the-kind' }, ['video_id unknown']],
    [
      { action: 'extend', model: 'veo31-lite', resolution: '1080p' },
      ['prompt required', 'model not_allowed', 'resolution not_allowed', 'video_id required']
    ],
    [{ model: 'veo31-fast-ingredients' }, ['image_urls required']],
    [
      { action: 'text2video', model: 'veo31-fast-ingredients', prompt: 'x' },
      ['action not_allowed']
    ],
    [
      { prompt: 'x', model: 'veo31', aspect_ratio: '1:1', resolution: 'gif' },
      ['aspect_ratio not_allowed', 'resolution not_allowed']
    ],
    [{ prompt: 'x'.repeat(501), model: 'veo4' }, ['prompt too_long', 'model not_allowed']]
  ])('%j', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })

  test('more images than the model accepts are refused', async () => {
    const images = (many: number): string[] => Array.from({ length: many }, () => at('/red.png'))
    expect(await refused(world, PATH, { image_urls: images(3), model: 'veo31' })).toEqual([
      'image_urls too_many'
    ])
    expect(
      await refused(world, PATH, { image_urls: images(4), model: 'veo31-fast-ingredients' })
    ).toEqual(['image_urls too_many'])
  })
})

test('the calls of the original form are accepted, even with images from another choice', async () => {
  const form = {
    action: 'text2video',
    model: 'veo2-fast',
    translation: false,
    prompt: '[sandbox:silent] x',
    image_urls: []
  }
  for (const [more, told] of [
    [{}, { warnings: [ENDED] }],
    [{ image_urls: [at('/red.png')] }, { warnings: ['image_urls', ENDED] }]
  ]) {
    const begun = await world.result(PATH, {
      ...form,
      ...more,
      callback_url: 'https://webhook.acedata.cloud/veo'
    })
    expect(begun).toEqual({
      success: true,
      task_id: expect.any(String),
      trace_id: expect.any(String),
      ...told
    })
    expect((await world.task('veo', begun.task_id)).request).not.toHaveProperty('image_urls')
    await world.studio.call('/veo/tasks', {
      json: { action: 'cancel', id: begun.task_id },
      token: world.ada.credential.token
    })
  }
})
