import { describe, expect, test } from 'vitest'
import { klingTransport } from '#providers/kling.ts'
import { lumaTransport } from '#providers/luma.ts'
import { minimaxTransport } from '#providers/minimax.ts'
import { runwayTransport } from '#providers/runway.ts'
import { checkVendorKey } from '#providers/key-check.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { endsOfSilence } from '../support/given-up.ts'
import { klingSecret, startKlingServer } from '../support/kling-server.ts'
import { startLumaServer } from '../support/luma-server.ts'
import { startMinimaxServer } from '../support/minimax-server.ts'
import { callsOf, costOf, openOneVendor, type OneVendor } from '../support/one-vendor.ts'
import { startRunwayServer } from '../support/runway-server.ts'
import { PICTURE } from '../support/vendor-files.ts'
import { KEYS } from '../support/vendor-world.ts'

type Posted = ReturnType<OneVendor['world']['post']>

const sent = (all: OneVendor): unknown[] => callsOf(all).map(({ path, body }) => [path, body])
const refused = (field: string, code = 'not_allowed'): object => ({
  status: 400,
  result: { error: { issues: [{ field, code }] } }
})

describe('MiniMax', () => {
  const all = openOneVendor(startMinimaxServer, url => ({
    MINIMAX_URL: url,
    MINIMAX_API_KEY: KEYS[0]
  }))

  test('generates videos with older models, at the price of their resolution', async () => {
    const post = (more: object): Posted =>
      all.world.post('/hailuo/videos', { prompt: 'Waves', ...more })
    const { result } = await post({ model: 'hailuo-2.3' })
    expect(result.data?.[0]).toMatchObject({ state: 'succeeded', model: 'hailuo-2.3' })
    expect(await costOf(all, result)).toEqual({ cost: 280_000, cost_by: 'list' })
    const frames = { first_image_url: all.picture, last_image_url: all.picture }
    const ended = await post({ model: 'hailuo-02-pro', ...frames })
    expect(await costOf(all, ended.result)).toEqual({ cost: 490_000, cost_by: 'list' })
    const plain = await post({})
    expect(await costOf(all, plain.result)).toEqual({ cost: null, cost_by: null })
    const image = expect.stringMatching(/^data:image\/png;base64,/)
    const common = { prompt: 'Waves', duration: 6 }
    expect(sent(all)).toEqual([
      ['/v1/video_generation', { ...common, model: 'MiniMax-Hailuo-2.3', resolution: '768P' }],
      [
        '/v1/video_generation',
        {
          ...common,
          model: 'MiniMax-Hailuo-02',
          resolution: '1080P',
          first_frame_image: image,
          last_frame_image: image
        }
      ],
      ['/v1/video_generation', { ...common, model: 'T2V-01', resolution: '720P' }]
    ])
  })

  test('generates videos with H3 by its newer API', async () => {
    const asked = { prompt: 'Waves', model: 'minimax-h3' }
    const { result } = await all.world.post('/hailuo/videos', asked)
    expect(await costOf(all, result)).toEqual({ cost: 480_000, cost_by: 'list' })
    await all.world.post('/hailuo/videos', { ...asked, first_image_url: all.picture })
    const text = { type: 'text', text: 'Waves' }
    const image_url = { url: expect.stringMatching(/^data:/) }
    const common = { model: 'MiniMax-H3', resolution: '768P', duration: 6 }
    expect(sent(all)).toEqual([
      ['/v2/video_generation', { ...common, content: [text], ratio: '16:9' }],
      [
        '/v2/video_generation',
        {
          ...common,
          content: [text, { type: 'image_url', image_url, role: 'first_frame' }],
          ratio: 'adaptive'
        }
      ]
    ])
  })

  test('generates speech, and refuses models of other vendors', async () => {
    const ask = (more: object): Posted => all.world.post('/speech/audios', { text: 'Hi', ...more })
    const { result } = await ask({ language: 'de', speed: 1.1 })
    expect(result.data?.[0]).toMatchObject({ title: 'Hi', duration: 1.5 })
    expect(sent(all)).toEqual([
      [
        '/v1/t2a_v2',
        {
          model: 'speech-2.8-hd',
          text: 'Hi',
          stream: false,
          audio_setting: { format: 'mp3' },
          voice_setting: { voice_id: 'Wise_Woman', speed: 1.1 },
          language_boost: 'German',
          output_format: 'url'
        }
      ]
    ])
    expect(await costOf(all, result)).toEqual({ cost: 200, cost_by: 'list' })
    expect(await ask({ model: 'eleven-v3' })).toMatchObject(refused('model'))
    const silent = await ask({ text: 'plot:soundless' })
    expect(silent.result.error?.code).toBe('api_error')
  })
})

describe('Luma', () => {
  const all = openOneVendor(startLumaServer, url => ({
    LUMA_URL: url,
    LUMA_API_KEY: KEYS[0],
    API_URL: 'https://api.example'
  }))
  const post = (more: Record<string, unknown>): Posted => all.world.post('/luma/videos', more)

  test('gets frames by their public address', async () => {
    const asked = { prompt: 'Waves', model: 'ray-2-flash', resolution: '720p', aspect_ratio: '1:1' }
    const { result } = await post({ ...asked, start_image_url: all.picture })
    expect(await costOf(all, result)).toEqual({ cost: 240_000, cost_by: 'list' })
    expect(sent(all)).toEqual([
      [
        '/generations',
        {
          generation_type: 'video',
          model: 'ray-flash-2',
          resolution: '720p',
          duration: '5s',
          loop: false,
          prompt: 'Waves',
          aspect_ratio: '1:1',
          keyframes: {
            frame0: { type: 'image', url: expect.stringMatching(/^https:\/\/api\.example\//) }
          }
        }
      ]
    ])
  })

  test('extends its own videos by their id at Luma', async () => {
    const { result } = await post({ prompt: 'Waves' })
    const { video_id } = result as unknown as { video_id: string }
    all.world.vendor.calls.length = 0
    expect((await post({ video_id, loop: true })).result).toMatchObject({ success: true })
    expect(callsOf(all)[0]?.body).toMatchObject({
      prompt: 'Waves',
      loop: true,
      keyframes: { frame0: { type: 'generation', id: expect.stringMatching(/^0b7c2f6e-3a1d-/) } }
    })
    expect(callsOf(all)[0]?.body).not.toHaveProperty('aspect_ratio')
  })
})

describe('a studio that is not public', () => {
  const all = openOneVendor(startLumaServer, url => ({ LUMA_URL: url, LUMA_API_KEY: KEYS[0] }))

  test('refuses images that Luma cannot read, before the task is charged', async () => {
    const asked = { prompt: 'Waves', start_image_url: all.picture }
    expect(await all.world.post('/luma/videos', asked)).toMatchObject(
      refused('start_image_url', 'unreachable')
    )
    expect(callsOf(all)).toEqual([])
  })
})

describe('Kling', () => {
  const all = openOneVendor(startKlingServer, url => ({
    KLING_URL: url,
    KLING_API_KEY: `${KEYS[0]}:${klingSecret(KEYS[0])}`
  }))
  const post = (more: object): Posted =>
    all.world.post('/kling/videos', { prompt: 'Waves', model: 'kling-v3', ...more })

  test('generates videos, and reports their cost', async () => {
    const asked = { mode: 'pro', generate_audio: true, negative_prompt: 'Rain', duration: 7 }
    const { result } = await post({ ...asked, aspect_ratio: '16:9' })
    expect(await costOf(all, result)).toEqual({ cost: 350_000, cost_by: 'usage' })
    await post({ model: 'kling-v2-5-turbo', start_image_url: all.picture })
    const image = PICTURE.toString('base64')
    expect(sent(all)).toEqual([
      [
        '/v1/videos/text2video',
        {
          model_name: 'kling-v3',
          mode: 'pro',
          duration: '7',
          prompt: 'Waves',
          sound: 'on',
          negative_prompt: 'Rain',
          aspect_ratio: '16:9'
        }
      ],
      [
        '/v1/videos/image2video',
        { model_name: 'kling-v2-5-turbo', mode: 'std', duration: '5', prompt: 'Waves', image }
      ]
    ])
  })

  test('marks start and end frames among the references of its Omni models', async () => {
    const start_image_url = all.picture
    await post({ model: 'kling-o1', start_image_url, image_list: [all.picture] })
    await post({ model: 'kling-v3-omni', aspect_ratio: '9:16' })
    const image_url = PICTURE.toString('base64')
    const [framed, plain] = callsOf(all)
    expect([framed?.path, framed?.body]).toEqual([
      '/v1/videos/omni-video',
      {
        model_name: 'kling-video-o1',
        mode: 'std',
        duration: '5',
        prompt: 'Waves',
        image_list: [{ image_url, type: 'first_frame' }, { image_url }]
      }
    ])
    expect(plain?.body).toMatchObject({ sound: 'off', aspect_ratio: '9:16' })
  })

  test.each([
    ['model', { model: 'kling-v1' }],
    ['mode', { model: 'kling-v2-6', generate_audio: true }],
    ['negative_prompt', { model: 'kling-o1', negative_prompt: 'Rain' }],
    ['cfg_scale', { cfg_scale: 0.5 }]
  ])('refuses what its API has not, at %s', async (field, more) => {
    expect(await post(more)).toMatchObject(refused(field))
  })

  test('makes an image speak', async () => {
    const asked = { image_url: all.picture, audio_url: all.sound, prompt: 'Gladly' }
    const { result } = await all.world.post('/lipsync/videos', asked)
    expect(result.data?.[0]).toMatchObject({ duration: 5.1 })
    const [call] = callsOf(all)
    expect([call?.path, call?.body]).toEqual([
      '/v1/videos/avatar/image2video',
      {
        image: PICTURE.toString('base64'),
        sound_file: expect.stringMatching(/^[\w+/=]+$/),
        mode: 'std',
        prompt: 'Gladly'
      }
    ])
    expect(await costOf(all, result)).toEqual({ cost: 350_000, cost_by: 'usage' })
  })

  test('takes an API key as it is', async () => {
    const { url } = all.world.vendor
    await check('kling', url, 'api-key-kling-1')
    expect(all.world.vendor.calls[0]?.headers.authorization).toBe('Bearer api-key-kling-1')
  })
})

describe('Runway', () => {
  const all = openOneVendor(startRunwayServer, url => ({
    RUNWAY_URL: url,
    RUNWAY_API_KEY: KEYS[0]
  }))

  test('generates videos with Wan and reports their cost', async () => {
    const asked = { prompt: 'Waves', resolution: '720p', duration: 4 }
    const { result } = await all.world.post('/wan/videos', { ...asked, aspect_ratio: '4:3' })
    expect(await costOf(all, result)).toEqual({ cost: 250_000, cost_by: 'usage' })
    const start_image_url = all.picture
    await all.world.post('/wan/videos', { ...asked, start_image_url, generate_audio: false })
    const common = { model: 'wan3', promptText: 'Waves', duration: 4 }
    const uri = expect.stringMatching(/^data:image\/png;base64,/)
    expect(sent(all)).toEqual([
      ['/v1/text_to_video', { ...common, audio: true, ratio: '1104:832' }],
      [
        '/v1/image_to_video',
        { ...common, audio: false, promptImage: [{ uri, position: 'first' }], ratio: 'auto_720p' }
      ]
    ])
  })

  test('generates videos with Seedance 2.5 without frames', async () => {
    const post = (more: object): Posted =>
      all.world.post('/seedance/videos', { prompt: 'Waves', model: 'seedance-2.5', ...more })
    await post({ reference_image_urls: [all.picture], aspect_ratio: '21:9' })
    expect(callsOf(all)[0]?.body).toMatchObject({
      model: 'seedance2_5',
      ratio: '992:432',
      references: [{ uri: expect.stringMatching(/^data:/) }]
    })
    expect(await post({ start_image_url: all.picture })).toMatchObject(refused('start_image_url'))
    expect(await post({ model: 'seedance-2.0' })).toMatchObject(refused('model'))
  })
})

const check = (vendor: string, baseURL: string, apiKey: string): Promise<void> =>
  checkVendorKey(vendor, {
    fetch: operatorFetch,
    baseURL,
    apiKey,
    signal: AbortSignal.timeout(9000)
  })

test.each([
  ['minimax', startMinimaxServer, KEYS[0]],
  ['luma', startLumaServer, KEYS[0]],
  ['kling', startKlingServer, `${KEYS[0]}:${klingSecret(KEYS[0])}`],
  ['runway', startRunwayServer, KEYS[0]]
])('a check of a key of %s tells a good one from a bad one', async (name, start, key) => {
  const vendor = await start()
  await check(name, vendor.url, key)
  expect(vendor.calls.map(({ method }) => method)).toEqual(['GET'])
  vendor.refused.set(KEYS[0], 'unknown')
  await expect(check(name, vendor.url, key)).rejects.toThrow('does not accept')
  await vendor.close()
})

test.each([
  ['MiniMax', startMinimaxServer, minimaxTransport, 'v2/video_generation'],
  ['Luma', startLumaServer, lumaTransport, 'generations'],
  ['Kling', startKlingServer, klingTransport, 'v1/videos/text2video'],
  ['Runway', startRunwayServer, runwayTransport, 'v1/text_to_video']
])('%s is given up when the run is cancelled or its time is over', async (_, start, wire, path) => {
  expect(await endsOfSilence(await start(), wire, path)).toMatchObject([
    { code: 'timeout' },
    { code: 'canceled' }
  ])
})
