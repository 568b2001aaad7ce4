import { recordAt, asRecord, type Json } from '#core/json.ts'
import type { VendorConnection } from '#core/provider.ts'
import { callVendor } from '#providers/vendor-call.ts'
import type { JobPollResult, Transport, VendorAnswer } from '#providers/vendor-media.ts'
import { refusalProblem, protocolProblem, type Refusal } from '#providers/vendor-problem.ts'

/** `look` is the path that returns the state of a video. */
type Job = { look: string }

/**
 * Calls MiniMax. Its videos are jobs that end as `{ video: { url } }`. Speech is in the answer
 * itself, as `{ audio: { url }, duration_ms }`. Source: platform.minimax.io, "Video Generation",
 * "T2A HTTP" and "Error Codes", and MiniMax's `mmx-cli`, as public copies of October 2026 have
 * them, read on 26 November 2026.
 */
export const minimaxTransport: Transport = {
  async submit({ path, body }, upstream) {
    const answer = await accepted(upstream, path, body)
    if (!path.endsWith('video_generation')) return { answer: spoken(answer) }
    const { task_id: id } = answer
    if (typeof id !== 'string' || id === '') throw protocolProblem()
    const query = path.replace('/', '/query/')
    const named = encodeURIComponent(id)
    return {
      job: { look: path.startsWith('v2') ? `${query}/${named}` : `${query}?task_id=${named}` }
    }
  },
  async poll(job, upstream) {
    const answer = await callVendor(upstream, (job as Job).look, { headers: keyed(upstream) })
    const { status, file_id, content, error } = asRecord(answer['task']) ?? answer
    const refusal = minimaxRefusal(answer)
    // For an older video that moderation refused, the whole answer has an error code instead of a
    // state.
    if (ENDS.includes(status ?? null) || refusal?.status === 400)
      return failed(refusal ?? refusalOf(error), upstream)
    if (refusal !== null) throw refusalProblem(refusal, upstream.apiKey)
    if (typeof status !== 'string') throw protocolProblem()
    if (status === 'succeeded') return made(asRecord(content)?.['url'])
    return status === 'Success'
      ? made(await addressOf(String(file_id), upstream))
      : { status: 'pending' }
  }
}

/** The states of videos that have failed. */
const ENDS: readonly Json[] = ['failed', 'cancelled', 'expired', 'Fail', 'Failed']

/** HTTP statuses for MiniMax's error codes. Any other code counts as a failure of MiniMax. */
const STATUSES: Readonly<Record<string, number>> = {
  1002: 429,
  1004: 401,
  1008: 402,
  1026: 400,
  1027: 400,
  1028: 402,
  1030: 402,
  1039: 429,
  1041: 429,
  1042: 400,
  2013: 400,
  2045: 429,
  2049: 401,
  2056: 402,
  2061: 402
}

/** Reads the refusal in an answer with the status 200; null if there is none. */
export function minimaxRefusal(answer: VendorAnswer): Refusal | null {
  const { status_code: code, status_msg: message } = recordAt(answer, 'base_resp')
  return code === undefined || code === 0 ? null : refusalWith(code, message)
}

/** Reads the error of a newer video. */
function refusalOf(error: Json | undefined): Refusal {
  const { code, message } = asRecord(error) ?? {}
  return refusalWith(code, message)
}

function refusalWith(code: unknown, message: unknown): Refusal {
  return { status: STATUSES[String(code)] ?? 500, words: String(message ?? ''), isJson: true }
}

function failed(refusal: Refusal, { apiKey }: VendorConnection): JobPollResult {
  return { status: 'failed', problem: refusalProblem(refusal, apiKey) }
}

function made(url: Json | undefined): JobPollResult {
  return { status: 'succeeded', answer: { video: { url: url ?? null } } }
}

/**
 * Returns the address of an older video. Such a video is a file, and the address is valid for an
 * hour.
 */
async function addressOf(file: string, upstream: VendorConnection): Promise<Json | undefined> {
  const path = `v1/files/retrieve?file_id=${encodeURIComponent(file)}`
  return asRecord((await accepted(upstream, path))['file'])?.['download_url']
}

/**
 * Returns an answer.
 * @throws Problem for a refusal
 */
async function accepted(
  upstream: VendorConnection,
  path: string,
  body?: VendorAnswer
): Promise<VendorAnswer> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await callVendor(upstream, path, { method, headers: keyed(upstream), body })
  const refusal = minimaxRefusal(answer)
  if (refusal !== null) throw refusalProblem(refusal, upstream.apiKey)
  return answer
}

function spoken(answer: VendorAnswer): VendorAnswer {
  const url = asRecord(answer['data'])?.['audio']
  if (typeof url !== 'string' || !URL.canParse(url)) throw protocolProblem()
  const length = asRecord(answer['extra_info'])?.['audio_length'] ?? null
  return { audio: { url }, duration_ms: length }
}

function keyed({ apiKey }: VendorConnection): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}
