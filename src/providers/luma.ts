import { asRecord } from '#core/json.ts'
import type { VendorConnection } from '#core/provider.ts'
import { callVendor } from '#providers/vendor-call.ts'
import type { Transport } from '#providers/vendor-media.ts'
import { refusalProblem, protocolProblem } from '#providers/vendor-problem.ts'

type Job = { id: string }

/**
 * Calls Luma's Dream Machine API. Its videos are jobs that end as `{ id, video: { url } }`. It has
 * Ray 2; Ray 3.2 is only in Luma's newer API, which has its own keys. Source: docs.lumalabs.ai and
 * the package `lumaai`, as public copies have them, read on 26 November 2026.
 */
export const lumaTransport: Transport = {
  async submit({ path, body }, upstream) {
    const headers = keyed(upstream)
    const { id } = await callVendor(upstream, path, { method: 'POST', headers, body })
    if (typeof id !== 'string' || id === '') throw protocolProblem()
    return { job: { id } }
  },
  async poll(job, upstream) {
    const path = `generations/${encodeURIComponent((job as Job).id)}`
    const answer = await callVendor(upstream, path, { headers: keyed(upstream) })
    const { state, failure_reason } = answer
    if (state === 'completed') {
      const url = asRecord(answer['assets'])?.['video'] ?? null
      return { status: 'succeeded', answer: { ...answer, video: { url } } }
    }
    if (state === 'failed') {
      const words = String(failure_reason ?? '')
      const status = OF_REQUEST.test(words) ? 400 : 500
      const problem = refusalProblem({ status, words, isJson: true }, upstream.apiKey)
      return { status: 'failed', problem }
    }
    if (state !== 'queued' && state !== 'dreaming') throw protocolProblem()
    return { status: 'pending' }
  }
}

/** Matches reasons that concern the request: they begin with such a status, or name moderation. */
const OF_REQUEST = /^4\d\d|moderat/i

function keyed({ apiKey }: VendorConnection): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}
