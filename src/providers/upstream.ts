import { nested } from '#core/nested.ts'
import { recordOf, type Json } from '#core/json.ts'
import { isProblemCode, Problem, type ProblemCode } from '#core/problem.ts'
import type { MediaOutput, MediaProvider, MediaSource, Polled, Upstream } from '#core/provider.ts'
import type { Action, Service } from '#core/service.ts'
import { callVendor } from '#providers/vendor-call.ts'
import { strike } from '#providers/vendor-problem.ts'

type Answer = Readonly<Record<string, Json>>

/** What an envelope says beside what was made. */
const ENVELOPE = new Set([
  'success',
  'task_id',
  'trace_id',
  'state',
  'started_at',
  'finished_at',
  'elapsed',
  'warnings',
  'progress',
  'data'
])

/** Failures that are about what was asked for. The troubles that our account has with it are not the person's. */
const TOLD: ReadonlySet<ProblemCode> = new Set([
  'bad_request',
  'forbidden',
  'busy',
  'timeout',
  'canceled',
  'content_too_large',
  'request_too_large'
])

/** Words for an end, one that was none and one that was, of the servers that speak this wire. */
const FAILED = /^(fail|error|cancel|reject)/i
const DONE = /^(succe|complete|finish)/i

/**
 * A service served by somebody who speaks our own wire: another Polymuse, or the hosted API that the wire is from.
 * Work is handed over with `async`, and its task is looked at until it has ended.
 */
export function upstreamMedia({ path, actions = {} }: Pick<Service, 'path' | 'actions'>): MediaProvider {
  return {
    async submit({ runId, action, values }, upstream) {
      const body = {
        ...nested(values),
        async: true,
        trace_id: runId,
        ...(upstream.webhook !== undefined && { callback_url: upstream.webhook })
      }
      const answer = await callVendor(upstream, `${path}/${action}`, {
        method: 'POST',
        headers: { ...keyed(upstream), 'idempotency-key': runId },
        body
      })
      if (answer['success'] === false) throw problemOf(answer, upstream)
      const id = answer['task_id']
      if (typeof id !== 'string' || id === '') throw new Problem('api_error', { detail: 'the vendor took the work without a name for it' })
      return { id, action }
    },
    async poll(reference, upstream) {
      const { id, action } = reference as { id: string; action: string }
      return polledOf(await ofTask(upstream, { action: 'retrieve', id }), actions[action], upstream)
    },
    async cancel(reference, upstream) {
      const { id } = reference as { id: string }
      const answer = await ofTask(upstream, { action: 'cancel', id })
      // That it was asked is all that this says: what cannot be stopped any more is delivered there, and paid for.
      return answer['success'] === true && isCancelled(await ofTask(upstream, { action: 'retrieve', id }))
    }
  }

  function ofTask(upstream: Upstream, body: Answer): Promise<Record<string, Json>> {
    return callVendor(upstream, `${path}/tasks`, { method: 'POST', headers: keyed(upstream), body })
  }
}

function isCancelled(task: Answer): boolean {
  const response = recordOf(task['response'])
  return [task['state'], response?.['state'], response?.['code']].some(word => /^cancel/i.test(String(word ?? '')))
}

function keyed({ apiKey }: Upstream): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}

/**
 * What a task's record says. Servers that speak this wire say that it is over by a time, by a word, or by `success` alone;
 * a word that says that something still goes on counts more than `success`.
 */
function polledOf(task: Answer, action: Action | undefined, upstream: Upstream): Polled {
  const response = recordOf(task['response'])
  const progress = [task['progress'], response?.['progress']].map(Number).find(Number.isFinite)
  const pending: Polled = { status: 'pending', ...(progress !== undefined && { progress }) }
  if (response === null) return pending
  const words = statesIn(response)
  const isFailed =
    response['success'] === false || isError(response['error']) || (words.length > 0 && words.every(word => FAILED.test(word)))
  if (isFailed) return { status: 'failed', problem: problemOf(response, upstream) }
  // Pictures that are still being drawn are shown before they are done.
  const isDrawn = progress === undefined || progress >= 100
  const isOver =
    task['finished_at'] != null || (words.length > 0 ? words.every(word => DONE.test(word)) : response['success'] === true && isDrawn)
  return isOver ? madeOf(response, action) : pending
}

/** What lacks the file that it is about is nothing that was made. */
function madeOf(response: Answer, action: Action | undefined): Polled {
  const { field, as } = action?.shows ?? { field: '', as: 'text' }
  const all = outputsOf(response, action?.envelope ?? 'list')
  const outputs = all.filter(({ files, values }) => (as === 'text' ? Object.keys(values).length > 0 : files[field] !== undefined))
  if (outputs.length > 0 || all.length === 0) return { status: 'succeeded', outputs }
  return { status: 'failed', problem: new Problem('api_error', { detail: `the vendor delivered nothing that has a ${field}` }) }
}

/** What is said of the whole, or else of each of its parts. */
function statesIn(response: Answer): string[] {
  const own = [response['state'], response['status']].filter(each => typeof each === 'string')
  if (own.length > 0) return own
  return [response['data'] ?? []]
    .flat()
    .flatMap(each => recordOf(each)?.['state'] ?? [])
    .map(String)
}

function isError(error: Json | undefined): boolean {
  return error !== undefined && error !== null && error !== ''
}

function problemOf(response: Answer, { apiKey }: Upstream): Problem {
  const error = recordOf(response['error'])
  const code = error?.['code'] ?? response['code']
  const words = String(error?.['message'] ?? response['detail'] ?? response['error'] ?? '')
  const known = isProblemCode(code) && TOLD.has(code) ? code : 'api_error'
  return new Problem(known, {
    detail: `the vendor failed (${isProblemCode(code) ? code : 'no code of ours'})`,
    cause: new Error(strike(words, apiKey))
  })
}

function outputsOf(response: Answer, envelope: 'flat' | 'list' | 'object'): MediaOutput[] {
  const { data } = response
  if (envelope === 'flat' || data === undefined) return [outputOf(Object.entries(response).filter(([name]) => !ENVELOPE.has(name)))]
  return [data ?? []].flat().map(each => outputOf(Object.entries(recordOf(each) ?? {})))
}

/** Addresses are files of the vendor's, which we copy; all else are values. */
function outputOf(entries: readonly (readonly [string, Json])[]): MediaOutput {
  const isFile = ([name, value]: readonly [string, Json]): boolean =>
    isAddressed(name) && [value].flat().every(isAddress) && [value].flat().length > 0
  const files = entries.filter(isFile).map(([name, value]): [string, MediaSource | MediaSource[]] => {
    const sources = [value].flat().map(url => ({ url: String(url) }))
    return [name, Array.isArray(value) ? sources : (sources[0] ?? [])]
  })
  // An address of another kind leads nowhere that we could copy from, or where nobody should be sent.
  const values = entries.filter(([name]) => !isAddressed(name))
  return { values: Object.fromEntries(values), files: Object.fromEntries(files) }
}

function isAddressed(name: string): boolean {
  return /_urls?$/.test(name)
}

function isAddress(value: Json): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}
