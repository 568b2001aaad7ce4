import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { Service } from '#contract/service.ts'
import { P, type Given } from '../support/fal-case.ts'
import { CASES } from '../support/fal-cases.ts'
import { TOOL_CASES } from '../support/fal-tool-cases.ts'
import { type FalServer } from '../support/fal-server.ts'
import { upload } from '../support/files.ts'
import { openFalWorld, outputsOf } from '../support/http-fal.ts'
import { json } from '../support/studio.ts'
import { PICTURE } from '../support/vendor-files.ts'
import { KEYS, type VendorWorld } from '../support/vendor-world.ts'

let vendor: FalServer
let world: VendorWorld
let inputs: Given
beforeAll(async () => {
  ;({ vendor, world, inputs } = await openFalWorld())
})
afterAll(() => world.close())
beforeEach(() => {
  vendor.jobs.length = 0
  vendor.calls.length = 0
  vendor.looks = 1
  vendor.readableFrom = 1
})

test('every service that fal offers has a case here', () => {
  const asked = new Set(
    [...CASES, ...TOOL_CASES].map(
      ([path]) => SERVICES.find(({ path: own }) => path.startsWith(`/${own}/`))?.id
    )
  )
  expect([...asked].toSorted()).toEqual(Object.keys(VENDOR_SERVICES.fal).toSorted())
})

test.each([...CASES, ...TOOL_CASES])(
  '%s %#: its endpoint is called, and its output is stored here',
  async (path, values, endpoint, input) => {
    const { result } = await world.post(path, values(inputs))
    expect(result).toMatchObject({ success: true })
    const [job] = vendor.jobs
    expect([job?.endpoint, job?.call.body]).toEqual([
      endpoint,
      expect.objectContaining(input(inputs))
    ])
    expect(job?.call.headers).toMatchObject({
      authorization: `Key ${KEYS[0]}`,
      'x-fal-object-lifecycle-preference': expect.stringContaining('86400') as string
    })
    const [, own, verb = ''] = path.split('/')
    const action = SERVICES.find(each => each.path === own)?.actions?.[verb]
    for (const output of outputsOf(result)) {
      const shown = String(output[action?.shows.field ?? ''])
      if (action?.shows.as === 'text') expect(shown).not.toBe('')
      else expect((await world.studio.call(new URL(shown).pathname)).status).toBe(200)
    }
  }
)

describe('a request that fal cannot do is refused before it is charged', () => {
  test.each([
    ['/flux/images', { prompt: P, model: 'flux-kontext-pro', size: '5:4' }, 'size'],
    ['/flux/images', { prompt: P, model: 'flux-2-pro', count: 2, seed: 1 }, 'seed'],
    ['/nano-banana/images', { prompt: P, model: 'nano-banana-2-lite' }, 'model'],
    ['/kling/videos', { prompt: P, mode: 'pro' }, 'mode'],
    ['/kling/videos', { prompt: P, model: 'kling-o1' }, 'model'],
    [
      '/kling/videos',
      { prompt: P, camera_control: { type: 'simple', config: { pan: 3 } } },
      'camera_control.config.pan'
    ],
    ['/veo/videos', { prompt: P, resolution: '4k' }, 'resolution'],
    ['/veo/videos', { prompt: P, translation: true }, 'translation'],
    ['/luma/videos', { prompt: P, aspect_ratio: '1:1' }, 'aspect_ratio'],
    ['/luma/videos', { prompt: P, enhancement: false }, 'enhancement'],
    ['/pika/videos', { prompt: P, model: '1.5' }, 'model'],
    ['/pixverse/videos', { prompt: P, motion: 'fast' }, 'motion'],
    ['/pixverse/videos', { prompt: P, quality: '1080p', duration: 8 }, 'duration'],
    ['/qrart/generate', { prompt: P, content: 'a', pattern: 's1' }, 'pattern'],
    ['/suno/audios', { prompt: P, model: 'chirp-v5' }, 'model'],
    ['/suno/audios', { prompt: P, duration: 60 }, 'duration']
  ])('%s %j', async (path, values, field) => {
    const before = await world.spent()
    const { status, result } = await world.post(path, values)
    expect([status, result.error?.issues]).toEqual([
      400,
      expect.arrayContaining([{ field, code: 'not_allowed' }])
    ])
    expect([vendor.jobs, await world.spent()]).toEqual([[], before])
  })

  test('two images if the model takes only one', async () => {
    const { result } = await world.post('/pixverse/videos', {
      prompt: P,
      frame: [inputs.picture, inputs.picture]
    })
    expect(result.error?.issues).toEqual([{ field: 'frame', code: 'not_allowed' }])
  })

  test('a mask of GPT Image, of which fal does not say what it changes', async () => {
    const before = await world.spent()
    const { picture } = inputs
    const asked = { prompt: P, image_urls: [picture], mask_url: picture }
    const { status, result } = await world.post('/gptimage/images', asked)
    expect([status, result.error?.issues]).toEqual([
      400,
      [{ field: 'mask_url', code: 'not_allowed' }]
    ])
    expect([vendor.jobs, await world.spent()]).toEqual([[], before])
    const { metadata } = await json<Service>(world.studio.call('/api/v1/services/gptimage'))
    expect(metadata['refused_fields']).toEqual({ images: ['mask_url'] })
  })

  test('an action that fal does not offer', async () => {
    const { status, result } = await world.post('/suno/mp4', { audio_id: 'any' })
    expect([status, result.error?.code]).toEqual([400, 'api_not_implemented'])
  })
})

describe('a request that builds on an earlier output', () => {
  test('extends a Pixverse video, which is copied to the storage of fal', async () => {
    const first = await world.post('/pixverse/videos', { prompt: P })
    const { id } = outputsOf(first.result)[0] ?? {}
    vendor.stored.length = 0
    const { result } = await world.post('/pixverse/videos', { prompt: 'On', video_id: id })
    expect(result).toMatchObject({ success: true, data: [{ extended: 1 }] })
    expect(vendor.jobs.at(-1)).toMatchObject({
      endpoint: 'fal-ai/pixverse/extend',
      call: { body: { model: 'v3.5' } }
    })
    expect(String(vendor.jobs.at(-1)?.call.body['video_url'])).toContain('/made/kept-')
    expect(vendor.stored).toMatchObject([{ type: 'video/mp4' }])
  })

  test('extends a Veo video by its model', async () => {
    const first = await world.post('/veo/videos', { prompt: P, model: 'veo31' })
    const { id: video_id, model } = outputsOf(first.result)[0] ?? {}
    await world.post('/veo/videos', { action: 'extend', prompt: 'On', video_id, model })
    expect(vendor.jobs.at(-1)?.endpoint).toBe('fal-ai/veo3.1/extend-video')
  })

  test('extends, covers, partly replaces and separates a song', async () => {
    const { result } = await world.post('/suno/audios', {
      custom: true,
      lyric: 'On the water',
      style: 'folk'
    })
    const { id: audio_id } = outputsOf(result)[0] ?? {}
    const followUp = async (values: Record<string, unknown>): Promise<unknown[]> => {
      const more = await world.post('/suno/audios', { audio_id, ...values })
      expect(more.result).toMatchObject({ success: true })
      return [outputsOf(more.result).length, vendor.jobs.at(-1)?.endpoint]
    }
    expect(await followUp({ action: 'extend', custom: true, style: 'folk' })).toEqual([
      2,
      'sonauto/v2/extend'
    ])
    expect(await followUp({ action: 'cover', custom: true, style: 'jazz' })).toEqual([
      2,
      'fal-ai/ace-step/audio-to-audio'
    ])
    expect(
      await followUp({
        action: 'replace_section',
        replace_section_start: 1,
        replace_section_end: 2
      })
    ).toEqual([2, 'sonauto/v2/inpaint'])
    expect(await followUp({ action: 'all_stems' })).toEqual([4, 'fal-ai/demucs'])
  })

  test('extends an uploaded recording from a given second', async () => {
    const { result } = await world.post('/suno/upload', {
      audio_url: inputs.song
    })
    const { audio_id } = outputsOf(result)[0] ?? {}
    const more = await world.post('/suno/audios', {
      action: 'upload_extend',
      custom: true,
      style: 'folk',
      audio_id,
      continue_at: 10
    })
    expect(more.result).toMatchObject({ success: true })
    expect(vendor.jobs.at(-1)?.call.body).toMatchObject({ side: 'right', crop_duration: 2.5 })
  })

  test('sends our own image as bytes', async () => {
    const { file_url } = (await upload(
      world.studio,
      world.ada,
      PICTURE,
      'face.png'
    )) as unknown as { file_url: string }
    await world.post('/hailuo/videos', { prompt: P, first_image_url: file_url })
    expect(vendor.jobs[0]?.call.body['image_url']).toBe(
      `data:image/png;base64,${PICTURE.toString('base64')}`
    )
  })
})
