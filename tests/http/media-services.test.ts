import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { kling } from '#catalog/kling/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { followUpValues } from '#core/output.ts'
import { priceOf } from '#core/price.ts'
import type { Action, FollowUp } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { longTest } from '../support/long-test.ts'
import { filmAt } from '../support/making.ts'
import { openMediaWorld, type MediaWorld, type Result } from '../support/media-world.ts'

let world: MediaWorld
beforeAll(async () => {
  world = await openMediaWorld()
})
afterAll(() => world.close())

const CALLBACK = 'https://webhook.acedata.cloud/x'
const FILE = expect.stringMatching(
  /^http:\/\/127\.0\.0\.1:4321\/files\/[\w-]{43}\/[\w-]+\.(png|jpg|webp|mp4|mp3|wav)$/
)
const PATIENCE = { timeout: 120_000 }

/** Runs an action to its end, and checks that it cost the price that its form shows. */
async function make(path: string, action: Action, body: Record<string, unknown>): Promise<Result> {
  const before = await world.left()
  const { values } = checkValues(action.fields, action.limits ?? [], body)
  const result = await world.result(path, body)
  expect(Math.round((before - (await world.left())) * 1e6)).toBe(priceOf(action.price, values))
  const { response } = await world.task(path.split('/')[1] ?? '', result.task_id)
  expect(response).toMatchObject({
    success: true,
    state: expect.any(String),
    started_at: expect.any(Number),
    finished_at: expect.any(Number)
  })
  return result
}

async function read(address: unknown, type: string): Promise<Buffer> {
  const answer = await world.studio.call(String(address))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  return Buffer.from(await answer.arrayBuffer())
}

async function bytes(address: unknown, type: string): Promise<number> {
  return (await read(address, type)).byteLength
}

/** Returns the values that a follow-up fills into a form for one output. */
function sent(
  followUps: readonly FollowUp[],
  id: string,
  output: Record<string, unknown> = {}
): Record<string, unknown> {
  const followUp = followUps.find(each => each.id === id)
  if (followUp === undefined) throw new Error(`no follow-up ${id}`)
  return followUpValues(followUp, output, {})
}

describe('the calls of the original forms are accepted', () => {
  test.each([
    ['flux/images', { count: 1, action: 'generate', prompt: 'x', model: 'flux-dev' }],
    [
      'kling/videos',
      {
        prompt: 'x',
        model: 'kling-v1',
        aspect_ratio: '1:1',
        duration: 5,
        mode: 'std',
        cfg_scale: 0,
        negative_prompt: ''
      }
    ],
    ['suno/audios', { model: 'chirp-v4-5', prompt: 'x' }]
  ])('%s is accepted and answered at once', async (path, body) => {
    const result = await world.result(`/${path}`, {
      ...body,
      prompt: '[sandbox:silent] x',
      callback_url: CALLBACK
    })
    expect(result).toEqual({
      success: true,
      task_id: expect.any(String),
      trace_id: expect.any(String)
    })
    const [service = ''] = path.split('/')
    await world.studio.call(`/${service}/tasks`, {
      json: { action: 'cancel', id: result.task_id },
      token: world.ada.credential.token
    })
    expect((await world.ended(service, result.task_id)).state).toBe('cancelled')
  })
})

test('flux: an image is generated, repeated by its seed, and edited', PATIENCE, async () => {
  const { images } = flux.actions
  const body = { prompt: 'a cat on a roof', size: '16:9', model: 'flux-schnell', count: 2, seed: 7 }
  const { data = [] } = await make('/flux/images', images, body)
  expect(data).toMatchObject([
    {
      prompt: 'a cat on a roof',
      seed: 7,
      image_url: FILE,
      timings: { inference: expect.any(Number) }
    },
    { seed: 8, image_url: FILE }
  ])
  expect(await bytes(data[0]?.['image_url'], 'image/jpeg')).toBeGreaterThan(20_000)
  const alone = await make('/flux/images', images, { ...body, count: 1, seed: 8 })
  const [one, other] = await Promise.all(
    [data[1], alone.data?.[0]].map(each => world.studio.call(String(each?.['image_url'])))
  )
  expect(one?.headers.get('etag')).toBe(other?.headers.get('etag'))
  const edit = await make('/flux/images', images, {
    ...sent(images.followUps, 'edit', data[0]),
    prompt: 'at night'
  })
  expect(edit.data).toMatchObject([{ prompt: 'at night', image_url: FILE }])
  const exact = await make('/flux/images', images, {
    prompt: 'a door',
    size: '512x320',
    model: 'flux-2-pro'
  })
  const { width, height } = await sharp(
    await read(exact.data?.[0]?.['image_url'], 'image/jpeg')
  ).metadata()
  expect([width, height]).toEqual([512, 320])
})

test('kling: a video is generated and extended', PATIENCE, async () => {
  const { videos } = kling.actions
  const clip = await make('/kling/videos', videos, { prompt: 'waves', aspect_ratio: '16:9' })
  expect(clip).toMatchObject({
    success: true,
    state: 'succeed',
    duration: '5.000',
    video_id: expect.any(String),
    video_url: FILE
  })
  expect(await filmAt(world, clip['video_url'])).toEqual([640, 368, 5])
  const more = await make('/kling/videos', videos, sent(videos.followUps, 'extend', clip))
  expect(more).toMatchObject({ state: 'succeed', video_url: FILE })
  expect(more['video_id']).not.toBe(clip['video_id'])
})

longTest(
  'kling: an image of another service is animated, with sound, camera and references',
  PATIENCE,
  async () => {
    const { images } = flux.actions
    const { videos } = kling.actions
    const { data: [picture] = [] } = await make('/flux/images', images, {
      prompt: 'a boat',
      model: 'flux-schnell'
    })
    const moved = sent(images.followUps, 'animate', picture)
    expect(moved).toEqual({ start_image_url: picture?.['image_url'] })
    const film = await make('/kling/videos', videos, moved)
    expect((await world.task('kling', film.task_id)).request).toMatchObject({
      action: 'image2video',
      ...moved
    })
    const omni = await make('/kling/videos', videos, {
      prompt: 'the boat leaves',
      model: 'kling-v3-omni',
      duration: 3,
      generate_audio: true,
      image_list: [{ image_url: picture?.['image_url'] }],
      camera_control: { type: 'simple', config: { zoom: 5 }, speed: 1 }
    })
    expect(omni).toMatchObject({ duration: '3.000', warnings: ['camera_control.speed'] })
    // The record has the field as it was sent.
    const { request } = await world.task('kling', omni['task_id'])
    expect(request).toMatchObject({ camera_control: { type: 'simple', config: { zoom: 5 } } })
    expect((await read(omni['video_url'], 'video/mp4')).includes('soun'), 'an audio track').toBe(
      true
    )
    expect((await read(film['video_url'], 'video/mp4')).includes('soun')).toBe(false)
  }
)

test('the server answers other requests while videos are generated', PATIENCE, async () => {
  const { task_id } = await world.result('/kling/videos', {
    prompt: 'a city at night',
    async: true
  })
  const state = async (): Promise<{ state: string }> => world.task('kling', task_id)
  let turns = 0
  const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
  // A video generated in this process would be done after a few of these requests.
  for (let asked = 0; asked < 25; asked++) {
    for (let each = 0; each < 20; each++, turns++) await turn()
    expect(['queued', 'running']).toContain((await state()).state)
  }
  expect(turns).toBe(500)
  expect((await world.ended('kling', task_id)).state).toBe('succeeded')
})

/** Makes two short songs. @returns them */
async function makeShortSongs(): Promise<Record<string, unknown>[]> {
  const body = { custom: true, lyric: 'la la', style: 'jazz', duration: 12 }
  return (await make('/suno/audios', suno.actions.audios, body)).data ?? []
}

test(
  'suno: songs are generated, and one is extended and joined with its extension',
  PATIENCE,
  async () => {
    const { audios } = suno.actions
    const { data: songs = [] } = await make('/suno/audios', audios, {
      prompt: 'a slow song of the sea',
      callback_url: ''
    })
    expect(songs).toHaveLength(2)
    for (const song of songs) {
      expect(song).toMatchObject({
        id: expect.any(String),
        audio_url: FILE,
        image_url: FILE,
        video_url: '',
        state: 'succeeded',
        model: 'chirp-v4-5'
      })
      expect([song['title'], song['lyric'], song['style']]).not.toContain('')
      expect(Date.parse(String(song['created_at']))).toBeGreaterThan(0)
      expect(song['duration']).toBeGreaterThan(20)
    }
    expect(await bytes(songs[0]?.['audio_url'], 'audio/mpeg')).toBeGreaterThan(100_000)

    const audio_id = songs[0]?.['id']
    const extend = {
      action: 'extend',
      custom: true,
      audio_id,
      continue_at: 10,
      model: 'chirp-v4-5'
    }
    const { data: further = [] } = await make('/suno/audios', audios, extend)
    expect(further).toMatchObject([
      { title: songs[0]?.['title'], history: [{ id: audio_id, continue_at: 10 }] },
      {}
    ])
    const { data: whole = [] } = await make('/suno/audios', audios, {
      action: 'concat',
      audio_id: further[0]?.['id']
    })
    expect(whole).toHaveLength(1)
    expect(whole[0]?.['duration']).toBeCloseTo(Number(further[0]?.['duration']) + 10, 0)
  }
)

test('suno: a song is divided into stems and becomes a video', PATIENCE, async () => {
  const { audios, mp4 } = suno.actions
  const [song] = await makeShortSongs()
  const audio_id = song?.['id']
  expect((await make('/suno/audios', audios, { action: 'stems', audio_id })).data).toHaveLength(2)
  const stems = await make('/suno/audios', audios, { action: 'all_stems', audio_id })
  expect(stems.data).toHaveLength(5)
  const film = await make('/suno/mp4', mp4, { audio_id })
  expect(film).toMatchObject({ success: true, data: { video_url: FILE } })
})

longTest('suno: lyrics are generated, and an uploaded song is extended', PATIENCE, async () => {
  const { audios, lyrics, upload } = suno.actions
  const words = await make('/suno/lyrics', lyrics, { prompt: 'rain' })
  expect(words.data).toMatchObject([
    {
      text: expect.any(String),
      title: expect.any(String),
      status: 'complete',
      tags: expect.any(Array)
    },
    {}
  ])

  const [, song] = await makeShortSongs()
  const kept = (await make('/suno/upload', upload, { audio_url: song?.['audio_url'] }))
    .data as unknown as Record<string, unknown>
  expect(kept).toMatchObject({
    audio_id: expect.any(String),
    audio_url: FILE,
    duration: expect.any(Number)
  })
  const { data: own } = await make('/suno/audios', audios, {
    action: 'upload_extend',
    custom: true,
    audio_id: kept['audio_id'],
    style: 'jazz'
  })
  expect(own).toMatchObject([{ style: 'jazz', history: [{ id: kept['audio_id'] }] }, {}])
})

test(
  'suno: songs are generated with voices and with parts of other songs and of uploads',
  PATIENCE,
  async () => {
    const { audios } = suno.actions
    const first = await make('/suno/audios', audios, {
      custom: true,
      lyric: 'la la',
      style: 'jazz',
      vocal_gender: 'm',
      duration: 12
    })
    const [one, other] = first.data ?? []
    expect([one?.['duration'], one?.['vocal_gender']]).toEqual([12, 'm'])
    const voiced = await make('/suno/audios', audios, {
      prompt: 'snow',
      duration: 10,
      ...sent(audios.followUps, 'voice', one)
    })
    expect(voiced.data).toMatchObject([
      { vocal_gender: 'm', style: 'jazz', duration: 10 },
      { vocal_gender: 'm' }
    ])
    const mashup_audio_ids = [one?.['id'], other?.['id']]
    const mashed = await make('/suno/audios', audios, { action: 'mashup', mashup_audio_ids })
    expect(mashed.data).toMatchObject([{ style: 'jazz jazz', lyric: 'la la', audio_url: FILE }, {}])
    const part = {
      action: 'replace_section',
      audio_id: one?.['id'],
      replace_section_start: 2,
      replace_section_end: 6
    }
    expect(
      (await make('/suno/audios', audios, { ...part, custom: true, lyric: 'new words' })).data
    ).toMatchObject([{ lyric: 'new words' }, {}])
    const inspired = await make('/suno/audios', audios, {
      action: 'inspo',
      prompt: 'like this',
      audio_urls: [one?.['audio_url']]
    })
    expect(inspired.data).toHaveLength(2)
  }
)
