import { startA1111Server } from './a1111-server.ts'
import { startComfyuiServer } from './comfyui-server.ts'
import { startElevenlabsServer } from './elevenlabs-server.ts'
import { startFalServer } from './fal-server.ts'
import { startGeminiServer } from './gemini-server.ts'
import { klingSecret, startKlingServer } from './kling-server.ts'
import { startLumaServer } from './luma-server.ts'
import { startMinimaxServer } from './minimax-server.ts'
import { startOpenaiMediaServer } from './openai-media-server.ts'
import { startPainterServer } from './painter-server.ts'
import { startReplicateServer } from './replicate-server.ts'
import { startRunwayServer } from './runway-server.ts'
import { json } from './studio.ts'
import { startUpstreamServer } from './upstream-server.ts'
import type { VendorServer } from './vendor-server.ts'
import { KEYS, type VendorWorld } from './vendor-world.ts'
import { startXaiMediaServer } from './xai-media-server.ts'

/** `words` is the field with the prompt, if it has another name. */
type Offer = { path: string; service: string; words?: string; values?: Record<string, unknown> }

/**
 * An adapter with a fake vendor and a call that the vendor can serve. `queue`: the result is
 * polled.
 */
export type Adapter = {
  name: string
  start(): Promise<VendorServer>
  environment(vendor: VendorServer): Record<string, string>
  /** Adds the service to the studio, where it is an operator's own. */
  prepare?(world: VendorWorld): Promise<unknown>
  /** The keys that the studio has for the vendor. */
  keys?: readonly string[]
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

const gemini = {
  start: startGeminiServer,
  environment: ({ url }: VendorServer) => ({ GEMINI_URL: url, GEMINI_API_KEY: KEY })
}

const fal = {
  start: startFalServer,
  environment: ({ url }: VendorServer) => ({ FAL_URL: url, FAL_KEY: KEY })
}

const openai = {
  start: startOpenaiMediaServer,
  environment: ({ url }: VendorServer) => ({
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: KEY,
    MEDIA_ORDER: 'openai'
  })
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

export const ADAPTERS: readonly Adapter[] = [
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
    ...openai,
    offer: { path: '/gptimage/images', service: 'gptimage' },
    queue: false,
    shows: 'image_url',
    refuses: { garbage: 'api_error' }
  },
  {
    name: 'OpenAI’s speech',
    ...openai,
    offer: {
      path: '/speech/audios',
      service: 'speech',
      words: 'text',
      values: { model: 'gpt-audio-1.5' }
    },
    queue: false,
    shows: 'audio_url',
    refuses: { garbage: 'api_error', reworded: 'api_error', blocked: 'forbidden' }
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
  },
  {
    name: 'an operator’s own server',
    start: startPainterServer,
    environment: ({ host }) => ({ TOOL_HOSTS: host, SANDBOX: 'off' }),
    prepare: addPainter,
    keys: [KEYS[0]],
    offer: { path: '/x-housepainter/run', service: 'x-housepainter' },
    queue: false,
    shows: 'image_url',
    refuses: { garbage: 'api_error' }
  }
]

/** Reads the document of the server, as an operator does, and puts the tool on sale. */
async function addPainter({ studio, ada, vendor }: VendorWorld): Promise<void> {
  const own = '/api/v1/operation/own-services'
  const { access_token: token } = ada.token
  const address = `${vendor.url}/openapi.json`
  await json(studio.call(own, { json: { address }, token }))
  const change = { enabled: true, key: KEYS[0], price: { credits: 0.5, times: null, per: 1 } }
  await json(studio.call(`${own}/x-housepainter`, { method: 'PUT', json: change, token }))
}
