import { recordAt, asRecord, type Json } from '#core/json.ts'
import type { VendorConnection } from '#core/provider.ts'
import { callVendor } from '#providers/vendor-call.ts'
import type { JobPollResult, Transport, VendorAnswer } from '#providers/vendor-media.ts'
import { refusalProblem, protocolProblem } from '#providers/vendor-problem.ts'

type Job = { id: string }

/**
 * xAI's images, which are in the answer itself, and its videos, which are jobs. Source: docs.x.ai,
 * "Image Generation", "Video Generation" and "Cost Tracking" of 2026, and the package `@ai-sdk/xai`
 * 5.0.12.
 */
export const xaiMedia: Transport = {
  async submit({ path, body }, upstream) {
    const headers = keyed(upstream)
    const answer = await callVendor(upstream, path, { method: 'POST', headers, body })
    if (!path.startsWith('videos/')) return { answer }
    const { request_id: id } = answer
    if (typeof id !== 'string' || id === '') throw protocolProblem()
    return { job: { id } }
  },
  async poll(job, upstream) {
    const { id } = job as Job
    const path = `videos/${encodeURIComponent(id)}`
    const answer = await callVendor(upstream, path, { headers: keyed(upstream) })
    const isDone = answer['status'] === 'done' || asRecord(answer['video'])?.['url'] !== undefined
    if (isDone) return { status: 'succeeded', answer }
    if (answer['status'] === 'failed') return failed(answer, upstream)
    if (answer['status'] === 'expired') return { status: 'failed', problem: protocolProblem() }
    const { progress, status } = answer
    if (status !== undefined && typeof status !== 'string') throw protocolProblem()
    return {
      status: 'pending',
      ...(typeof progress === 'number' && { progress: Math.max(0, Math.min(100, progress)) })
    }
  }
}

/** Ticks per US dollar. xAI reports the cost of an answer in ticks. */
const TICKS = 1e10

/** Returns the dollars that an answer cost, as xAI reports them. */
export function xaiDollars(answer: VendorAnswer): number | undefined {
  const { cost_in_usd_ticks: ticks } = recordAt(answer, 'usage')
  return typeof ticks === 'number' && ticks >= 0 ? ticks / TICKS : undefined
}

function keyed({ apiKey }: VendorConnection): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}

/** Codes of failures that are not the fault of the request. */
const OWN_FAULT: readonly Json[] = ['internal_error', 'service_unavailable']

function failed(answer: VendorAnswer, { apiKey }: VendorConnection): JobPollResult {
  const { code = 'internal_error', message = '' } = asRecord(answer['error']) ?? {}
  const status = OWN_FAULT.includes(code) ? 500 : 400
  const words = `${String(code)} ${String(message)}`
  return { status: 'failed', problem: refusalProblem({ status, words, isJson: true }, apiKey) }
}
