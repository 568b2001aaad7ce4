import { recordAt, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import { callVendor } from '#providers/vendor-call.ts'
import { vendorForm } from '#providers/vendor-form.ts'
import type { JobPollResult, Transport } from '#providers/vendor-media.ts'
import { jobProblem, protocolProblem } from '#providers/vendor-problem.ts'

type Job = { id: string }

/** Most characters of a file that a request carries inline: 256 kB in Base64. */
const INSIDE = 340_000

/**
 * Calls Replicate's predictions, which are polled. The path of a request is a model, with or
 * without its version: `owner/name:version`. The answer is the whole prediction, whose result is
 * `output`. Source: replicate.com/docs, "HTTP API", "Prediction lifecycle" and "Input files", as
 * public copies of 2026 have them, and the package `replicate` 1.4.0.
 */
export const replicateTransport: Transport = {
  async submit({ path, body }, upstream) {
    const [model = '', version] = path.split(':')
    const input = await stored(body, upstream)
    const { id } = await callVendor(
      upstream,
      version === undefined ? `models/${model}/predictions` : 'predictions',
      {
        method: 'POST',
        headers: replicateHeaders(upstream),
        body: { input, ...(version !== undefined && { version }) }
      }
    )
    if (typeof id !== 'string' || id === '') throw protocolProblem()
    return { job: { id } }
  },
  async poll(job, upstream) {
    const headers = replicateHeaders(upstream)
    const answer = await callVendor(upstream, pathOf(job), { headers })
    return lookedOf(answer, upstream)
  },
  async cancel(job, upstream) {
    const { status } = await callVendor(upstream, `${pathOf(job)}/cancel`, {
      method: 'POST',
      headers: replicateHeaders(upstream)
    })
    return status === 'canceled' || status === 'aborted'
  }
}

/**
 * Returns the headers for a key. All calls to Replicate need one, even those for the schema of a
 * model.
 */
export function replicateHeaders({
  apiKey
}: Pick<VendorConnection, 'apiKey'>): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}

function pathOf(job: Json): string {
  return `predictions/${encodeURIComponent((job as Job).id)}`
}

function lookedOf(answer: Record<string, Json>, { apiKey }: VendorConnection): JobPollResult {
  switch (answer['status']) {
    case 'starting':
      return { status: 'pending', progress: 0 }
    case 'processing':
      return { status: 'pending' }
    case 'succeeded':
      return { status: 'succeeded', answer }
    case 'failed':
      return { status: 'failed', problem: jobProblem(String(answer['error'] ?? ''), apiKey) }
    case 'canceled':
    case 'aborted':
      return {
        status: 'failed',
        problem: new Problem('canceled', { detail: 'the run was stopped' })
      }
    default:
      throw protocolProblem()
  }
}

/** Uploads files that are too large for a request. Replicate keeps them for a day. */
async function stored(
  body: Readonly<Record<string, Json>>,
  upstream: VendorConnection
): Promise<Record<string, Json>> {
  const entries = Object.entries(body).map(async ([name, value]) => {
    const whole = Array.isArray(value)
      ? await Promise.all(value.map(each => storedFile(each, upstream)))
      : await storedFile(value, upstream)
    return [name, whole] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function storedFile(value: Json, upstream: VendorConnection): Promise<Json> {
  const isLarge = typeof value === 'string' && value.startsWith('data:') && value.length > INSIDE
  if (!isLarge) return value
  const answer = await callVendor(upstream, 'files', {
    method: 'POST',
    headers: replicateHeaders(upstream),
    body: vendorForm({ content: value })
  })
  const { get } = recordAt(answer, 'urls')
  if (typeof get !== 'string') throw protocolProblem()
  return get
}
