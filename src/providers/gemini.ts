import { recordOf, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { Upstream } from '#core/provider.ts'
import type { VendorRequest } from '#core/vendor.ts'
import { callVendor } from '#providers/vendor-call.ts'
import type { Looked, Transport, VendorAnswer } from '#providers/vendor-media.ts'
import { refusalProblem } from '#providers/vendor-problem.ts'

/**
 * Google's Gemini API. `models/…:generateContent` answers directly. `models/…:predictLongRunning`
 * names an operation, which we poll until it is done. Source: ai.google.dev, "Generate content" and
 * "Operations".
 * @param models Google's model names by catalogue name: Google retires names within a year
 */
export function geminiTransport(models: Readonly<Record<string, string>> = {}): Transport {
  const pathOf = ({ path }: VendorRequest): string =>
    path.replace(/(?<=^models\/)[^:]+/, name => models[name] ?? name)
  return {
    async submit(request, upstream) {
      const path = pathOf(request)
      const said = await callVendor(upstream, path, {
        method: 'POST',
        headers: keyed(upstream),
        body: request.body
      })
      const answer = allowed(said, upstream)
      const { name } = answer
      if (!path.endsWith(':predictLongRunning')) return { answer }
      if (typeof name === 'string' && name !== '') return { job: name }
      throw new Problem('api_error', { detail: 'the vendor took the work without a name for it' })
    },
    async poll(job, upstream) {
      return lookedOf(
        await callVendor(upstream, String(job), { headers: keyed(upstream) }),
        upstream
      )
    },
    opens: keyed
  }
}

function keyed({ apiKey }: Upstream): Record<string, string> {
  return { 'x-goog-api-key': apiKey }
}

/**
 * Finish reasons that mean moderation. An image that is missing for another reason is noticed when
 * the outputs are read.
 */
const MODERATED = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/

/** @throws Problem `forbidden` where moderation refused the prompt or every candidate */
function allowed(answer: VendorAnswer, upstream: Upstream): VendorAnswer {
  const blocked = recordOf(answer['promptFeedback'])?.['blockReason']
  const ends = listOf(answer['candidates']).map(each =>
    String(recordOf(each)?.['finishReason'] ?? '')
  )
  const isRefused =
    (blocked !== undefined && blocked !== null) ||
    (ends.length > 0 && ends.every(end => MODERATED.test(end)))
  if (isRefused) throw forbidden([blocked ?? '', ...ends], upstream)
  return answer
}

function lookedOf(operation: VendorAnswer, upstream: Upstream): Looked {
  if (operation['done'] !== true) return { status: 'pending' }
  const error = recordOf(operation['error'])
  if (error !== null) return { status: 'failed', problem: failureOf(error, upstream) }
  const answer = recordOf(operation['response']) ?? {}
  const video = recordOf(answer['generateVideoResponse']) ?? {}
  const isFiltered =
    Number(video['raiMediaFilteredCount'] ?? 0) > 0 &&
    listOf(video['generatedSamples']).length === 0
  return isFiltered
    ? { status: 'failed', problem: forbidden(listOf(video['raiMediaFilteredReasons']), upstream) }
    : { status: 'succeeded', answer }
}

function forbidden(reasons: readonly Json[], { apiKey }: Upstream): Problem {
  return refusalProblem(
    { status: 200, words: `moderation: ${reasons.map(String).join(' ')}`, isJson: true },
    apiKey
  )
}

/**
 * Operations fail with gRPC codes. This maps those codes that mean more than "failed" to the HTTP
 * status with the same meaning.
 */
const STATUS: Readonly<Record<number, number>> = {
  3: 400,
  5: 404,
  7: 403,
  8: 429,
  9: 400,
  14: 503,
  16: 401
}

function failureOf({ code, message }: VendorAnswer, { apiKey }: Upstream): Problem {
  return refusalProblem(
    { status: STATUS[Number(code)] ?? 500, words: String(message ?? ''), isJson: true },
    apiKey
  )
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
