import { createFalClient, type FalClient } from '@fal-ai/client'
import { isRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import { readJson, retryAfter } from '#providers/vendor-call.ts'
import type { JobPollResult, Transport, VendorAnswer } from '#providers/vendor-media.ts'
import {
  AccountProblem,
  refusalProblem,
  protocolProblem,
  type Refusal
} from '#providers/vendor-problem.ts'

/** The address of fal's queue, which is built into its client. */
export const FAL_QUEUE = 'https://queue.fal.run'

/** The address of the storage for inputs, which is also built into the client. */
const STORAGE = 'https://rest.fal.ai'

/** Most characters of an image that a request carries inline. Audio and video are never inline. */
const INSIDE = 1_000_000

/** We copy each result immediately, so fal need not keep it. */
const KEPT = { expiresIn: '1d' } as const

/**
 * The header in which fal reports how many units of a result it bills, in the units of its price.
 */
const UNITS = 'x-fal-billable-units'

/** No task bills more units than this, such as megapixels or seconds. */
const MOST_UNITS = 100_000

type Job = { endpoint: string; id: string }

/**
 * Calls fal's queue through fal's own client. Source: docs.fal.ai, "Queue" and "Errors", read on 26
 * November 2026, and the package `@fal-ai/client` 1.10.1.
 */
export const falTransport: Transport = {
  async submit({ path, body }, upstream) {
    const input = stored(body) as Record<string, unknown>
    const { webhook: webhookUrl } = upstream
    const options = {
      input,
      storageSettings: KEPT,
      ...(webhookUrl !== undefined && { webhookUrl })
    }
    const given = await said(upstream, fal => fal.queue.submit(path, options))
    if (typeof given['request_id'] !== 'string') throw protocolProblem()
    return { job: { endpoint: path, id: given['request_id'] } }
  },
  async poll(job, upstream) {
    const { endpoint, id: requestId } = job as Job
    const { status, error, error_type } = await said(upstream, fal =>
      fal.queue.status(endpoint, { requestId, abortSignal: upstream.signal })
    )
    if (status === 'IN_QUEUE') return { status: 'pending', progress: 0 }
    if (status !== 'COMPLETED') return { status: 'pending' }
    const got = await asked(upstream, fal =>
      fal.queue.result(endpoint, { requestId, abortSignal: upstream.signal })
    )
    if ('refusal' in got) return refused(got.refusal, upstream)
    const { data } = got.said as { data: Json }
    if (typeof error === 'string')
      return failed(
        { status: 500, words: `${error} ${String(error_type ?? '')}`, isJson: true },
        upstream
      )
    // A text instead of JSON comes from a gateway.
    if (typeof data === 'string') throw protocolProblem()
    return isRecord(data)
      ? { status: 'succeeded', answer: data, ...(got.units !== undefined && { units: got.units }) }
      : { status: 'failed', problem: protocolProblem() }
  },
  async cancel(job, upstream) {
    const { endpoint, id: requestId } = job as Job
    const got = await asked(upstream, fal =>
      fal.queue.cancel(endpoint, { requestId, abortSignal: upstream.signal })
    )
    return 'said' in got
  }
}

/**
 * Reads a failed job, which answers with an error status of its own. A gateway's error says nothing
 * about the job, so it is thrown.
 */
function refused(refusal: Refusal, upstream: VendorConnection): JobPollResult {
  const problem = refusalProblem(refusal, upstream.apiKey)
  if (!refusal.isJson || problem instanceof AccountProblem) throw problem
  return { status: 'failed', problem }
}

function failed(refusal: Refusal, { apiKey }: VendorConnection): JobPollResult {
  return { status: 'failed', problem: refusalProblem(refusal, apiKey) }
}

type Asked = { said: unknown; units?: number | undefined } | { refusal: Refusal }

async function said(
  upstream: VendorConnection,
  ask: (fal: FalClient) => Promise<unknown>
): Promise<Record<string, Json>> {
  const got = await asked(upstream, ask)
  if ('refusal' in got) throw refusalProblem(got.refusal, upstream.apiKey)
  if (!isRecord(got.said as Json)) throw protocolProblem()
  return got.said as Record<string, Json>
}

/**
 * Makes one call through fal's client. The client would retry failures. To prevent that, we record
 * the failure and make the client see an abort.
 */
async function asked(
  upstream: VendorConnection,
  ask: (fal: FalClient) => Promise<unknown>
): Promise<Asked> {
  let refusal: Refusal | undefined
  let thrown: unknown
  let units: number | undefined
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    try {
      const answer = await upstream.fetch(addressOf(input, upstream), {
        ...init,
        redirect: 'error',
        signal: upstream.signal
      })
      const { text, json } = await readJson(answer)
      if (answer.ok) {
        units = unitsIn(answer)
        return new Response(text, { headers: answer.headers })
      }
      // fal describes errors in a JSON object. Plain text comes from a gateway in between.
      refusal = {
        status: answer.status,
        words: isRecord(json) ? wordsOf(json) : '',
        isJson: isRecord(json),
        ...retryAfter(answer)
      }
    } catch (cause) {
      thrown =
        cause instanceof Problem || upstream.signal.aborted
          ? cause
          : new Problem('api_error', { detail: 'the vendor cannot be reached', cause })
    }
    throw new DOMException('kept', 'AbortError')
  }
  try {
    const answer = await ask(createFalClient({ credentials: upstream.apiKey, fetch }))
    return { said: answer, units }
  } catch (error) {
    if (refusal !== undefined) return { refusal }
    throw thrown ?? protocolProblem(error)
  }
}

/** Reads the billed units. A value that no bill can have counts as not given. */
function unitsIn({ headers }: Response): number | undefined {
  const units = Number(headers.get(UNITS) ?? Number.NaN)
  return Number.isFinite(units) && units >= 0 && units <= MOST_UNITS ? units : undefined
}

/** A configured address that differs from fal's queue also replaces the storage address. */
function addressOf(input: RequestInfo | URL, { baseURL }: VendorConnection): string {
  const address = input instanceof Request ? input.url : String(input)
  if (address.startsWith(`${FAL_QUEUE}/`)) return baseURL + address.slice(FAL_QUEUE.length)
  return baseURL !== FAL_QUEUE && address.startsWith(`${STORAGE}/`)
    ? baseURL + address.slice(STORAGE.length)
    : address
}

/**
 * Turns large files into blobs: the client uploads blobs to fal's storage before it sends the
 * request.
 */
function stored(value: Json): unknown {
  if (typeof value === 'string') return isInside(value) ? value : blobOf(value)
  if (Array.isArray(value)) return value.map(stored)
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, stored(each)]))
    : value
}

function isInside(value: string): boolean {
  return !value.startsWith('data:') || (value.startsWith('data:image/') && value.length <= INSIDE)
}

function blobOf(address: string): Blob {
  const comma = address.indexOf(',')
  const type = address.slice('data:'.length, comma).replace(/;base64$/, '')
  return new Blob([Buffer.from(address.slice(comma + 1), 'base64')], { type })
}

/**
 * Collects the words of a refusal. fal also repeats the input in it, but the words of the input
 * must not count.
 */
function wordsOf({ detail, message, error, error_type, status }: VendorAnswer): string {
  const details = [detail ?? []]
    .flat()
    .flatMap(each => (isRecord(each) ? [each['msg'], each['type'], each['loc']].flat() : [each]))
  return [...details, message, error, error_type, status]
    .filter(each => typeof each === 'string')
    .join(' ')
}
