import { describe, expect, test } from 'vitest'
import { gptimage } from '#catalog/gptimage/service.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { Service } from '#contract/service.ts'
import { a1111Transport } from '#providers/a1111.ts'
import { elevenlabsTransport } from '#providers/elevenlabs.ts'
import { openaiMedia } from '#providers/openai-media.ts'
import { xaiMedia } from '#providers/xai-media.ts'
import { configuredVendors } from '#servers/api/services/configured.ts'
import { chosenVendor } from '#servers/api/services/vendors.ts'
import { startA1111Server } from '../support/a1111-server.ts'
import { startElevenlabsServer } from '../support/elevenlabs-server.ts'
import { endsOfSilence } from '../support/given-up.ts'
import { callsOf, costOf, openOneVendor } from '../support/one-vendor.ts'
import { startOpenaiMediaServer } from '../support/openai-media-server.ts'
import { json } from '../support/studio.ts'
import { PICTURE } from '../support/vendor-files.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'
import type { VendorCall } from '../support/vendor-server.ts'
import { startXaiMediaServer } from '../support/xai-media-server.ts'

const PATIENCE = { timeout: 30_000 }

/** Returns the value of a field in a multipart form. */
const inForm = ({ text }: VendorCall, name: string): string | undefined =>
  new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(text)?.[1]

describe('OpenAI', () => {
  const all = openOneVendor(startOpenaiMediaServer, url => ({
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: KEYS[0],
    MEDIA_ORDER: 'openai'
  }))

  test('generates images of the requested size and reports their cost', async () => {
    const asked = { prompt: 'A harbour', aspect_ratio: '16:9', resolution: '2K', count: 2 }
    const { result } = await all.world.post('/gptimage/images', { ...asked, transparent: true })
    expect(result.data).toHaveLength(2)
    expect(callsOf(all).map(({ path, body }) => [path, body])).toEqual([
      [
        '/images/generations',
        {
          model: 'gpt-image-2.5-flare',
          prompt: 'A harbour',
          quality: 'medium',
          n: 2,
          background: 'transparent',
          output_format: 'png',
          size: '2560x1440'
        }
      ]
    ])
    // 100 tokens of text at $5 a million, 50 of images at $8, and 1,000 of output at $30.
    expect(await costOf(all, result)).toEqual({ cost: 30_900, cost_by: 'usage' })
  })

  test('gets images to edit as files of a form', async () => {
    const { result } = await all.world.post('/gptimage/images', {
      prompt: 'At night',
      image_urls: [all.picture, all.picture]
    })
    expect(result).toMatchObject({ success: true })
    const [call] = callsOf(all)
    expect(call?.path).toBe('/images/edits')
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(call?.text.match(/name="image\[\]"; filename="input.png"/g)).toHaveLength(2)
    expect(call && inForm(call, 'size')).toBe('auto')
    expect(call?.text).not.toContain('name="mask"')
  })

  test('gets a mask as one more file of the form, and charges nothing for it', async () => {
    const spent = async (more: object): Promise<number> => {
      const before = await all.world.spent()
      const asked = { prompt: 'At night', image_urls: [all.picture], ...more }
      expect((await all.world.post('/gptimage/images', asked)).status).toBe(200)
      return (await all.world.spent()) - before
    }
    expect(await spent({ mask_url: all.picture })).toBe(await spent({}))
    const [masked] = callsOf(all)
    expect(masked?.path).toBe('/images/edits')
    expect(masked?.text.match(/name="[^"]*"; filename="input.png"/g)).toEqual([
      'name="image[]"; filename="input.png"',
      'name="mask"; filename="input.png"'
    ])
    expect(masked?.text).not.toContain('mask_url')
  })

  test('draws masked edits even if another vendor without masks comes first', async () => {
    const { studio } = all.world
    const vendors = configuredVendors(studio.context)
    const openai = vendors.filter(({ name }) => name === 'openai')
    const { images } = VENDOR_SERVICES.fal['gptimage'] ?? expect.fail('fal does it')
    const first = openai.map(each => ({
      ...each,
      name: 'fal',
      does: { gptimage: { images: images ?? expect.fail('fal does it') } }
    }))
    const chosen = (more: object): unknown =>
      chosenVendor([...first, ...openai], gptimage, 'images', { prompt: 'At night', ...more })
    expect([chosen({}), chosen({ mask_url: all.picture })]).toEqual([
      'fal/gptimage',
      'openai/gptimage'
    ])
  })

  test('transcribes with the model that returns the time of each word only if subtitles are requested', async () => {
    const ask = (more: object): ReturnType<VendorWorld['post']> =>
      all.world.post('/transcribe/texts', { audio_url: all.sound, ...more })
    const { result } = await ask({ language: 'en' })
    expect(result.data?.[0]).toMatchObject({
      text: 'Good morning.',
      srt: '1\n00:00:00,000 --> 00:00:01,000\nGood morning.\n'
    })
    expect(await costOf(all, result)).toEqual({ cost: 3000, cost_by: 'usage' })
    const plain = await ask({ language: 'en', subtitles: false })
    expect(await costOf(all, plain.result)).toEqual({ cost: 225, cost_by: 'list' })
    expect(
      callsOf(all).map(call => [
        inForm(call, 'model'),
        inForm(call, 'language') ?? inForm(call, 'languages\\[\\]'),
        inForm(call, 'timestamp_granularities\\[\\]')
      ])
    ).toEqual([
      ['whisper-1', 'en', 'word'],
      ['gpt-transcribe', 'en', undefined]
    ])
  })

  test('reads a text aloud by a model that converses, and reports the cost', async () => {
    const { studio } = all.world
    const { metadata } = await json<Service>(studio.call('/api/v1/services/speech'))
    expect(metadata['openings']).toEqual({ audios: { model: 'gpt-audio-1.5' } })
    const ask = (more: object): ReturnType<VendorWorld['post']> =>
      all.world.post('/speech/audios', { text: 'Who are you?', model: 'gpt-audio-1.5', ...more })
    const { result } = await ask({ language: 'en' })
    expect(result.data?.[0]).toMatchObject({ title: 'Who are you?', style: 'marin' })
    expect(callsOf(all).map(({ path, body }) => [path, body])).toEqual([
      [
        '/chat/completions',
        {
          model: 'gpt-audio-1.5',
          modalities: ['text', 'audio'],
          audio: { voice: 'marin', format: 'mp3' },
          max_completion_tokens: 336,
          messages: [
            { role: 'system', content: expect.stringMatching(/word for word.* is in English\.$/) },
            { role: 'user', content: 'Who are you?' }
          ]
        }
      ]
    ])
    // 80 tokens of input at $2.50 a million, 20 of text at $10, and 100 of sound at $64.
    expect(await costOf(all, result)).toEqual({ cost: 6800, cost_by: 'usage' })
  })

  test.each([
    ['text', { text: '你好，欢迎来到港口。' }],
    ['language', { language: 'ja' }],
    ['voice', { voice: 'Rachel' }],
    ['model', { model: 'kokoro' }]
  ])('refuses speech that it cannot make at its price, at %s', async (field, more) => {
    const asked = { text: 'Hello', model: 'gpt-audio-1.5', ...more }
    expect(await all.world.post('/speech/audios', asked)).toMatchObject({
      status: 400,
      result: { error: { issues: [{ field, code: 'not_allowed' }] } }
    })
    expect(callsOf(all)).toEqual([])
  })
})

test('a chat server at an own address is asked for images only if MEDIA_ORDER names its vendor', async () => {
  const vendor = await startOpenaiMediaServer()
  const world = await openVendorWorld(vendor, { OPENAI_BASE_URL: vendor.url, OPENAI_API_KEY: 'k1' })
  const isEmpty = (name: string): boolean | undefined =>
    configuredVendors(world.studio.context)
      .find(each => each.name === name)
      ?.keys.isEmpty()
  expect(isEmpty('openai')).toBe(true)
  await world.close()
  const own = await startOpenaiMediaServer()
  const usual = await openVendorWorld(own, { OPENAI_API_KEY: 'k2' })
  expect(
    configuredVendors(usual.studio.context)
      .find(({ name }) => name === 'openai')
      ?.keys.isEmpty()
  ).toBe(false)
  await usual.close()
})

describe('xAI', () => {
  const all = openOneVendor(startXaiMediaServer, url => ({
    XAI_BASE_URL: url,
    XAI_API_KEY: KEYS[0],
    MEDIA_ORDER: 'xai'
  }))

  test('generates and edits images and reports their cost', async () => {
    const asked = { prompt: 'A harbour', resolution: '2K', quality: 'medium' }
    const more = { ...asked, aspect_ratio: '2:1', count: 3 }
    const { result } = await all.world.post('/grokimagine/images', more)
    expect(await costOf(all, result)).toEqual({ cost: 60_000, cost_by: 'usage' })
    await all.world.post('/grokimagine/images', { ...asked, image_urls: [all.picture] })
    const [made, edited] = callsOf(all)
    const common = { prompt: 'A harbour', resolution: '2k', quality: 'medium' }
    expect([made?.path, made?.body]).toEqual([
      '/images/generations',
      expect.objectContaining({ ...common, aspect_ratio: '2:1', n: 3, response_format: 'b64_json' })
    ])
    expect([edited?.path, edited?.body]).toEqual([
      '/images/edits',
      expect.objectContaining({
        ...common,
        image: { type: 'image_url', url: expect.stringMatching(/^data:image\/png;base64,/) }
      })
    ])
    expect(edited?.body).not.toHaveProperty('aspect_ratio')
  })

  test('generates videos from text, from a first image and from reference images', async () => {
    const post = (more: object): ReturnType<VendorWorld['post']> =>
      all.world.post('/grokimagine/videos', { prompt: 'Waves', duration: 4, ...more })
    const { result } = await post({ aspect_ratio: '9:16' })
    expect(result).toMatchObject({ success: true, data: [{ state: 'succeeded', duration: 4 }] })
    expect(await costOf(all, result)).toEqual({ cost: 60_000, cost_by: 'usage' })
    await post({ start_image_url: all.picture })
    await post({ reference_image_urls: [all.picture, all.picture] })
    const [plain, first, shown] = callsOf(all).map(({ body }) => body)
    expect(plain).toEqual({
      model: 'grok-imagine-video-1.5',
      prompt: 'Waves',
      resolution: '720p',
      duration: 4,
      aspect_ratio: '9:16'
    })
    expect(first).toMatchObject({ image: { url: expect.stringContaining('data:') } })
    expect(first).not.toHaveProperty('aspect_ratio')
    expect(shown?.['reference_images']).toHaveLength(2)
  })
})

describe('ElevenLabs', () => {
  const all = openOneVendor(startElevenlabsServer, url => ({
    ELEVENLABS_URL: url,
    ELEVENLABS_API_KEY: KEYS[0]
  }))

  test('generates a song of the requested length', async () => {
    const asked = { prompt: 'Slow jazz', minutes: 2, instrumental: true }
    const { result } = await all.world.post('/elevenmusic/audios', asked)
    expect(result.data?.[0]).toMatchObject({ title: 'Slow jazz', duration: 120 })
    expect(callsOf(all).map(({ path, body }) => [path, body])).toEqual([
      [
        '/music',
        {
          prompt: 'Slow jazz',
          model_id: 'music_v2_5',
          music_length_ms: 120_000,
          force_instrumental: true
        }
      ]
    ])
  })

  test('opens the form for speech with its own model', async () => {
    const { studio } = all.world
    const { metadata } = await json<Service>(studio.call('/api/v1/services/speech'))
    expect(metadata['openings']).toEqual({ audios: { model: 'eleven-v3' } })
  })

  test('speaks with the selected voice, and refuses models of other vendors', async () => {
    const ask = (model: string): ReturnType<VendorWorld['post']> =>
      all.world.post('/speech/audios', { text: 'Hello you', model, language: 'en' })
    const { result } = await ask('eleven-v3')
    expect(result).toMatchObject({ success: true })
    expect(callsOf(all).map(({ path, body }) => [path, body])).toEqual([
      [
        '/text-to-speech/21m00Tcm4TlvDq8ikWAM',
        { text: 'Hello you', model_id: 'eleven_v3', language_code: 'en' }
      ]
    ])
    expect(await costOf(all, result)).toEqual({ cost: 900, cost_by: 'list' })
    expect(await ask('kokoro')).toMatchObject({
      status: 400,
      result: { error: { issues: [{ field: 'model', code: 'not_allowed' }] } }
    })
  })

  test('transcribes a file with subtitles', async () => {
    const { result } = await all.world.post('/transcribe/texts', { audio_url: all.sound })
    expect(result.data?.[0]).toMatchObject({ text: 'Good morning.', language: 'eng' })
    const [call] = callsOf(all)
    expect(call && inForm(call, 'model_id')).toBe('scribe_v2')
    expect(call?.text).toMatch(/name="file"; filename="input\.mp3"/)
    // A transcript costs by the hour, and this one is a hundredth of an hour long.
    expect(await costOf(all, result)).toEqual({ cost: 2200, cost_by: 'usage' })
  })
})

describe('a server like Automatic1111', () => {
  const all = openOneVendor(startA1111Server, url => ({
    A1111_URL: url,
    MEDIA_MODELS: '{"flux-2-klein":"klein-9b"}'
  }))

  test('generates with its loaded checkpoint, without a key and at no cost', async () => {
    const asked = { prompt: 'A harbour plot:overview', size: '1024x768', count: 2, seed: 7 }
    const { result } = await all.world.post('/flux/images', asked)
    expect(result.data).toHaveLength(2)
    expect(result.data?.[0]).toMatchObject({ image_width: 1, image_height: 1 })
    expect(result.data?.map(({ seed }) => seed)).toEqual([7, 8])
    const [call] = callsOf(all)
    expect([call?.path, call?.headers.authorization, call?.body]).toEqual([
      '/sdapi/v1/txt2img',
      undefined,
      {
        prompt: asked.prompt,
        width: 1024,
        height: 768,
        batch_size: 2,
        steps: 20,
        cfg_scale: 1,
        seed: 7,
        force_task_id: result.task_id
      }
    ])
    expect(await costOf(all, result)).toEqual({ cost: 0, cost_by: 'list' })
  })

  test('edits an image with the checkpoint that MEDIA_MODELS names', async () => {
    const asked = { prompt: 'At night', image_url: all.picture, model: 'flux-2-klein' }
    const { result } = await all.world.post('/flux/images', asked)
    expect(result).toMatchObject({ success: true })
    const [call] = callsOf(all)
    expect([call?.path, call?.body]).toEqual([
      '/sdapi/v1/img2img',
      expect.objectContaining({
        init_images: [PICTURE.toString('base64')],
        override_settings: { sd_model_checkpoint: 'klein-9b' }
      })
    ])
  })

  test.each(['cancel', 'delete'])('stops at once when the user wants to %s', async action => {
    const before = await all.world.spent()
    const id = await all.world.begin('/flux/images', { prompt: 'A harbour plot:endless' })
    const paths = (): string[] => callsOf(all).map(({ path }) => path)
    await expect.poll(paths, PATIENCE).toContain('/sdapi/v1/txt2img')
    await all.world.post('/flux/tasks', { id, action })
    await expect.poll(paths, PATIENCE).toContain('/sdapi/v1/interrupt')
    await expect.poll(() => all.world.stateOf(id), PATIENCE).toBe('cancelled')
    expect(await all.world.spent()).toBe(before)
  })

  test('refuses models without open weights at the field', async () => {
    expect(
      await all.world.post('/flux/images', { prompt: 'A harbour', model: 'flux-2-pro' })
    ).toMatchObject({
      status: 400,
      result: { error: { issues: [{ field: 'model', code: 'not_allowed' }] } }
    })
    expect(callsOf(all)).toEqual([])
  })
})

test.each([
  ['OpenAI', startOpenaiMediaServer, openaiMedia, 'images/generations'],
  ['xAI', startXaiMediaServer, xaiMedia, 'videos/generations'],
  ['ElevenLabs', startElevenlabsServer, elevenlabsTransport, 'music'],
  ['Automatic1111', startA1111Server, a1111Transport(), 'sdapi/v1/txt2img']
])('%s is given up when the run is cancelled or its time is over', async (_, start, wire, path) => {
  expect(await endsOfSilence(await start(), wire, path)).toMatchObject([
    { code: 'timeout' },
    { code: 'canceled' }
  ])
})
