import type { Json } from '#core/json.ts'
import { FILM, PICTURE } from './vendor-files.ts'
import {
  startVendorServer,
  type Reply,
  type VendorCall,
  type VendorServer
} from './vendor-server.ts'

function refusal(status: number, title: string, detail: string): Reply {
  return { status, body: { title, detail, status } }
}

const SENSITIVE = 'The input or output was flagged as sensitive. Please try again. (E005)'

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(422, 'Input validation failed', '- input.num_outputs: Must be at most 4\n'),
  large: refusal(413, 'Payload too large', 'The request body is too large.'),
  retired: refusal(404, 'Not found', 'The requested resource could not be found.'),
  overloaded: refusal(503, 'Service unavailable', 'Please try again later.'),
  hurried: refusal(429, 'Too many requests', 'Request was throttled. Expected in 1 second.'),
  failed: refusal(500, 'Internal server error', 'Something went wrong.'),
  moderated: refusal(422, 'Input validation failed', SENSITIVE)
}

/** The final states of predictions that fail, by plot. */
const ENDS: Readonly<Record<string, object>> = {
  job_fails: { status: 'failed', error: 'CUDA out of memory' },
  job_moderated: { status: 'failed', error: SENSITIVE },
  job_stopped: { status: 'canceled', error: null },
  job_bare: { status: 'succeeded', output: null }
}

type Job = { id: string; call: VendorCall; looks: number; cancelled: boolean }

/**
 * A fake Replicate. `models` are the schemas of its models, by `owner/name`. `output` is the output
 * of every prediction; by default it is a list of images. With `stops` false, a cancelled
 * prediction does not stop at once.
 */
export type ReplicateServer = VendorServer & {
  jobs: Job[]
  models: Map<string, Json>
  output: unknown
  stops: boolean
}

/**
 * Starts a fake of Replicate's predictions by their documented protocol, with its storage and
 * files.
 */
export async function startReplicateServer(): Promise<ReplicateServer> {
  const jobs: Job[] = []
  const models: ReplicateServer['models'] = new Map()
  const server = await startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: {
      unknown: refusal(401, 'Unauthenticated', 'You did not pass a valid authentication token'),
      empty: refusal(402, 'Insufficient credit', 'You have insufficient credit to run this model.')
    },
    refusals: REFUSALS,
    answer(call, vendor) {
      const { path, method } = call
      if (path.startsWith('/made/')) return madeFile(path)
      if (path === '/account') return { body: { type: 'user', username: 'muse' } }
      if (path === '/files')
        return { status: 201, body: { urls: { get: `${vendor.url}/files/1` } } }
      const model = method === 'GET' && models.get(path.slice('/models/'.length))
      if (model) return { body: model }
      const [, id = '', what] = /^\/predictions\/([^/]+)(\/cancel)?$/.exec(path) ?? []
      if (id !== '') return ofJob(id, what !== undefined)
      if (method !== 'POST' || !/^(\/models\/[\w.-]+\/[\w.-]+)?\/predictions$/.test(path))
        return refusal(404, 'Not found', 'The requested resource could not be found.')
      const job = { id: crypto.randomUUID(), call, looks: 0, cancelled: false }
      jobs.push(job)
      return { status: 201, body: { id: job.id, status: 'starting' } }
    }
  })
  const replicate: ReplicateServer = Object.assign(server, {
    jobs,
    models,
    output: null,
    stops: true
  })
  return replicate

  function ofJob(id: string, stops: boolean): Reply {
    const job = jobs.find(each => each.id === id)
    if (job === undefined) return refusal(404, 'Not found', 'no such prediction')
    if (stops) {
      job.cancelled = true
      return { body: { id, status: replicate.stops ? 'canceled' : 'processing' } }
    }
    if (job.cancelled) return { body: { id, status: 'canceled' } }
    const { plot, body } = job.call
    if (plot === 'endless' || ++job.looks < replicate.looks)
      return { body: { id, status: 'processing', output: null } }
    const count = Number((body['input'] as Record<string, unknown>)['num_outputs'] ?? 1)
    const images = Array.from({ length: count }, (_, at) => `${replicate.url}/made/${at}.png`)
    const done = {
      status: 'succeeded',
      output: replicate.output ?? images,
      metrics: { predict_time: 1.5 }
    }
    return { body: { id, ...(ENDS[plot] ?? done) } }
  }
}

function madeFile(path: string): Reply {
  return path.endsWith('.mp4')
    ? { file: FILM, type: 'video/mp4' }
    : { file: PICTURE, type: 'image/png' }
}
