import { asRecord, type Json } from '#core/json.ts'
import type { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import type { VendorRequest } from '#core/vendor.ts'
import { callVendor, rejectPolling } from '#providers/vendor-call.ts'
import type { Transport, VendorAnswer } from '#providers/vendor-media.ts'
import { refusalProblem } from '#providers/vendor-problem.ts'

/**
 * Calls Google's Gemini API, which answers without a queue. Source: ai.google.dev, "Generate
 * content", read on 26 November 2026.
 * @param models Google's model names by catalogue name: Google retires names within a year
 */
export function geminiTransport(models: Readonly<Record<string, string>> = {}): Transport {
  const pathOf = ({ path }: VendorRequest): string =>
    path.replace(/(?<=^models\/)[^:]+/, name => models[name] ?? name)
  return {
    async submit(request, upstream) {
      const said = await callVendor(upstream, pathOf(request), {
        method: 'POST',
        headers: keyed(upstream),
        body: request.body
      })
      return { answer: allowed(said, upstream) }
    },
    poll: rejectPolling
  }
}

function keyed({ apiKey }: VendorConnection): Record<string, string> {
  return { 'x-goog-api-key': apiKey }
}

/**
 * Finish reasons that mean moderation. An image that is missing for another reason is noticed when
 * the outputs are read.
 */
const MODERATED = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION/

/** @throws Problem `forbidden` where moderation refused the prompt or every candidate */
function allowed(answer: VendorAnswer, upstream: VendorConnection): VendorAnswer {
  const blocked = asRecord(answer['promptFeedback'])?.['blockReason']
  const ends = listOf(answer['candidates']).map(each =>
    String(asRecord(each)?.['finishReason'] ?? '')
  )
  const isRefused =
    (blocked !== undefined && blocked !== null) ||
    (ends.length > 0 && ends.every(end => MODERATED.test(end)))
  if (isRefused) throw forbidden([blocked ?? '', ...ends], upstream)
  return answer
}

function forbidden(reasons: readonly Json[], { apiKey }: VendorConnection): Problem {
  return refusalProblem(
    { status: 200, words: `moderation: ${reasons.map(String).join(' ')}`, isJson: true },
    apiKey
  )
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
