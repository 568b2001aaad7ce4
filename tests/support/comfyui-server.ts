import { PICTURE } from './vendor-files.ts'
import {
  startVendorServer,
  type Reply,
  type VendorCall,
  type VendorServer
} from './vendor-server.ts'

function refusal(status: number, detail: string): Reply {
  return { status, body: { detail } }
}

/**
 * Builds the refusal of a workflow, with an error of the workflow and an error of one of its nodes.
 */
function invalid(type: string, message: string, more: object = {}): Reply {
  const error = { type, message, details: '', extra_info: more }
  const whole = {
    type: 'prompt_outputs_failed_validation',
    message: 'Prompt outputs failed validation',
    details: '',
    extra_info: {}
  }
  return { status: 400, body: { error: whole, node_errors: { model: { errors: [error] } } } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: invalid('value_bigger_than_max', 'Value 99999 bigger than max of 16384'),
  large: refusal(413, 'Maximum request body size 104857600 exceeded'),
  // The list contains names of the server's files. Words in these names say nothing about the
  // request.
  retired: invalid('value_not_in_list', 'Value not in list', {
    input_config: [['nsfw_quota.safetensors'], {}]
  }),
  overloaded: refusal(503, 'Service Unavailable'),
  hurried: refusal(429, 'Too Many Requests'),
  failed: { status: 500, body: '500 Internal Server Error' },
  moderated: invalid('custom_validation_failed', 'NSFW content detected')
}

/** The history entries of jobs that do not succeed, by plot. */
const ENDS: Readonly<Record<string, object>> = {
  job_fails: errorOf('execution_error', {
    exception_type: 'torch.OutOfMemoryError',
    exception_message: 'Allocation on device'
  }),
  job_stopped: errorOf('execution_interrupted', {}),
  job_bare: { outputs: {}, status: { status_str: 'success', completed: true, messages: [] } }
}

function errorOf(event: string, data: object): object {
  const messages = [
    ['execution_start', {}],
    [event, data]
  ]
  return { outputs: {}, status: { status_str: 'error', completed: false, messages } }
}

type Job = { id: string; call: VendorCall; looks: number }

/** A fake server with ComfyUI. `jobs` are all submitted jobs; `waits` keeps them in the queue. */
export type ComfyuiServer = VendorServer & { jobs: Job[]; waits: boolean }

/** Starts a fake server with ComfyUI's routes for workflows. */
export async function startComfyuiServer(): Promise<ComfyuiServer> {
  const jobs: Job[] = []
  const server = await startVendorServer({
    keyOf: ({ authorization = '' }) =>
      Buffer.from(authorization.replace('Basic ', ''), 'base64').toString(),
    keys: {
      unknown: refusal(401, 'Incorrect username or password'),
      empty: refusal(402, 'Payment Required')
    },
    refusals: REFUSALS,
    answer(call) {
      const { path, method } = call
      if (path === '/system_stats') return { body: { system: {}, devices: [] } }
      if (path.startsWith('/view?')) return { file: PICTURE, type: 'image/png' }
      if (path.startsWith('/history/')) return historyOf(path.slice('/history/'.length))
      if (path === '/queue' && method === 'GET') return queue()
      if (path === '/queue' || path === '/interrupt') return { file: Buffer.from(''), type: '' }
      if (path !== '/prompt') return refusal(404, 'Not Found')
      const id = crypto.randomUUID()
      jobs.push({ id, call, looks: 0 })
      return { body: { prompt_id: id, number: jobs.length, node_errors: {} } }
    }
  })
  const comfyui: ComfyuiServer = Object.assign(server, { jobs, waits: false })
  return comfyui

  function queue(): Reply {
    const present = jobs.filter(
      job =>
        job.call.plot === 'endless' || (job.call.plot !== 'job_lost' && ++job.looks < comfyui.looks)
    )
    const entries = present.map(({ id }, at) => [at, id, {}, {}, []])
    return {
      body: {
        queue_running: comfyui.waits ? [] : entries,
        queue_pending: comfyui.waits ? entries : []
      }
    }
  }

  function historyOf(id: string): Reply {
    const job = jobs.find(each => each.id === id)
    if (job === undefined || job.call.plot === 'job_lost') return { body: {} }
    const count = /"batch_size":(\d+)/.exec(job.call.text)?.[1] ?? 1
    const images = Array.from({ length: Number(count) }, (_, at) => ({
      filename: `muse_${at}.png`,
      subfolder: '',
      type: 'temp'
    }))
    const done = {
      outputs: { shown: { images } },
      status: { status_str: 'success', completed: true, messages: [] }
    }
    return { body: { [id]: ENDS[job.call.plot] ?? done } }
  }
}
