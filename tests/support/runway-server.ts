import { FILM } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(status: number, error: string): Reply {
  return { status, body: { error } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(400, 'Validation of body failed'),
  large: refusal(413, 'Payload too large'),
  retired: refusal(400, 'The model wan0 does not exist'),
  overloaded: refusal(503, 'Service unavailable'),
  hurried: refusal(429, 'Too many requests'),
  failed: refusal(502, 'Bad gateway'),
  moderated: refusal(400, 'Your prompt was blocked by content moderation')
}

const cost = { credits: 25 }

/** The final states of tasks that fail, by plot. */
const ENDS: Readonly<Record<string, object>> = {
  job_fails: { status: 'FAILED', failure: 'An error', failureCode: 'INTERNAL', cost },
  job_invalid: { status: 'FAILED', failure: 'Not an image', failureCode: 'ASSET.INVALID', cost },
  job_moderated: {
    status: 'FAILED',
    failure: 'It was blocked',
    failureCode: 'INPUT_PREPROCESSING.SAFETY.TEXT',
    cost
  },
  job_expired: { status: 'CANCELLED', cost },
  job_bare: { status: 'SUCCEEDED', output: [], cost }
}

type Job = { plot: string; looks: number }

/**
 * Starts a fake Runway. Its videos are tasks, which clients poll. It refuses every version of the
 * API but ours.
 */
export function startRunwayServer(): Promise<VendorServer> {
  const jobs: Job[] = []
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: {
      unknown: refusal(401, 'The API key is invalid'),
      empty: refusal(400, 'You do not have enough credits to run this task.')
    },
    refusals: REFUSALS,
    answer({ path, method, plot, headers }, server) {
      if (path.startsWith('/media/')) return { file: FILM, type: 'video/mp4' }
      if (headers['x-runway-version'] !== '2024-11-06') return refusal(400, 'Invalid API version')
      if (path === '/v1/organization') return { body: { creditBalance: 1000 } }
      if (method === 'POST') {
        jobs.push({ plot, looks: 0 })
        return { body: { id: String(jobs.length - 1) } }
      }
      return stateOf(jobs[Number(path.split('/').at(-1))], server)
    }
  })
}

function stateOf(job: Job | undefined, { url, looks }: VendorServer): Reply {
  if (job === undefined) return refusal(404, 'A task with that ID was not found')
  if (job.plot === 'endless') return { body: { status: 'THROTTLED' } }
  if (++job.looks < looks) return { body: { status: 'RUNNING', progress: 0.4 } }
  const done = { status: 'SUCCEEDED', output: [`${url}/media/film.mp4`], cost }
  return { body: ENDS[job.plot] ?? done }
}
