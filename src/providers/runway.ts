import { recordAt } from '#core/json.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import { callVendor } from '#providers/vendor-call.ts'
import type { Transport, VendorAnswer } from '#providers/vendor-media.ts'
import { refusalProblem, protocolProblem } from '#providers/vendor-problem.ts'

type Job = { id: string }

/**
 * Calls Runway. Its videos are jobs that end as `{ video: { url }, cost: { credits } }`. It also
 * sells models of other makers. Source: docs.dev.runwayml.com, "Errors", and the package
 * `@runwayml/sdk` 4.20.1, read on 26 November 2026.
 */
export const runwayTransport: Transport = {
  async submit({ path, body }, upstream) {
    const headers = runwayHeaders(upstream.apiKey)
    const { id } = await callVendor(upstream, path, { method: 'POST', headers, body })
    if (typeof id !== 'string' || id === '') throw protocolProblem()
    return { job: { id } }
  },
  async poll(job, upstream) {
    const path = `v1/tasks/${encodeURIComponent((job as Job).id)}`
    const answer = await callVendor(upstream, path, { headers: runwayHeaders(upstream.apiKey) })
    const { status, output, progress, failure, failureCode } = answer
    switch (status) {
      case 'SUCCEEDED': {
        const [url = null] = [output ?? []].flat()
        return { status: 'succeeded', answer: { ...answer, video: { url } } }
      }
      case 'FAILED':
      case 'CANCELLED': {
        const words = `${String(failureCode ?? '')} ${String(failure ?? '')}`
        const refusal = { status: OF_REQUEST.test(words) ? 400 : 500, words, isJson: true }
        return { status: 'failed', problem: refusalProblem(refusal, upstream.apiKey) }
      }
      case 'RUNNING':
        return {
          status: 'pending',
          ...(typeof progress === 'number' && {
            progress: Math.min(1, Math.max(0, progress)) * 100
          })
        }
      case 'PENDING':
      case 'THROTTLED':
        return { status: 'pending' }
      default:
        throw protocolProblem()
    }
  }
}

/** Codes of failures that concern the request. */
const OF_REQUEST = /SAFETY|ASSET\.INVALID|INPUT_VALIDATION/

/** The version of the API that this transport speaks. */
const VERSION = '2024-11-06'

export function runwayHeaders(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'x-runway-version': VERSION }
}

/**
 * The dollars of a unit, which is a credit: "API Pricing & Costs", 2026. Runway reports credits.
 */
const CREDIT = { unit: 0.01 } as const

export const RUNWAY_COSTS: VendorCosts = {
  'v1/text_to_video': CREDIT,
  'v1/image_to_video': CREDIT
}

/** Returns the credits that a video has cost. */
export function runwayCredits(answer: VendorAnswer): number | undefined {
  const { credits } = recordAt(answer, 'cost')
  return typeof credits === 'number' && credits >= 0 ? credits : undefined
}
