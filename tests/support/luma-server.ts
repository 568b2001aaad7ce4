import { FILM } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(status: number, detail: string): Reply {
  return { status, body: { detail } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(422, 'Prompt is too short, minimum length is 3 characters'),
  large: refusal(413, 'Request body too large'),
  retired: refusal(400, 'The model ray-0 does not exist'),
  overloaded: refusal(503, 'Service unavailable'),
  hurried: refusal(429, 'Too many requests'),
  failed: refusal(500, 'Internal Server Error'),
  moderated: refusal(400, 'Prompt blocked by moderation')
}

/** The final states of generations that fail, by plot. */
const ENDS: Readonly<Record<string, object>> = {
  job_fails: { state: 'failed', failure_reason: '500: the runner died' },
  job_invalid: { state: 'failed', failure_reason: '400: the image cannot be read' },
  job_moderated: { state: 'failed', failure_reason: 'frame0 moderation failed' },
  job_bare: { state: 'completed' }
}

type Job = { plot: string; looks: number }

const ID = '0b7c2f6e-3a1d-4c5e-8f90-00000000000'

/** Starts a fake of Luma's Dream Machine. Its videos are jobs, which clients poll. */
export function startLumaServer(): Promise<VendorServer> {
  const jobs: Job[] = []
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: {
      unknown: refusal(401, 'Invalid API key'),
      empty: refusal(400, 'Insufficient credits')
    },
    refusals: REFUSALS,
    answer({ path, method, plot }, server) {
      if (path.startsWith('/media/')) return { file: FILM, type: 'video/mp4' }
      if (path === '/credits') return { body: { credit_balance: 1000 } }
      if (path === '/generations' && method === 'POST') {
        jobs.push({ plot, looks: 0 })
        return { status: 201, body: { id: `${ID}${jobs.length - 1}`, state: 'queued' } }
      }
      const id = path.split('/').at(-1) ?? ''
      return stateOf(id, jobs[Number(id.slice(ID.length))], server)
    }
  })
}

function stateOf(id: string, job: Job | undefined, { url, looks }: VendorServer): Reply {
  if (job === undefined) return refusal(404, 'Generation not found')
  if (job.plot === 'endless' || ++job.looks < looks) return { body: { id, state: 'dreaming' } }
  const done = { state: 'completed', assets: { video: `${url}/media/film.mp4` } }
  return { body: { id, ...(ENDS[job.plot] ?? done) } }
}
