import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hailuo } from '#catalog/hailuo/service.ts'
import { frameAt, plain } from '../support/frames.ts'
import { FILE, filmAt, make, PATIENCE, refused } from '../support/making.ts'
import { openMediaWorld, type MediaWorld } from '../support/media-world.ts'

const { videos } = hailuo.actions
const PATH = '/hailuo/videos'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld({ '/strip.png': await plain('#2030d0', 2000, 40) })
})
afterAll(() => world.close())

const at = (path: string): string => `${world.stranger.url}${path}`

test('a video from text has every field of the answer', PATIENCE, async () => {
  const result = await make(world, PATH, videos, { action: 'generate', prompt: 'a dancer turns' })
  expect(result.data).toEqual([
    {
      id: expect.any(String),
      model: 'minimax-t2v',
      prompt: 'a dancer turns',
      state: 'succeeded',
      video_url: FILE,
      image_url: FILE,
      duration: 6,
      video_width: 960,
      video_height: 540
    }
  ])
  expect(result).not.toHaveProperty('warnings')
  expect(await filmAt(world, result.data?.[0]?.['video_url'])).toEqual([960, 540, 6])
})

test(
  'a video has the shape of its image within limits, and the director model needs no prompt',
  PATIENCE,
  async () => {
    const body = { first_image_url: at('/strip.png'), model: 'minimax-i2v-director' }
    const alive = await make(world, PATH, videos, body)
    expect((await world.task('hailuo', alive.task_id)).request).toEqual({
      ...body,
      action: 'generate'
    })
    expect(alive.data).toMatchObject([
      { model: body.model, prompt: '', video_width: 1350, video_height: 540 }
    ])
    const { size, redness } = await frameAt(world, alive.data?.[0]?.['image_url'])
    expect([size, redness < -100]).toEqual([[1350, 540], true])
  }
)

describe('an impossible request is refused at its field', () => {
  test.each([
    [{}, ['prompt required']],
    [{ model: 'minimax-i2v', prompt: 'x' }, ['first_image_url required']],
    [{ model: 'minimax-i2v-director' }, ['first_image_url required']],
    // The original form sends a `blob:` address, which only its own browser can read, instead of
    // the uploaded file.
    [
      { model: 'minimax-i2v', first_image_url: 'blob:https://hub.example/0a1b' },
      ['first_image_url invalid']
    ],
    [{ action: 'extend', prompt: 'x'.repeat(301) }, ['action not_allowed', 'prompt too_long']]
  ])('%j', async (body, issues) => {
    expect(await refused(world, PATH, body)).toEqual(issues)
  })
})

test('the original form is accepted; an image chooses the model, an ignored one is a warning', async () => {
  const alive = await world.result(PATH, {
    prompt: '[sandbox:silent] x',
    first_image_url: at('/strip.png'),
    async: true
  })
  expect((await world.task('hailuo', alive.task_id)).request).toMatchObject({
    model: 'minimax-i2v'
  })
  await world.studio.call('/hailuo/tasks', {
    json: { action: 'cancel', id: alive.task_id },
    token: world.ada.credential.token
  })
  const form = {
    model: 'minimax-t2v',
    prompt: '[sandbox:silent] x',
    first_image_url: 'https://files.example/a.png'
  }
  const begun = await world.result(PATH, {
    ...form,
    callback_url: 'https://webhook.acedata.cloud/hailuo'
  })
  expect(begun).toMatchObject({
    success: true,
    task_id: expect.any(String),
    warnings: ['first_image_url']
  })
  await world.studio.call('/hailuo/tasks', {
    json: { action: 'cancel', id: begun.task_id },
    token: world.ada.credential.token
  })
})
