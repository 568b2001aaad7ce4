import { createHmac } from 'node:crypto'
import { FILM } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(status: number, code: number, message: string): Reply {
  return { status, body: { code, message, request_id: 'r' } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(400, 1201, 'duration value is invalid'),
  large: refusal(413, 1200, 'request body too large'),
  retired: refusal(404, 1203, 'model kling-v0 does not exist'),
  overloaded: refusal(503, 5001, 'Server temporarily unavailable'),
  hurried: refusal(429, 1303, 'parallel task over resource pack limit'),
  failed: refusal(500, 5000, 'Server internal error'),
  moderated: refusal(400, 1301, 'the request triggered the content security policy')
}

/** The final states of videos that fail, by plot. */
const ENDS: Readonly<Record<string, object>> = {
  job_fails: { task_status: 'failed', task_status_msg: 'the runner died' },
  job_moderated: {
    task_status: 'failed',
    task_status_msg: 'Failure to pass the risk control system'
  },
  job_bare: { task_status: 'succeed' }
}

/** The secret key that belongs to an access key. */
export const klingSecret = (access: string): string => `secret-of-${access}`

type Job = { plot: string; looks: number }

/**
 * Starts a fake Kling. It accepts API keys, and tokens signed with the secret key of their access
 * key.
 */
export function startKlingServer(): Promise<VendorServer> {
  const jobs: Job[] = []
  return startVendorServer({
    keyOf: headers => accessIn(String(headers.authorization).replace('Bearer ', '')),
    keys: {
      unknown: refusal(401, 1002, 'access key not found'),
      // Kling may also refuse with the status 200.
      empty: refusal(200, 1102, 'Account balance not enough')
    },
    refusals: REFUSALS,
    answer({ path, method, plot, headers }, server) {
      if (path.startsWith('/media/')) return { file: FILM, type: 'video/mp4' }
      if (accessIn(String(headers.authorization).replace('Bearer ', '')) === '')
        return refusal(401, 1000, 'signature is invalid')
      if (method === 'POST') {
        jobs.push({ plot, looks: 0 })
        const data = { task_id: String(jobs.length - 1), task_status: 'submitted' }
        return { body: { code: 0, message: 'SUCCEED', data } }
      }
      if (path.includes('?')) return { body: { code: 0, message: 'SUCCEED', data: [] } }
      return stateOf(jobs[Number(path.split('/').at(-1))], server)
    }
  })
}

/**
 * Returns the access key in a token, or an API key as it is; empty for a token with a wrong
 * signature.
 */
function accessIn(token: string): string {
  const [head, body, signature] = token.split('.')
  if (head === undefined || body === undefined) return token
  const { iss, exp, nbf } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    iss: string
    exp: number
    nbf: number
  }
  const now = Date.now() / 1000
  const signed = createHmac('sha256', klingSecret(iss))
    .update(`${head}.${body}`)
    .digest('base64url')
  return signed === signature && nbf < now && now < exp ? iss : ''
}

function stateOf(job: Job | undefined, { url, looks }: VendorServer): Reply {
  if (job === undefined) return refusal(404, 1203, 'task not found')
  const isPending = job.plot === 'endless' || ++job.looks < looks
  const videos = [{ id: '862', url: `${url}/media/film.mp4`, duration: '5.1' }]
  const done = {
    task_status: 'succeed',
    task_result: { videos },
    final_unit_deduction: '2.5'
  }
  const data = isPending ? { task_status: 'processing' } : (ENDS[job.plot] ?? done)
  return { body: { code: 0, message: 'SUCCEED', data } }
}
