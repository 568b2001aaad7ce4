import { nestValues } from '#core/nested.ts'
import { asRecord, type Json } from '#core/json.ts'
import { isProblemCode, Problem, type ProblemCode } from '#core/problem.ts'
import type {
  MediaOutput,
  MediaProvider,
  MediaSource,
  PollResult,
  VendorConnection
} from '#core/provider.ts'
import type { Action, Service } from '#core/service.ts'
import { callVendor } from '#providers/vendor-call.ts'
import { redactKeys } from '#providers/vendor-problem.ts'

type Answer = Readonly<Record<string, Json>>

/** Fields of a response that describe the task, not its result. */
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

/**
 * Failures that concern the request itself, so the user sees them. Problems between our account and
 * the upstream are not shown.
 */
const TOLD: ReadonlySet<ProblemCode> = new Set([
  'bad_request',
  'forbidden',
  'busy',
  'timeout',
  'canceled',
  'content_too_large',
  'request_too_large'
])

/** Words that servers of this protocol use for a failed end and for a successful one. */
const FAILED = /^(fail|error|cancel|reject)/i
const DONE = /^(succe|complete|finish)/i

/**
 * Serves a service through another server that speaks our own protocol: another Polymuse, or the
 * hosted API that the protocol comes from. It submits work with `async` and polls the task until it
 * has ended. Source: our own API description, `/openapi.json`, November 2026.
 */
export function createUpstreamMedia({
  path,
  actions = {}
}: Pick<Service, 'path' | 'actions'>): MediaProvider {
  return {
    async submit({ runId, action, values }, upstream) {
      const body = {
        ...nestValues(values),
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
      if (typeof id !== 'string' || id === '')
        throw new Problem('api_error', { detail: 'the vendor accepted the job without an id' })
      return { id, action }
    },
    async poll(reference, upstream) {
      const { id, action } = reference as { id: string; action: string }
      return polledOf(await ofTask(upstream, { action: 'retrieve', id }), actions[action], upstream)
    },
    async cancel(reference, upstream) {
      const { id } = reference as { id: string }
      const answer = await ofTask(upstream, { action: 'cancel', id })
      // The answer says only that the cancel was requested. Work that can no longer be canceled is
      // delivered and charged by the other server.
      return (
        answer['success'] === true &&
        isCancelled(await ofTask(upstream, { action: 'retrieve', id }))
      )
    }
  }

  function ofTask(upstream: VendorConnection, body: Answer): Promise<Record<string, Json>> {
    return callVendor(upstream, `${path}/tasks`, { method: 'POST', headers: keyed(upstream), body })
  }
}

function isCancelled(task: Answer): boolean {
  const response = asRecord(task['response'])
  return [task['state'], response?.['state'], response?.['code']].some(word =>
    /^cancel/i.test(String(word ?? ''))
  )
}

function keyed({ apiKey }: VendorConnection): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` }
}

/**
 * Interprets a task record. Servers of this protocol report the end with a time, with a state word,
 * or with `success` alone. A state word for work in progress outweighs `success`.
 */
function polledOf(
  task: Answer,
  action: Action | undefined,
  upstream: VendorConnection
): PollResult {
  const response = asRecord(task['response'])
  const progress = [task['progress'], response?.['progress']].map(Number).find(Number.isFinite)
  const pending: PollResult = { status: 'pending', ...(progress !== undefined && { progress }) }
  if (response === null) return pending
  const words = statesIn(response)
  const isFailed =
    response['success'] === false ||
    isError(response['error']) ||
    (words.length > 0 && words.every(word => FAILED.test(word)))
  if (isFailed) return { status: 'failed', problem: problemOf(response, upstream) }
  // Some servers show an image while it is still being drawn.
  const isDrawn = progress === undefined || progress >= 100
  const isOver =
    task['finished_at'] != null ||
    (words.length > 0
      ? words.every(word => DONE.test(word))
      : response['success'] === true && isDrawn)
  return isOver ? madeOf(response, action) : pending
}

/** Drops outputs without the file that the action promises. */
function madeOf(response: Answer, action: Action | undefined): PollResult {
  const { field, as } = action?.shows ?? { field: '', as: 'text' }
  const all = outputsOf(response, action?.envelope ?? 'list')
  const outputs = all.filter(({ files, values }) =>
    as === 'text' ? Object.keys(values).length > 0 : files[field] !== undefined
  )
  if (outputs.length > 0 || all.length === 0) return { status: 'succeeded', outputs }
  return {
    status: 'failed',
    problem: new Problem('api_error', {
      detail: `the vendor’s result has no ${field}`
    })
  }
}

/** Returns the state of the whole task, or else the states of its parts. */
function statesIn(response: Answer): string[] {
  const own = [response['state'], response['status']].filter(each => typeof each === 'string')
  if (own.length > 0) return own
  return [response['data'] ?? []]
    .flat()
    .flatMap(each => asRecord(each)?.['state'] ?? [])
    .map(String)
}

function isError(error: Json | undefined): boolean {
  return error !== undefined && error !== null && error !== ''
}

function problemOf(response: Answer, { apiKey }: VendorConnection): Problem {
  const error = asRecord(response['error'])
  const code = error?.['code'] ?? response['code']
  const words = String(error?.['message'] ?? response['detail'] ?? response['error'] ?? '')
  const known = isProblemCode(code) && TOLD.has(code) ? code : 'api_error'
  return new Problem(known, {
    detail: `the vendor failed (${isProblemCode(code) ? code : 'unknown code'})`,
    cause: new Error(redactKeys(words, apiKey))
  })
}

function outputsOf(response: Answer, envelope: 'flat' | 'list' | 'object'): MediaOutput[] {
  const { data } = response
  if (envelope === 'flat' || data === undefined)
    return [outputOf(Object.entries(response).filter(([name]) => !ENVELOPE.has(name)))]
  return [data ?? []].flat().map(each => outputOf(Object.entries(asRecord(each) ?? {})))
}

/**
 * Turns the entries of a record into an output: addresses become files, which we copy from the
 * vendor, and everything else becomes a value.
 */
function outputOf(entries: readonly (readonly [string, Json])[]): MediaOutput {
  const isFile = ([name, value]: readonly [string, Json]): boolean =>
    isAddressed(name) && [value].flat().every(isAddress) && [value].flat().length > 0
  const files = entries
    .filter(isFile)
    .map(([name, value]): [string, MediaSource | MediaSource[]] => {
      const sources = [value].flat().map(url => ({ url: String(url) }))
      return [name, Array.isArray(value) ? sources : (sources[0] ?? [])]
    })
  // Other addresses are dropped. We cannot copy from them, or they are not safe to show a user.
  const values = entries.filter(([name]) => !isAddressed(name))
  return { values: Object.fromEntries(values), files: Object.fromEntries(files) }
}

function isAddressed(name: string): boolean {
  return /_urls?$/.test(name)
}

function isAddress(value: Json): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}
