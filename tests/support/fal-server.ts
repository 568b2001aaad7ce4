import type { Json } from '#core/json.ts'
import { FILM, PICTURE } from './vendor-files.ts'
import {
  startVendorServer,
  type Reply,
  type VendorCall,
  type VendorServer
} from './vendor-server.ts'
import { SAMPLES } from './files.ts'

/** Builds fal's response to invalid input: each error with its place and the sent value. */
function invalid(type: string, msg: string): Reply {
  return {
    status: 422,
    body: {
      detail: [
        { loc: ['body', 'prompt'], msg, type, input: 'a quota of sensitive insufficient balance' }
      ]
    }
  }
}

function refusal(status: number, detail: string, headers: Record<string, string> = {}): Reply {
  return { status, body: { detail }, headers }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: invalid('string_too_short', 'String should have at least 3 characters'),
  large: refusal(413, 'Request body too large'),
  retired: refusal(404, 'Application "flux-none" not found'),
  failed: refusal(500, 'Internal Server Error'),
  moderated: invalid(
    'content_policy_violation',
    'The content could not be processed because it was flagged by a content checker.'
  ),
  hurried: refusal(429, 'Too many requests', { 'retry-after': '1' }),
  overloaded: refusal(503, 'No runner is available')
}

/** Responses to the request for a result of a job that did not succeed. */
const ENDS: Readonly<Record<string, Reply>> = {
  job_fails: refusal(500, 'the runner died'),
  job_invalid: invalid('image_load_error', 'Failed to load the image.'),
  job_moderated: REFUSALS['moderated'] ?? refusal(422, ''),
  job_times_out: {
    status: 504,
    body: { detail: 'Request timed out', error_type: 'request_timeout' }
  },
  job_empty: { body: {} },
  job_list: { body: ['not', 'what', 'it', 'says'] }
}

type Job = { id: string; endpoint: string; call: VendorCall; looks: number; cancelled: boolean }

/**
 * A fake fal, with its jobs, stored uploads, and files that tests provide. `readableFrom` is the
 * number of the first attempt whose QR code can be read. `units` is the header with the billed
 * units of a result, null for none. `gone` are endpoints that fal's list no longer contains.
 * `schemas` are the schemas of endpoints.
 */
export type FalServer = VendorServer & {
  jobs: Job[]
  stored: { type: string; bytes: number }[]
  files: Map<string, { file: Buffer; type: string }>
  readableFrom: number
  units: string | null
  gone: string[]
  schemas: Map<string, Json>
}

/**
 * Starts a fake of fal's queue with its documented protocol (submit, status, result, cancel). It
 * also fakes fal's storage, and serves the files that jobs produce.
 */
export async function startFalServer(): Promise<FalServer> {
  const jobs: Job[] = []
  const stored: FalServer['stored'] = []
  const files: FalServer['files'] = new Map()
  const gone: string[] = []
  const schemas: FalServer['schemas'] = new Map()
  const server = await startVendorServer({
    keyOf: headers => String(headers.authorization).replace(/^Key /, ''),
    keys: {
      unknown: refusal(
        401,
        'Cannot access application. Authentication is required to access this application.'
      ),
      empty: refusal(
        403,
        'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.'
      )
    },
    refusals: REFUSALS,
    answer(call, vendor) {
      const { pathname } = new URL(call.path, vendor.url)
      const own = files.get(pathname)
      if (own !== undefined) return own
      if (pathname.startsWith('/api/openapi/')) return schemaOf(new URL(call.path, vendor.url))
      if (pathname === '/v1/models') return listAsked(new URL(call.path, vendor.url).searchParams)
      if (pathname.endsWith('-art.png')) return artOf(pathname)
      if (pathname.startsWith('/made/')) return madeFile(pathname)
      if (pathname.startsWith('/storage/')) return store(call, vendor)
      const [, id = '', what = 'result'] = /\/requests\/([^/]+)\/?(\w*)$/.exec(pathname) ?? []
      return id === '' ? submit(call, vendor) : ofJob(id, what || 'result', vendor)
    }
  })
  const fal = Object.assign(server, {
    jobs,
    stored,
    files,
    readableFrom: 1,
    units: null,
    gone,
    schemas
  })
  return fal

  function schemaOf({ searchParams }: URL): Reply {
    const schema = schemas.get(searchParams.get('endpoint_id') ?? '')
    return schema === undefined ? refusal(404, 'Endpoint not found') : { body: schema }
  }

  /** Lists the endpoints with a schema whose names contain the words. */
  function listFound(words: string): Reply {
    const models = [...schemas.keys()]
      .filter(id => id.includes(words))
      .map(endpoint_id => ({
        endpoint_id,
        metadata: { display_name: `Muse ${endpoint_id}`, category: 'text-to-image' }
      }))
    return { body: { models, next_cursor: null, has_more: false } }
  }

  /** Lists the requested endpoints. If fal lacks one of them, it answers 404 for all. */
  function listAsked(query: URLSearchParams): Reply {
    const words = query.get('q')
    if (words !== null) return listFound(words)
    const asked = query.getAll('endpoint_id')
    if (asked.length > 50) return refusal(400, 'too many')
    if (asked.some(id => fal.gone.includes(id))) return refusal(404, 'Endpoint not found')
    const models = asked.map(endpoint_id => ({ endpoint_id, metadata: { status: 'active' } }))
    return { body: { models, next_cursor: null, has_more: false } }
  }

  /**
   * Returns the image with the QR code that the job got, or for early attempts an image without
   * one.
   */
  function artOf(pathname: string): Reply {
    const drawn = jobs.filter(({ endpoint }) => endpoint === 'fal-ai/illusion-diffusion')
    const at = drawn.findIndex(({ id }) => pathname.includes(id))
    const address = String(drawn[at]?.call.body['image_url'])
    const file =
      at + 1 >= fal.readableFrom
        ? Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
        : PICTURE
    return { file, type: 'image/png' }
  }

  function submit(call: VendorCall, { url }: VendorServer): Reply {
    const endpoint = call.path.slice(1).split('?')[0] ?? ''
    const id = crypto.randomUUID()
    jobs.push({ id, endpoint, call, looks: 0, cancelled: false })
    const base = `${url}/${endpoint.split('/').slice(0, 2).join('/')}/requests/${id}`
    return {
      body: {
        request_id: id,
        response_url: base,
        status_url: `${base}/status`,
        cancel_url: `${base}/cancel`,
        queue_position: 0
      }
    }
  }

  function ofJob(id: string, what: string, vendor: VendorServer): Reply {
    const job = jobs.find(each => each.id === id)
    if (job === undefined) return refusal(404, 'Request not found')
    if (what === 'cancel') {
      if (job.call.plot === 'stubborn')
        return { status: 400, body: { status: 'ALREADY_COMPLETED' } }
      job.cancelled = true
      return { status: 202, body: { status: 'CANCELLATION_REQUESTED' } }
    }
    const isDone =
      job.call.plot !== 'endless' && job.call.plot !== 'stubborn' && job.looks >= vendor.looks
    if (what === 'status') return statusOf(job, isDone)
    const billed = fal.units === null ? null : { 'x-fal-billable-units': fal.units }
    return ENDS[job.call.plot] ?? { body: madeOf(job, vendor), ...(billed && { headers: billed }) }
  }

  function statusOf(job: Job, isDone: boolean): Reply {
    job.looks++
    if (!isDone)
      return {
        status: 202,
        body: {
          status: job.looks === 1 ? 'IN_QUEUE' : 'IN_PROGRESS',
          request_id: job.id,
          queue_position: 2
        }
      }
    const failure =
      job.call.plot === 'job_error'
        ? { error: 'the runner died', error_type: 'runner_disconnected' }
        : {}
    return {
      body: {
        status: 'COMPLETED',
        request_id: job.id,
        metrics: { inference_time: 1.5 },
        ...failure
      }
    }
  }

  function store({ method, path, headers, body, text }: VendorCall, { url }: VendorServer): Reply {
    if (method === 'POST')
      return {
        body: {
          upload_url: `${url}/storage/put/${stored.length}`,
          file_url: `${url}/made/kept-${String(body['file_name'])}`
        }
      }
    stored.push({ type: String(headers['content-type']), bytes: text.length })
    return { body: { path } }
  }
}

/** Builds the output that the endpoint's schema describes. */
function madeOf(
  { id, endpoint, call: { body, plot } }: Job,
  { url }: VendorServer
): Record<string, unknown> {
  const file = (name: string): unknown => ({ url: `${url}/made/${id}-${name}`, file_name: name })
  if (/illusion-diffusion|upscale|background|eraser|expand/.test(endpoint))
    return { image: { ...(file('art.png') as object), width: 1024, height: 1024 }, seed: 7 }
  if (endpoint === 'fal-ai/demucs')
    return Object.fromEntries(
      ['vocals', 'drums', 'bass', 'other'].map(part => [part, file(`${part}.mp3`)])
    )
  if (endpoint === 'fal-ai/ffmpeg-api/metadata')
    return { media: { url: body['media_url'], media_type: 'audio', duration: 12.5 } }
  if (endpoint === 'openrouter/router')
    return { output: '**Harbour Lights**\n\n[Verse]\nA boat comes home' }
  if (endpoint.startsWith('sonauto/')) {
    const audio = Array.from({ length: Number(body['num_songs'] ?? 1) }, (_, at) =>
      file(`song-${at}.mp3`)
    )
    return { audio, lyrics: '[Verse]\nOn the water', tags: ['folk', 'calm'], seed: 3 }
  }
  if (endpoint.startsWith('fal-ai/ace-step'))
    return { audio: file('cover.mp3'), lyrics: 'On the water', tags: 'jazz', seed: 3 }
  if (endpoint === 'fal-ai/elevenlabs/speech-to-text')
    return {
      text: 'On the water.',
      language_code: 'eng',
      words: [{ text: 'On the water.', start: 0, end: 1.5, type: 'word' }]
    }
  if (/tts|speech|kokoro|lyria|music/.test(endpoint)) return { audio: file('voice.mp3') }
  if (/video|veo|pixverse|pika|ray-2|reframe|omnihuman/.test(endpoint))
    return { video: file('film.mp4') }
  const count = Number(body['num_images'] ?? 1)
  const images = Array.from({ length: count }, (_, at) => ({
    ...(file(`${at}.png`) as object),
    width: 1024,
    height: 1024
  }))
  const blackened = images.map((_, at) => plot === 'black' || (plot === 'half_black' && at === 0))
  return {
    images,
    seed: 42,
    prompt: body['prompt'],
    timings: { inference: 1.5 },
    has_nsfw_concepts: blackened
  }
}

function madeFile(pathname: string): Reply {
  if (pathname.endsWith('.mp4')) return { file: FILM, type: 'video/mp4' }
  if (pathname.endsWith('.mp3') || pathname.includes('mpeg'))
    return { file: Buffer.from(SAMPLES['audio/mpeg'] ?? []), type: 'audio/mpeg' }
  return { file: PICTURE, type: 'image/png' }
}
