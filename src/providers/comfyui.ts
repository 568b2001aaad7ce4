import { randomInt } from 'node:crypto'
import type { FieldValues } from '#core/condition.ts'
import { isRecord, asRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { VendorConnection } from '#core/provider.ts'
import { basicHeaders } from '#providers/a1111.ts'
import { filledWorkflow, type Workflow } from '#providers/comfyui-workflow.ts'
import { callVendor, notifyVendor } from '#providers/vendor-call.ts'
import type { JobPollResult, Transport } from '#providers/vendor-media.ts'
import { jobProblem, protocolProblem } from '#providers/vendor-problem.ts'

type Job = { id: string }

type Options = {
  /** Checkpoints of that server, by our names of models. */
  models?: Readonly<Record<string, string>>
  /** Returns the operator's own workflow for a model; null for none. */
  workflowFor?(model: string): Promise<Workflow | null>
}

/** The limit of seeds that every sampler accepts. */
const MOST_SEED = 2 ** 32

/**
 * Calls an operator's own ComfyUI server. The body of a request has a workflow with placeholders,
 * `checkpoint` and the values for them. The answer has the addresses of its images. Source:
 * docs.comfy.org, "Routes", and `server.py` of `Comfy-Org/ComfyUI`, read on 26 November 2026.
 */
export function comfyuiTransport({ models = {}, workflowFor }: Options = {}): Transport {
  return {
    async submit({ path, body: { workflow, model, ...values } }, upstream) {
      const name = String(model)
      const own = (await workflowFor?.(name)) ?? (workflow as Workflow)
      const { prompt_id: id } = await callVendor(upstream, path, {
        method: 'POST',
        headers: basicHeaders(upstream.apiKey),
        body: { prompt: filledWorkflow(own, valuesOf(values, models[name])) },
        wordsOf: refusalWords
      })
      if (typeof id !== 'string' || id === '') throw protocolProblem()
      return { job: { id } }
    },
    async poll(job, upstream) {
      const { id } = job as Job
      // The queue is read before the history, so a job that moves from one to the other meanwhile
      // is found.
      const place = await placeInQueue(id, upstream)
      if (place !== null)
        return { status: 'pending', ...(place === 'queue_pending' && { progress: 0 }) }
      const headers = basicHeaders(upstream.apiKey)
      const told = await callVendor(upstream, `history/${encodeURIComponent(id)}`, { headers })
      return lookedOf(asRecord(told[id]), upstream)
    },
    async cancel(job, upstream) {
      const { id } = job as Job
      const place = await placeInQueue(id, upstream)
      if (place === null) return false
      const call = { method: 'POST', headers: basicHeaders(upstream.apiKey) } as const
      // Old servers stop whatever job runs, so make sure that it is this one.
      if (place === 'queue_running')
        await notifyVendor(upstream, 'interrupt', { ...call, body: { prompt_id: id } })
      else await notifyVendor(upstream, 'queue', { ...call, body: { delete: [id] } })
      return true
    },
    opens: ({ apiKey }) => basicHeaders(apiKey)
  }
}

/**
 * Adds a random seed if there is none. With the same seed, the server would return a cached image.
 */
function valuesOf(values: FieldValues, checkpoint: string | undefined): FieldValues {
  return {
    ...values,
    seed: values['seed'] ?? randomInt(MOST_SEED),
    ...(checkpoint !== undefined && { checkpoint })
  }
}

/**
 * Returns the queue in which a job is. Entries of a queue are lists: a number, the id of the job,
 * and more.
 */
async function placeInQueue(
  id: string,
  upstream: VendorConnection
): Promise<'queue_running' | 'queue_pending' | null> {
  const queue = await callVendor(upstream, 'queue', { headers: basicHeaders(upstream.apiKey) })
  const isIn = (name: string): boolean => {
    const list = queue[name]
    if (!Array.isArray(list)) throw protocolProblem()
    return list.some(entry => Array.isArray(entry) && entry[1] === id)
  }
  if (isIn('queue_running')) return 'queue_running'
  return isIn('queue_pending') ? 'queue_pending' : null
}

/** Reads the state of a job. A server that was restarted no longer knows it. */
function lookedOf(told: Record<string, Json> | null, upstream: VendorConnection): JobPollResult {
  if (told === null) {
    const problem = new Problem('api_error', { detail: 'the server has lost this job' })
    return { status: 'failed', problem }
  }
  const status = asRecord(told['status'])
  if (status?.['status_str'] === 'error') return failed(status, upstream)
  return { status: 'succeeded', answer: { images: imagesOf(told['outputs'], upstream) } }
}

function failed({ messages }: Record<string, Json>, { apiKey }: VendorConnection): JobPollResult {
  const events = [messages ?? []].flat().filter(Array.isArray)
  if (events.some(([name]) => name === 'execution_interrupted'))
    return { status: 'failed', problem: new Problem('canceled', { detail: 'the run was stopped' }) }
  const error = asRecord(events.find(([name]) => name === 'execution_error')?.[1])
  const { exception_type: type = '', exception_message: message = '' } = error ?? {}
  return { status: 'failed', problem: jobProblem(`${String(type)} ${String(message)}`, apiKey) }
}

/** Returns the addresses of the images that were saved; if none were, of the previews. */
function imagesOf(outputs: Json | undefined, { baseURL }: VendorConnection): string[] {
  const all = Object.values(asRecord(outputs) ?? {}).flatMap(node =>
    [asRecord(node)?.['images'] ?? []].flat().filter(each => isRecord(each))
  )
  const saved = all.filter(({ type }) => type === 'output')
  return (saved.length > 0 ? saved : all).map(({ filename, subfolder, type }) => {
    const place = {
      filename: String(filename ?? ''),
      subfolder: String(subfolder ?? ''),
      type: String(type ?? 'output')
    }
    return `${baseURL}/view?${new URLSearchParams(place)}`
  })
}

/**
 * Returns the words of a refusal by which its cause is recognised. The names of all files that the
 * server lists in it must not count.
 */
function refusalWords(json: Json): string {
  const { error, node_errors } = asRecord(json) ?? {}
  const nodes = Object.values(asRecord(node_errors) ?? {}).flatMap(node =>
    [asRecord(node)?.['errors'] ?? []].flat()
  )
  return [error ?? null, ...nodes]
    .flatMap(each => (isRecord(each) ? [each['type'], each['message']] : [each]))
    .filter(each => typeof each === 'string')
    .join(' ')
}
