import { PICTURE } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {}
): Reply {
  return { status, headers, body: { error: { code, message }, trace_id: '2b7c' } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(400, 'bad_request', 'model is invalid'),
  large: refusal(413, 'request_too_large', 'an image is too large'),
  retired: refusal(404, 'no_api', 'the api does not exist'),
  overloaded: refusal(503, 'busy', 'try again'),
  hurried: refusal(429, 'too_many_requests', 'slow down', { 'retry-after': '1' }),
  failed: refusal(500, 'api_error', 'fetch failed'),
  moderated: refusal(403, 'forbidden', 'the prompt was rejected by moderation'),
  unpaid: {
    status: 402,
    body: { x402Version: 1, accepts: [{ scheme: 'exact', maxAmountRequired: '10' }] }
  },
  bare: { status: 500, body: { error: 'upstream went away' } }
}

type Job = { plot: string; looks: number }

/**
 * The final record of a task, by plot. Services of the hosted API report the end in different ways.
 */
const ENDS: Readonly<Record<string, (url: string) => Record<string, unknown>>> = {
  job_fails: () => ({
    finished_at: 1.5,
    response: { success: false, error: { code: 'api_error', message: 'fetch failed' } }
  }),
  job_moderated: () => ({
    finished_at: 1.5,
    response: { success: false, error: { code: 'forbidden', message: 'no' } }
  }),
  job_bare: () => ({ response: { error: 'something broke' } }),
  job_code: () => ({ response: { success: false, code: 'invalid_token', detail: 'expired' } }),
  job_word: () => ({ response: { data: [{ state: 'failed', image_url: null }] } }),
  succeed: url => ({ response: { state: 'succeed', data: made(url) } }),
  completed: url => ({
    response: { data: made(url).map(each => ({ ...each, state: 'completed' })) }
  }),
  complete: url => ({
    response: { success: true, data: made(url).map(each => ({ ...each, state: 'complete' })) }
  }),
  page: url => ({
    finished_at: 1.5,
    response: { data: [{ image_url: `${url}/media/page.html` }] }
  }),
  elsewhere: url => ({
    finished_at: 1.5,
    response: { data: made(url.replace('127.0.0.1', 'localhost')) }
  }),
  finished: url => ({ finished_at: 1.5, response: { data: made(url) } })
}

/**
 * Starts a fake of the hosted API that ours is modelled on. Clients poll its tasks, which end in
 * different ways.
 */
export function startUpstreamServer(): Promise<VendorServer> {
  const jobs = new Map<string, Job>()
  return startVendorServer({
    keyOf: ({ authorization }) => String(authorization).replace('Bearer ', ''),
    keys: {
      unknown: refusal(401, 'invalid_token', 'the token is invalid'),
      empty: refusal(403, 'used_up', 'balance is exhausted')
    },
    refusals: REFUSALS,
    answer({ path, body, plot }, server) {
      if (path.endsWith('.html'))
        return { file: Buffer.from('<p>Sign in</p>'), type: 'text/html; charset=utf-8' }
      if (path.startsWith('/media/')) return { file: PICTURE, type: 'image/png' }
      if (!path.endsWith('/tasks')) {
        const id = `task-${jobs.size}`
        jobs.set(id, { plot, looks: 0 })
        return { body: { task_id: id } }
      }
      // The hosted API confirms a cancellation even if the task cannot be cancelled.
      if (body['action'] === 'cancel') return { body: { id: body['id'], success: true } }
      const job = jobs.get(String(body['id']))
      return job === undefined
        ? refusal(404, 'not_found', 'no such task')
        : { body: recordOf(String(body['id']), job, server) }
    }
  })
}

function recordOf(id: string, job: Job, { looks, url }: VendorServer): Record<string, unknown> {
  const record = { id, created_at: 1, request: {} }
  // An image may be there before the song, so only the state shows whether the task has ended.
  if (job.plot === 'endless' || job.looks++ < looks)
    return { ...record, response: { success: true, data: [{ state: 'pending', image_url: '' }] } }
  const end =
    ENDS[job.plot] ??
    (() => ({ finished_at: 1.5, response: { success: true, task_id: id, data: made(url) } }))
  return { ...record, ...end(url) }
}

function made(url: string): Record<string, unknown>[] {
  return [{ prompt: 'A harbour', image_url: `${url}/media/1.png`, seed: 7 }]
}
