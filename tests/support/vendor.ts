import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json, MediaProvider, VendorConnection } from '#core/provider.ts'
import { Problem } from '#core/problem.ts'
import type { TaskKinds } from '#servers/api/tasks/kind.ts'

/** The course of a job. The prompt selects it. */
type Plot =
  | 'plain'
  | 'never'
  | 'late'
  | 'fails'
  | 'refuses'
  | 'busy'
  | 'half'
  | 'stubborn'
  | 'dead'
  | 'words'
  | 'gone'
  | 'tomorrow'
type Job = { id: string; runId: string; plot: Plot; polls: number; cancelled: boolean }

/** A fake vendor with a queue of jobs on a free port. It records all submissions. */
export type Vendor = {
  url: string
  host: string
  jobs: Job[]
  submissions: string[]
  close(): Promise<void>
  deliverLate: boolean
}

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

export async function startVendor(): Promise<Vendor> {
  const jobs: Job[] = []
  const vendor = {
    url: '',
    host: '',
    jobs,
    submissions: [] as string[],
    deliverLate: false,
    close: () => close()
  }
  const busy = new Set<string>()
  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const [, what = '', id = ''] = (request.url ?? '').split('/')
    if (what === 'words')
      return void response
        .writeHead(200, { 'content-type': 'image/png' })
        .end('{"error":"expired"}')
    if (what === 'gone') return void response.writeHead(410).end('gone')
    if (what === 'media')
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
    if (request.method === 'POST') {
      const { runId, prompt } = JSON.parse(await bodyOf(request)) as {
        runId: string
        prompt: string
      }
      const plot = prompt as Plot
      vendor.submissions.push(runId)
      if (plot === 'refuses') return json(400, { error: 'no' })
      if (plot === 'busy' && !busy.has(runId))
        return void (busy.add(runId), json(429, { error: 'wait' }))
      jobs.push({ id: `job-${jobs.length}`, runId, plot, polls: 0, cancelled: false })
      return json(200, { id: jobs.at(-1)?.id })
    }
    const job = jobs.find(each => each.id === id)
    if (job === undefined) return json(404, {})
    if (request.method === 'DELETE') {
      job.cancelled = job.plot !== 'stubborn'
      return json(job.cancelled ? 200 : 409, {})
    }
    job.polls++
    json(200, stateOf(job))
  })

  function stateOf({ plot, polls }: Job): unknown {
    if (plot === 'fails') return { status: 'failed' }
    if (plot === 'tomorrow') return { status: 'later' }
    if (plot === 'never' || (plot === 'late' && !vendor.deliverLate))
      return { status: 'pending', progress: 10 }
    if (polls < 3 && plot !== 'late') return { status: 'pending', progress: polls * 30 }
    const file = `${vendor.url}/${plot === 'dead' ? 'nowhere' : plot === 'words' || plot === 'gone' ? plot : 'media/x.png'}`
    return { status: 'done', outputs: Array.from({ length: plot === 'half' ? 2 : 4 }, () => file) }
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  vendor.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  vendor.url = `http://${vendor.host}`
  return vendor

  function close(): Promise<void> {
    server.closeAllConnections()
    return new Promise(resolve => server.close(() => resolve()))
  }
}

/** The price of a task in micro-credits (for four images), and its deadline in milliseconds. */
export const PRICE = 1_000_000
export const DEADLINE = 60_000

/** Declares the vendor as the catalogue would, under the name of an existing service. */
export function vendorKinds(vendor: Pick<Vendor, 'url'>): TaskKinds {
  const kind = {
    service: 'flux',
    action: 'images',
    provider: () => 'vendor',
    fund: 'sandbox',
    deadline: DEADLINE,
    envelope: 'list'
  } as const
  const upstream = { fetch: globalThis.fetch, baseURL: vendor.url, apiKey: '' }
  return {
    load: async () => undefined,
    find: (service, action) =>
      service === 'flux' && action === 'images'
        ? { ...kind, price: () => PRICE, outputs: () => 4 }
        : null,
    provider: name => (name === 'vendor' ? { media: vendorProvider, upstream } : null)
  }
}

const vendorProvider: MediaProvider = {
  async submit({ runId, values }, upstream) {
    const answer = await call(upstream, '/jobs', {
      method: 'POST',
      body: JSON.stringify({ runId, prompt: values['prompt'] })
    })
    return { id: String((answer as { id: string }).id) }
  },
  async poll(reference, upstream) {
    const answer = (await call(upstream, `/jobs/${idOf(reference)}`)) as {
      status: string
      progress?: number
      outputs?: string[]
    }
    if (answer.status === 'failed')
      return { status: 'failed', problem: new Problem('forbidden', { detail: 'refused' }) }
    if (answer.status === 'later') throw new Problem('busy', { retryAfter: 86_400 })
    if (answer.status === 'pending') return { status: 'pending', progress: answer.progress }
    return {
      status: 'succeeded',
      outputs: (answer.outputs ?? []).map(url => ({
        values: { prompt: 'p' },
        files: { image_url: { url } }
      }))
    }
  },
  async cancel(reference, upstream) {
    return (
      await upstream.fetch(`${upstream.baseURL}/jobs/${idOf(reference)}`, { method: 'DELETE' })
    ).ok
  }
}

async function call(
  { fetch, baseURL, signal }: VendorConnection,
  path: string,
  init: RequestInit = {}
): Promise<unknown> {
  const answer = await fetch(baseURL + path, { ...init, signal })
  if (answer.status === 429) throw new Problem('busy')
  if (!answer.ok)
    throw new Problem('bad_request', { detail: `the vendor answered ${answer.status}` })
  return answer.json()
}

function idOf(reference: Json): string {
  return String((reference as { id: string }).id)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
