import { createHmac } from 'node:crypto'
import { asRecord, type Json } from '#core/json.ts'
import type { VendorConnection } from '#core/provider.ts'
import { callVendor } from '#providers/vendor-call.ts'
import type { Transport, VendorAnswer } from '#providers/vendor-media.ts'
import { refusalProblem, protocolProblem, type Refusal } from '#providers/vendor-problem.ts'

/** `path` is the endpoint that makes the video, and `id` the vendor's id of the job. */
type Job = { path: string; id: string }

/**
 * Calls Kling's own API, in the version whose requests contain the model. Its videos are jobs that
 * end as `{ video: { url, duration }, final_unit_deduction }`. Source: kling.ai/document-api,
 * "Authentication", "Error Codes", "Text to Video", "Image to Video", "Omni" and "Avatar", as
 * public copies of February to October 2026 have them, read on 26 November 2026.
 */
export const klingTransport: Transport = {
  async submit({ path, body }, upstream) {
    const headers = klingHeaders(upstream.apiKey)
    const data = dataOf(
      await callVendor(upstream, path, { method: 'POST', headers, body }),
      upstream
    )
    const { task_id: id } = data
    if (typeof id !== 'string' || id === '') throw protocolProblem()
    return { job: { path, id } }
  },
  async poll(job, upstream) {
    const { path, id } = job as Job
    const headers = klingHeaders(upstream.apiKey)
    const answer = await callVendor(upstream, `${path}/${encodeURIComponent(id)}`, { headers })
    const data = dataOf(answer, upstream)
    const { task_status: status, task_status_msg: message, task_result: result } = data
    if (status === 'succeed' || status === 'succeeded') {
      const [video = null] = [asRecord(result)?.['videos'] ?? []].flat()
      return { status: 'succeeded', answer: { ...data, video } }
    }
    if (status === 'failed') {
      const words = String(message ?? '')
      const refusal = { status: OF_REQUEST.test(words) ? 400 : 500, words, isJson: true }
      return { status: 'failed', problem: refusalProblem(refusal, upstream.apiKey) }
    }
    if (typeof status !== 'string') throw protocolProblem()
    return { status: 'pending' }
  }
}

/** Returns the units that a video has cost, each at the price of Kling's list. */
export function klingUnits({ final_unit_deduction: units }: VendorAnswer): number | undefined {
  const number = typeof units === 'string' && units !== '' ? Number(units) : Number.NaN
  return number >= 0 ? number : undefined
}

/** Words with which a failed job reports that moderation refused it. There is no code for that. */
const OF_REQUEST = /risk control|content security|sensitive|moderat/i

/** HTTP statuses for Kling's error codes, by the first digits of the code. */
const STATUSES: readonly [string, number][] = [
  ['100', 401],
  ['1103', 403],
  ['110', 402],
  ['120', 400],
  ['1300', 400],
  ['1301', 400],
  ['130', 429]
]

/** Reads the refusal in an answer with the status 200; null if there is none. */
export function klingRefusal({ code, message }: VendorAnswer): Refusal | null {
  if (code === 0 || code === undefined) return null
  const [, status = 500] = STATUSES.find(([digits]) => String(code).startsWith(digits)) ?? []
  return { status, words: String(message ?? ''), isJson: true }
}

/**
 * Returns the data of an answer.
 * @throws Problem for a refusal
 */
function dataOf(answer: VendorAnswer, { apiKey }: VendorConnection): Record<string, Json> {
  const refusal = klingRefusal(answer)
  if (refusal !== null) throw refusalProblem(refusal, apiKey)
  return asRecord(answer['data']) ?? {}
}

/**
 * Seconds for which a token is valid, and seconds by which it is valid earlier, since Kling's clock
 * may be behind ours.
 */
const [LATER, EARLIER] = [1800, 5]

/**
 * Returns the headers for an API key, or for an access key and a secret key with a colon between
 * them. The two keys sign a token (JWT, HS256), so the secret never leaves this process.
 */
export function klingHeaders(key: string): Record<string, string> {
  const [access = '', secret] = key.split(':')
  return { authorization: `Bearer ${secret === undefined ? key : tokenOf(access, secret)}` }
}

function tokenOf(access: string, secret: string): string {
  const now = Math.floor(Date.now() / 1000)
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { iss: access, exp: now + LATER, nbf: now - EARLIER }
  ]
  const text = parts.map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
