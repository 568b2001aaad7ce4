import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { VENDORS } from '#catalog/vendors.server.ts'
import { falTransport } from '#providers/fal.ts'
import { mountParts } from '#servers/studio.ts'
import { CASES, P, type Given } from '../support/fal-cases.ts'
import { startFalServer, type FalServer } from '../support/fal-server.ts'
import { upload } from '../support/files.ts'
import { silence } from '../support/sound.ts'
import { PICTURE } from '../support/vendor-files.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'

let vendor: FalServer
let world: VendorWorld
let picture: string
let film: string

beforeAll(async () => {
  vendor = await startFalServer()
  vendor.files.set('/made/song.mp3', { file: silence(13), type: 'audio/mpeg' })
  world = await openVendorWorld(vendor, { FAL_URL: vendor.url, FAL_KEY: KEYS.join(',') })
  picture = `${vendor.url}/made/face.png`
  film = `${vendor.url}/made/sea.mp4`
})
afterAll(() => world.close())
beforeEach(() => {
  vendor.jobs.length = 0
  vendor.calls.length = 0
  vendor.looks = 1
  vendor.readableFrom = 1
})

/** Returns the inputs that the cases need. */
const given = (): Given => ({ picture, film, song: `${vendor.url}/made/song.mp3` })

type Output = Record<string, unknown>

/** Returns the outputs of an answer, whatever its envelope. */
function outputsOf(result: Record<string, unknown>): Output[] {
  return ([result['data'] ?? result] as unknown[]).flat() as Output[]
}

test('every service that fal offers has a case here', () => {
  const asked = new Set(
    CASES.map(([path]) => SERVICES.find(({ path: own }) => path.startsWith(`/${own}/`))?.id)
  )
  expect([...asked].toSorted()).toEqual(Object.keys(VENDORS.fal).toSorted())
})

test.each(CASES)(
  '%s %#: its endpoint is called, and its output is stored here',
  async (path, values, endpoint, input) => {
    const { result } = await world.post(path, values(given()))
    expect(result).toMatchObject({ success: true })
    const [job] = vendor.jobs
    expect([job?.endpoint, job?.call.body]).toEqual([
      endpoint,
      expect.objectContaining(input(given()))
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

  test('two images where the model takes one', async () => {
    const { result } = await world.post('/veo/videos', {
      prompt: P,
      model: 'veo3',
      image_urls: [picture, picture]
    })
    expect(result.error?.issues).toEqual([{ field: 'image_urls', code: 'not_allowed' }])
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
      audio_url: `${vendor.url}/made/song.mp3`
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

describe('several outputs', () => {
  test('are one request, or several where an endpoint makes one at a time', async () => {
    await world.post('/flux/images', { prompt: P, count: 3 })
    expect(vendor.jobs.map(({ call }) => call.body['num_images'])).toEqual([3])
    const { result } = await world.post('/flux/images', {
      prompt: P,
      model: 'flux-2-pro',
      count: 2
    })
    expect([outputsOf(result).length, vendor.jobs.length]).toEqual([2, 3])
  })

  test('cost only those that were made', async () => {
    const before = await world.spent()
    const { result } = await world.post('/flux/images', {
      prompt: `${P} plot:half_black`,
      count: 2
    })
    expect(outputsOf(result).length).toBe(1)
    expect((await world.spent()) - before).toBe(120_000)
  })
})

describe('a QR code image', () => {
  test('is generated again with a stronger code while it is unreadable', async () => {
    vendor.readableFrom = 3
    const { result } = await world.post('/qrart/generate', {
      prompt: P,
      content: 'https://example.com'
    })
    expect(result).toMatchObject({ success: true, seed: 7, image_width: 1024 })
    const scales = vendor.jobs.map(({ call }) => Number(call.body['controlnet_conditioning_scale']))
    expect(scales.length).toBe(3)
    expect(scales.toSorted((a, b) => a - b)).toEqual(scales)
  })

  test('costs nothing when it stays unreadable', async () => {
    vendor.readableFrom = 9
    const before = await world.spent()
    const { result } = await world.post('/qrart/generate', {
      prompt: P,
      content: 'https://example.com'
    })
    expect([result.error?.code, vendor.jobs.length, await world.spent()]).toEqual([
      'api_error',
      3,
      before
    ])
  })

  test.each([
    { pixel_style: 'row', rotate: 90, position: 'top-left', aspect_ratio: '16:9' },
    {
      pixel_style: 'dot',
      ecl: 'L',
      padding_level: 20,
      content: 'A longer text that needs a larger code with alignment patterns in it'
    }
  ])('is readable with %j', async values => {
    const { result } = await world.post('/qrart/generate', { prompt: P, content: 'a', ...values })
    expect([result.success, vendor.jobs.length]).toEqual([true, 1])
  })
})

describe('a job at fal', () => {
  const cancel = (id: string): Promise<Response> =>
    world.studio.call('/flux/tasks', {
      json: { action: 'cancel', id },
      token: world.ada.credential.token
    })

  test('that its user cancels is stopped at fal and costs nothing', async () => {
    const before = await world.spent()
    const id = await world.begin('/flux/images', { prompt: `${P} plot:endless` })
    await expect.poll(() => vendor.jobs.length).toBe(1)
    expect((await cancel(id)).status).toBe(200)
    await world.ended('flux', id)
    expect([vendor.jobs[0]?.cancelled, await world.spent()]).toEqual([true, before])
  })

  test('continues after a restart and is not submitted twice', async () => {
    const own = await startFalServer()
    const first = await openVendorWorld(own, { FAL_URL: own.url, FAL_KEY: KEYS[0] })
    own.looks = Number.POSITIVE_INFINITY
    const id = await first.begin('/flux/images', { prompt: P })
    await expect.poll(() => own.jobs[0]?.looks ?? 0).toBeGreaterThan(1)
    await first.studio.parts.api?.stop()
    own.looks = 1
    const { context } = first.studio
    context.clock.advance(60_000)
    const trustedHosts = [own.host]
    const api = {
      files: { trustedHosts },
      tasks: { tick: 20, pace: { poll: 0, retry: 0 }, trustedHosts }
    }
    const second = await mountParts(context, { site: false, api })
    const run = context.database.db.selectFrom('run').select('state').where('id', '=', id)
    await expect.poll(() => run.executeTakeFirst()).toEqual({ state: 'succeeded' })
    expect(own.jobs.length).toBe(1)
    await second.stop()
    await own.close()
  })
})

test('an error of a gateway is not taken for the result of a job', async () => {
  const upstream = {
    fetch,
    baseURL: vendor.url,
    apiKey: 'key',
    signal: AbortSignal.timeout(10_000)
  }
  vendor.next.push({ body: { status: 'COMPLETED' } }, { status: 502, body: 'bad gateway' })
  const look = falTransport.poll({ endpoint: 'fal-ai/flux/dev', id: 'any' }, upstream)
  await expect(look).rejects.toMatchObject({ code: 'api_error' })
})

test('fal gets our webhook address when it can reach us', async () => {
  const webhook = 'https://api.studio.example/webhooks/fal/secret'
  const upstream = {
    fetch,
    baseURL: vendor.url,
    apiKey: 'key',
    signal: AbortSignal.timeout(10_000),
    webhook
  }
  await falTransport.submit({ path: 'fal-ai/flux/dev', body: { prompt: P } }, upstream, 'run')
  expect(vendor.calls.at(-1)?.path).toBe(
    `/fal-ai/flux/dev?fal_webhook=${encodeURIComponent(webhook)}`
  )
})
