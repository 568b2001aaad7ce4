import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { startA1111Server } from '../support/a1111-server.ts'
import { startComfyuiServer } from '../support/comfyui-server.ts'
import { doseOf } from '../support/dose.ts'
import { startElevenlabsServer } from '../support/elevenlabs-server.ts'
import { startFalServer } from '../support/fal-server.ts'
import { startGeminiServer } from '../support/gemini-server.ts'
import { klingSecret, startKlingServer } from '../support/kling-server.ts'
import { startLumaServer } from '../support/luma-server.ts'
import { startMinimaxServer } from '../support/minimax-server.ts'
import { startOpenaiMediaServer } from '../support/openai-media-server.ts'
import { startReplicateServer } from '../support/replicate-server.ts'
import { startRunwayServer } from '../support/runway-server.ts'
import { startUpstreamServer } from '../support/upstream-server.ts'
import { KEYS, openVendorWorld, type VendorWorld } from '../support/vendor-world.ts'
import type { VendorServer } from '../support/vendor-server.ts'
import { startXaiMediaServer } from '../support/xai-media-server.ts'

type Offer = { path: string; service: string; values?: Record<string, unknown> }

/**
 * An adapter with a fake vendor and a call that the vendor can serve. `queue`: the result is
 * polled.
 */
type Adapter = {
  name: string
  start(): Promise<VendorServer>
  environment(vendor: VendorServer): Record<string, string>
  offer: Offer
  queue: boolean
  shows: string
  /**
   * Faults of only this vendor: the plot in the prompt that causes it, and the studio's code for
   * it.
   */
  refuses: Record<string, string>
}

const KEY = KEYS.join(',')

/** The studio's codes for the faults that every fake vendor can show, by plot. */
const SHARED = {
  refused: 'bad_request',
  large: 'content_too_large',
  retired: 'api_error',
  failed: 'api_error',
  moderated: 'forbidden',
  html: 'api_error',
  html_refusal: 'api_error',
  malformed: 'api_error',
  list: 'api_error',
  empty: 'api_error',
  truncated: 'api_error',
  reset: 'api_error'
}

const gemini = {
  start: startGeminiServer,
  environment: ({ url }: VendorServer) => ({ GEMINI_URL: url, GEMINI_API_KEY: KEY })
}

const fal = {
  start: startFalServer,
  environment: ({ url }: VendorServer) => ({ FAL_URL: url, FAL_KEY: KEY })
}

const xai = {
  start: startXaiMediaServer,
  environment: ({ url }: VendorServer) => ({
    XAI_BASE_URL: url,
    XAI_API_KEY: KEY,
    MEDIA_ORDER: 'xai'
  })
}

const minimax = {
  start: startMinimaxServer,
  environment: ({ url }: VendorServer) => ({ MINIMAX_URL: url, MINIMAX_API_KEY: KEY })
}

const FAL_ENDS = {
  job_fails: 'api_error',
  job_invalid: 'bad_request',
  job_moderated: 'forbidden',
  job_times_out: 'api_error',
  job_empty: 'api_error',
  job_list: 'api_error',
  job_error: 'api_error'
}

const JOB_ENDS = { job_fails: 'api_error', job_stopped: 'canceled', job_bare: 'api_error' }

const ADAPTERS: readonly Adapter[] = [
  {
    name: 'gemini’s pictures',
    ...gemini,
    offer: { path: '/nano-banana/images', service: 'nano-banana' },
    queue: false,
    shows: 'image_url',
    refuses: { unsafe: 'forbidden', wordless: 'api_error' }
  },
  {
    name: 'fal’s pictures',
    ...fal,
    offer: { path: '/flux/images', service: 'flux' },
    queue: true,
    shows: 'image_url',
    refuses: { ...FAL_ENDS, black: 'forbidden' }
  },
  {
    name: 'fal’s films',
    ...fal,
    offer: { path: '/hailuo/videos', service: 'hailuo' },
    queue: true,
    shows: 'video_url',
    refuses: FAL_ENDS
  },
  {
    name: 'OpenAI’s pictures',
    start: startOpenaiMediaServer,
    environment: ({ url }) => ({
      OPENAI_BASE_URL: url,
      OPENAI_API_KEY: KEY,
      MEDIA_ORDER: 'openai'
    }),
    offer: { path: '/gptimage/images', service: 'gptimage' },
    queue: false,
    shows: 'image_url',
    refuses: { garbage: 'api_error' }
  },
  {
    name: 'xAI’s pictures',
    ...xai,
    offer: { path: '/grokimagine/images', service: 'grokimagine' },
    queue: false,
    shows: 'image_url',
    refuses: { garbage: 'api_error', blocked: 'forbidden' }
  },
  {
    name: 'xAI’s films',
    ...xai,
    offer: { path: '/grokimagine/videos', service: 'grokimagine' },
    queue: true,
    shows: 'video_url',
    refuses: {
      job_fails: 'api_error',
      job_invalid: 'bad_request',
      job_moderated: 'forbidden',
      job_expired: 'api_error',
      job_bare: 'api_error',
      blocked: 'forbidden'
    }
  },
  {
    name: 'ElevenLabs’ songs',
    start: startElevenlabsServer,
    environment: ({ url }) => ({ ELEVENLABS_URL: url, ELEVENLABS_API_KEY: KEY }),
    offer: { path: '/elevenmusic/audios', service: 'elevenmusic' },
    queue: false,
    shows: 'audio_url',
    refuses: { soundless: 'api_error', page: 'api_error' }
  },
  {
    name: 'a server like Automatic1111',
    start: startA1111Server,
    environment: ({ url }) => ({ A1111_URL: url, A1111_KEY: KEY }),
    offer: { path: '/flux/images', service: 'flux' },
    queue: false,
    shows: 'image_url',
    refuses: { garbage: 'api_error' }
  },
  {
    name: 'a server with ComfyUI',
    start: startComfyuiServer,
    environment: ({ url }) => ({ COMFYUI_URL: url, COMFYUI_KEY: KEY }),
    offer: { path: '/flux/images', service: 'flux' },
    queue: true,
    shows: 'image_url',
    refuses: { ...JOB_ENDS, job_lost: 'api_error' }
  },
  {
    name: 'Replicate’s pictures',
    start: startReplicateServer,
    environment: ({ url }) => ({ REPLICATE_URL: url, REPLICATE_API_TOKEN: KEY }),
    offer: { path: '/flux/images', service: 'flux' },
    queue: true,
    shows: 'image_url',
    refuses: { ...JOB_ENDS, job_moderated: 'forbidden' }
  },
  {
    name: 'MiniMax’s films',
    ...minimax,
    offer: { path: '/hailuo/videos', service: 'hailuo', values: { model: 'hailuo-2.3' } },
    queue: true,
    shows: 'video_url',
    refuses: {
      job_fails: 'api_error',
      job_invalid: 'bad_request',
      job_moderated: 'forbidden'
    }
  },
  {
    name: 'MiniMax’s newer films',
    ...minimax,
    offer: { path: '/hailuo/videos', service: 'hailuo', values: { model: 'minimax-h3' } },
    queue: true,
    shows: 'video_url',
    refuses: { job_fails: 'api_error', job_moderated: 'forbidden', job_expired: 'api_error' }
  },
  {
    name: 'Luma',
    start: startLumaServer,
    environment: ({ url }) => ({ LUMA_URL: url, LUMA_API_KEY: KEY }),
    offer: { path: '/luma/videos', service: 'luma' },
    queue: true,
    shows: 'video_url',
    refuses: {
      job_fails: 'api_error',
      job_invalid: 'bad_request',
      job_moderated: 'forbidden',
      job_bare: 'api_error'
    }
  },
  {
    name: 'Kling',
    start: startKlingServer,
    environment: ({ url }) => ({
      KLING_URL: url,
      KLING_API_KEY: KEYS.map(key => `${key}:${klingSecret(key)}`).join(',')
    }),
    offer: { path: '/kling/videos', service: 'kling', values: { model: 'kling-v3' } },
    queue: true,
    shows: 'video_url',
    refuses: { job_fails: 'api_error', job_moderated: 'forbidden', job_bare: 'api_error' }
  },
  {
    name: 'Runway',
    start: startRunwayServer,
    environment: ({ url }) => ({ RUNWAY_URL: url, RUNWAY_API_KEY: KEY }),
    offer: { path: '/wan/videos', service: 'wan' },
    queue: true,
    shows: 'video_url',
    refuses: {
      job_fails: 'api_error',
      job_invalid: 'bad_request',
      job_moderated: 'forbidden',
      job_expired: 'api_error',
      job_bare: 'api_error'
    }
  },
  {
    name: 'an upstream',
    start: startUpstreamServer,
    environment: ({ url }) => ({ UPSTREAM_URL: url, UPSTREAM_API_KEY: KEY }),
    offer: { path: '/flux/images', service: 'flux' },
    queue: true,
    shows: 'image_url',
    refuses: {
      unpaid: 'api_error',
      bare: 'api_error',
      job_fails: 'api_error',
      job_moderated: 'forbidden',
      job_bare: 'api_error',
      job_code: 'api_error',
      job_word: 'api_error'
    }
  }
]

const say = groupTranslator('en', 'problem')

type Opened = { world: VendorWorld; vendor: VendorServer }

/** Opens a studio with the fake vendor for the tests of one block. */
function opened({ start, environment }: Adapter): Opened {
  const all = {} as Opened
  beforeAll(async () => {
    all.vendor = await start()
    all.world = await openVendorWorld(all.vendor, environment(all.vendor))
  })
  afterAll(() => all.world.close())
  beforeEach(() => {
    all.vendor.refused.clear()
    all.vendor.calls.length = 0
    // Refused keys are paused. Move the clock until they may be used again.
    all.world.studio.context.clock.advance(3_600_000)
  })
  return all
}

const valuesOf = ({ offer }: Adapter, plot: string): Record<string, unknown> => ({
  prompt: `A harbour plot:${plot}`,
  ...offer.values
})

describe.each(ADAPTERS)('$name', adapter => {
  const { offer, shows, refuses } = adapter
  const all = opened(adapter)
  const values = (plot: string) => valuesOf(adapter, plot)

  test('an output is generated, copied and charged', async () => {
    const before = await all.world.spent()
    const { result } = await all.world.post(offer.path, values('plain'))
    expect(result).toMatchObject({ success: true })
    const address = new URL(String((result.data?.[0] ?? result)[shows]))
    expect(address.host).not.toBe(all.vendor.host)
    expect((await all.world.studio.call(address.pathname)).status).toBe(200)
    expect(await all.world.spent()).toBeGreaterThan(before)
  })

  test.each(doseOf(Object.entries({ ...SHARED, ...refuses }), 6, ADAPTERS.indexOf(adapter)))(
    'a vendor that is %s becomes %s with its sentence, at no cost',
    async (plot, code) => {
      const before = await all.world.spent()
      const { status, result } = await all.world.post(offer.path, values(plot))
      expect([status >= 400, result.error]).toEqual([
        true,
        { code, message: say(`problem.${code}`) }
      ])
      expect(await all.world.spent()).toBe(before)
      const lines = all.world.said.filter(
        line => line.includes('provider failed') && line.includes(result.trace_id)
      )
      expect(lines.map(line => (JSON.parse(line) as { code: string }).code)).toEqual([code])
    }
  )

  test.each(['hurried', 'overloaded'])('a call to a vendor that is %s is repeated', async plot => {
    const id = await all.world.begin(offer.path, values(plot))
    await expect.poll(() => all.vendor.calls.length).toBeGreaterThanOrEqual(KEYS.length)
    const asked = all.vendor.calls.length
    // The pause begins once the refusal has been read, which the test cannot see, so move the clock
    // often.
    const callsLater = (): number => {
      all.world.studio.context.clock.advance(1500)
      return all.vendor.calls.length
    }
    await expect.poll(callsLater).toBeGreaterThan(asked)
    expect(['queued', 'running']).toContain(await all.world.stateOf(id))
  })

  test.each(['unknown', 'empty'] as const)('when a key is %s, the next one is used', async how => {
    all.vendor.refused.set(KEYS[0], how)
    expect((await all.world.post(offer.path, values('plain'))).result).toMatchObject({
      success: true
    })
  })

  test.each(['unknown', 'empty'] as const)(
    'when all keys are %s, it is an error of the deployment at no cost',
    async how => {
      const before = await all.world.spent()
      for (const key of KEYS) all.vendor.refused.set(key, how)
      const { result } = await all.world.post(offer.path, values('plain'))
      expect(result.error?.code).toBe('api_error')
      expect(await all.world.spent()).toBe(before)
    }
  )

  test('no key appears in answers, logs or tasks', async () => {
    const runs = await all.world.studio.context.database.db.selectFrom('run').selectAll().execute()
    const text = [...all.world.said, JSON.stringify(runs)].join('\n')
    expect(KEYS.filter(key => text.includes(key))).toEqual([])
    expect(all.world.said.some(line => line.includes('provider failed'))).toBe(true)
  })
})

describe.each(ADAPTERS.filter(({ queue }) => queue))('the queue of $name', adapter => {
  const { offer } = adapter
  const all = opened(adapter)
  const values = (plot: string) => valuesOf(adapter, plot)

  test('a job that never ends is given up at its deadline at no cost', async () => {
    const before = await all.world.spent()
    const id = await all.world.begin(offer.path, values('endless'))
    await expect.poll(() => all.vendor.calls.length).toBeGreaterThan(2)
    all.world.studio.context.clock.advance(3_600_000)
    const { response } = await all.world.ended(offer.service, id)
    expect(response).toMatchObject({ success: false, error: { code: 'timeout' } })
    expect(await all.world.spent()).toBe(before)
  })

  test('a clock that jumps does not submit a job twice', async () => {
    const silent = await all.world.begin(offer.path, values('silent'))
    await expect.poll(() => all.vendor.calls.some(({ plot }) => plot === 'silent')).toBe(true)
    all.world.studio.context.clock.advance(40_000)
    await all.world.ended(offer.service, await all.world.begin(offer.path, values('plain')))
    expect(await all.world.stateOf(silent)).toBe('running')
  })

  test('a failed poll does not end the job', async () => {
    all.vendor.looks = 2
    const id = await all.world.begin(offer.path, values('plain'))
    await expect.poll(() => all.vendor.calls.length).toBeGreaterThan(1)
    all.vendor.next.push({ status: 502, body: 'bad gateway' })
    expect((await all.world.ended(offer.service, id)).response).toMatchObject({ success: true })
    all.vendor.looks = 1
  })
})
