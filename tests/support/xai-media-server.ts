import { FILM, PICTURE } from './vendor-files.ts'
import {
  startVendorServer,
  type Reply,
  type VendorCall,
  type VendorServer
} from './vendor-server.ts'

function refusal(status: number, code: string, error: string): Reply {
  return { status, body: { code, error } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(400, 'Client specified an invalid argument', 'Invalid aspect ratio.'),
  large: refusal(413, 'Payload too large', 'The body is too large.'),
  retired: refusal(404, 'Not found', 'The model grok-imagine-0 does not exist.'),
  overloaded: refusal(503, 'The service is currently unavailable', 'At capacity.'),
  hurried: refusal(429, 'Resource exhausted', 'Too many requests per minute.'),
  failed: refusal(500, 'Internal error', 'Internal error.'),
  moderated: refusal(403, 'Permission denied', 'Content violates usage guidelines.')
}

/** The final states of videos that fail, by plot. */
const ENDS: Readonly<Record<string, unknown>> = {
  job_fails: { status: 'failed', error: { code: 'internal_error', message: 'the runner died' } },
  job_invalid: { status: 'failed', error: { code: 'invalid_argument', message: 'bad image' } },
  job_moderated: { status: 'failed', error: { code: 'invalid_argument', message: 'moderation' } },
  job_expired: { status: 'expired' },
  job_bare: { status: 'done' }
}

type Job = { plot: string; looks: number }

const COST = { cost_in_usd_ticks: 600_000_000 }

/**
 * Starts a fake of xAI's media API. Images are in the response itself; videos are jobs, which
 * clients poll.
 */
export function startXaiMediaServer(): Promise<VendorServer> {
  const jobs: Job[] = []
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: {
      unknown: refusal(400, 'Client specified an invalid argument', 'Incorrect API key provided.'),
      empty: refusal(429, 'Some resource', 'Your team has used all available credits.')
    },
    refusals: REFUSALS,
    answer(call, server) {
      const id = /^\/videos\/(\d+)$/.exec(call.path)?.[1]
      if (id !== undefined) return stateOf(jobs[Number(id)], server)
      if (call.path !== '/videos/generations') return images(call)
      jobs.push({ plot: call.plot, looks: 0 })
      return { body: { request_id: String(jobs.length - 1) } }
    }
  })
}

function images({ path, plot, body }: VendorCall): Reply {
  if (path.startsWith('/media/'))
    return path.endsWith('.mp4')
      ? { file: FILM, type: 'video/mp4' }
      : { file: Buffer.from('<p>Sign in'), type: 'text/html' }
  if (path !== '/images/generations' && path !== '/images/edits')
    return refusal(404, 'Not found', 'no such endpoint')
  const bytes = plot === 'garbage' ? Buffer.from('no image') : PICTURE
  const image = { b64_json: bytes.toString('base64'), respect_moderation: plot !== 'blocked' }
  return { body: { data: Array.from({ length: Number(body['n']) }, () => image), usage: COST } }
}

function stateOf(job: Job | undefined, { url, looks }: VendorServer): Reply {
  if (job === undefined) return refusal(404, 'Not found', 'no such video')
  if (job.plot === 'endless' || ++job.looks < looks)
    return { status: 202, body: { status: 'pending', progress: 40 } }
  const video = { url: `${url}/media/film.mp4`, respect_moderation: job.plot !== 'blocked' }
  const done = { status: 'done', video, usage: COST }
  return { body: ENDS[job.plot] ?? done }
}
