import { PICTURE } from './vendor-files.ts'
import { startVendorServer, type Reply, type VendorServer } from './vendor-server.ts'

function refusal(status: number, detail: string): Reply {
  return { status, body: { detail } }
}

const REFUSALS: Readonly<Record<string, Reply>> = {
  refused: refusal(422, 'ensure this value is greater than 0'),
  large: refusal(413, 'Request Entity Too Large'),
  retired: refusal(404, 'Not Found'),
  overloaded: refusal(503, 'Service Unavailable'),
  hurried: refusal(429, 'Too Many Requests'),
  failed: { status: 500, body: { error: 'OutOfMemoryError', errors: 'CUDA out of memory.' } },
  moderated: refusal(400, 'NSFW content detected')
}

/** Starts a fake server with the API of Automatic1111's web UI. */
export function startA1111Server(): Promise<VendorServer> {
  // The job that runs until it is interrupted.
  let running: { id: unknown; stop: (reply: Reply) => void } | null = null
  return startVendorServer({
    keyOf: ({ authorization = '' }) =>
      Buffer.from(authorization.replace('Basic ', ''), 'base64').toString(),
    keys: {
      unknown: refusal(401, 'Incorrect username or password'),
      empty: refusal(402, 'Payment Required')
    },
    refusals: REFUSALS,
    answer({ path, plot, body }) {
      if (path === '/internal/progress')
        return { body: { active: running !== null && running.id === body['id_task'] } }
      if (path === '/sdapi/v1/interrupt') {
        running?.stop({ body: { images: [PICTURE.toString('base64')], info: '{}' } })
        return { body: {} }
      }
      if (path !== '/sdapi/v1/txt2img' && path !== '/sdapi/v1/img2img')
        return refusal(404, 'Not Found')
      if (plot === 'endless')
        return new Promise<Reply>(stop => {
          running = { id: body['force_task_id'], stop }
        })
      const bytes = plot === 'garbage' ? Buffer.from('no image') : PICTURE
      const overview = plot === 'overview' ? 1 : 0
      const count = Number(body['batch_size']) + overview
      const images = Array.from({ length: count }, () => bytes.toString('base64'))
      return { body: { images, parameters: body, info: '{"seed":7,"all_seeds":[7,8]}' } }
    }
  })
}
