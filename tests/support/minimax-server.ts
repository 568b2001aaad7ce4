import { SAMPLES } from './files.ts'
import { FILM } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

/** Builds a refusal of the older API, which has the status 200 and a code. */
function code(status_code: number, status_msg: string): Reply {
  return { body: { base_resp: { status_code, status_msg } } }
}

function refusal(status: number, type: string, message: string): Reply {
  return { status, body: { type: 'error', error: { type, message, http_code: String(status) } } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: code(2013, 'invalid params, prompt is too long'),
  large: refusal(413, 'bad_request_error', 'request body too large'),
  retired: refusal(400, 'bad_request_error', 'invalid params, model not found (2013)'),
  overloaded: refusal(529, 'overloaded_error', 'overloaded, please retry later'),
  hurried: code(1002, 'rate limit, please retry later'),
  failed: code(1000, 'unknown error'),
  moderated: code(1026, 'video description contains sensitive content'),
  soundless: { body: { data: { status: 2 }, base_resp: { status_code: 0 } } }
}

/** The responses of the older API about videos that fail, by plot. */
const ENDS: Readonly<Record<string, Reply>> = {
  job_fails: { body: { status: 'Fail', base_resp: { status_code: 0 } } },
  job_invalid: code(2013, 'invalid params, the image is broken'),
  job_moderated: code(1027, 'output new_sensitive')
}

/** The responses of the newer API about videos that fail, by plot. */
const NEWER_ENDS: Readonly<Record<string, unknown>> = {
  job_fails: { status: 'failed', error: { code: '1000', message: 'internal error' } },
  job_moderated: { status: 'failed', error: { code: '1026', message: 'sensitive content' } },
  job_expired: { status: 'cancelled' }
}

type Job = { plot: string; looks: number }

const FINE = { status_code: 0, status_msg: 'success' }

/**
 * Starts a fake MiniMax. Videos of both APIs are jobs, which clients poll; speech is in the
 * response itself.
 */
export function startMinimaxServer(): Promise<VendorServer> {
  const jobs: Job[] = []
  return startVendorServer({
    keyOf: headers => String(headers.authorization).replace('Bearer ', ''),
    keys: {
      unknown: code(2049, 'invalid api key'),
      empty: code(1008, 'insufficient balance')
    },
    refusals: REFUSALS,
    answer(call, server) {
      const { pathname, searchParams } = new URL(call.path, server.url)
      if (pathname === '/media/film.mp4') return { file: FILM, type: 'video/mp4' }
      if (pathname === '/media/speech.mp3')
        return { file: Buffer.from(SAMPLES['audio/mpeg'] ?? []), type: 'audio/mpeg' }
      if (pathname === '/v2/query/video_generation') return { body: { items: [], total: 0 } }
      if (pathname === '/v1/t2a_v2') return speech(server)
      if (pathname === '/v1/files/retrieve')
        return { body: { file: { download_url: `${server.url}/media/film.mp4` }, base_resp: FINE } }
      if (pathname.endsWith('/video_generation') && call.method === 'POST') {
        jobs.push({ plot: call.plot, looks: 0 })
        return { body: { task_id: String(jobs.length - 1), base_resp: FINE } }
      }
      const id = pathname.startsWith('/v2/')
        ? pathname.split('/').at(-1)
        : searchParams.get('task_id')
      return stateOf(jobs[Number(id)], pathname.startsWith('/v2/'), server)
    }
  })
}

function speech({ url }: VendorServer): Reply {
  const data = { audio: `${url}/media/speech.mp3`, status: 2 }
  return { body: { data, extra_info: { audio_length: 1500 }, base_resp: FINE } }
}

function stateOf(job: Job | undefined, isNewer: boolean, { url, looks }: VendorServer): Reply {
  if (job === undefined) return refusal(400, 'bad_request_error', 'invalid task_id (2013)')
  const { plot } = job
  const isPending = plot === 'endless' || ++job.looks < looks
  if (isNewer) {
    const done = { status: 'succeeded', content: { url: `${url}/media/film.mp4` } }
    return { body: { task: isPending ? { status: 'running' } : (NEWER_ENDS[plot] ?? done) } }
  }
  if (isPending) return { body: { status: 'Processing', base_resp: FINE } }
  return ENDS[plot] ?? { body: { status: 'Success', file_id: '176844028768320', base_resp: FINE } }
}
