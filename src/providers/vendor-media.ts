import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import {
  ImmediateOutputs,
  type MediaOutput,
  type MediaProvider,
  type PollResult,
  type VendorConnection,
  type VendorCost
} from '#core/provider.ts'
import { costOfAnswers, costOfRequest, costSoFar, type RequestCost } from '#core/vendor-cost.ts'
import { protocolProblem } from '#providers/vendor-problem.ts'
import type {
  VendorAction,
  VendorRunInput,
  VendorReviewTools,
  VendorRequest,
  VendorService
} from '#core/vendor.ts'
import { type OpenReview, addFileHeaders, withoutFiles } from '#providers/vendor-inputs.ts'

export type VendorAnswer = Readonly<Record<string, Json>>

/** The result of polling a vendor's job. */
export type JobPollResult =
  | { status: 'pending'; progress?: number }
  /** `units` are the billable units that the vendor reports. */
  | { status: 'succeeded'; answer: VendorAnswer; units?: number }
  | { status: 'failed'; problem: Problem }

/** The calls to a vendor, whatever the service: about a hundred lines per vendor. */
export type Transport = {
  /**
   * @param key identifies the work: the same work has the same key
   * @returns the job to poll; or the answer itself, from a vendor without a queue
   */
  submit(
    request: VendorRequest,
    upstream: VendorConnection,
    key: string
  ): Promise<{ job: Json } | { answer: VendorAnswer }>
  poll(job: Json, upstream: VendorConnection): Promise<JobPollResult>
  cancel?(job: Json, upstream: VendorConnection): Promise<boolean>
  /** Stops a submission that has not answered yet, by its key. */
  interrupt?(key: string, upstream: VendorConnection): Promise<boolean>
  /** Returns headers that open files at the vendor's own address, if these are not public. */
  opens?(upstream: VendorConnection): Readonly<Record<string, string>>
}

/**
 * `ask` contains the data of a further request. It is set if the vendor may be asked again. `cost`
 * is the cost of each request, and `spent` that of the earlier attempts. Both are missing for a
 * task that an earlier version started.
 */
type Reference = {
  runId: string
  action: string
  asked: FieldValues
  jobs: Json[]
  attempt: number
  ask?: VendorRunInput
  cost?: RequestCost
  spent?: VendorCost
}

type Given = Awaited<ReturnType<Transport['submit']>>

/**
 * Creates one service of a vendor. The vendor's folder defines the requests and outputs, and the
 * transport defines how to send them.
 */
export function createVendorMedia(
  does: VendorService,
  transport: Transport,
  openEyes?: OpenReview
): MediaProvider {
  const find = (action: string): VendorAction => {
    const found = does[action]
    if (found === undefined)
      throw new Problem('api_not_implemented', { detail: `the vendor no longer offers ${action}` })
    return found
  }
  return {
    async submit({ runId, action, values, earlier }, upstream) {
      const vendor = find(action)
      const ask = { action, values, earlier, attempt: 1 }
      const { given, cost } = await handOver(transport, vendor, ask, upstream, runId)
      const asked = withoutFiles(values)
      const jobs = given.flatMap(each => ('job' in each ? [each.job] : []))
      if (jobs.length < given.length)
        return delivered(vendor, given, cost, asked, addFileHeaders(transport, upstream))
      // Files are too large to store in a reference, so a request with files is never repeated.
      const again =
        vendor.review !== undefined && Object.keys(asked).length === Object.keys(values).length
      return {
        runId,
        action,
        asked,
        jobs,
        attempt: 1,
        cost,
        ...(again && { ask: { action, values, earlier: {} } })
      }
    },
    async poll(reference, upstream) {
      const known = reference as unknown as Reference
      const vendor = find(known.action)
      const looks = await Promise.all(known.jobs.map(job => transport.poll(job, upstream)))
      return looks.some(({ status }) => status === 'pending')
        ? pendingOf(looks)
        : ended(transport, vendor, { known, looks, openEyes }, upstream)
    },
    async cancel(reference, upstream) {
      const { jobs } = reference as unknown as Reference
      const stops = jobs.map(async job => (await transport.cancel?.(job, upstream)) ?? false)
      return (await Promise.all(stops)).every(Boolean)
    },
    ...(transport.interrupt && { interrupt: transport.interrupt })
  }
}

/**
 * Sends all identical requests together, and continues with those that the vendor accepts.
 * @throws Problem the first refusal, if the vendor accepts none
 */
async function handOver(
  transport: Transport,
  vendor: VendorAction,
  ask: VendorRunInput,
  upstream: VendorConnection,
  runId: string
): Promise<{ given: Given[]; cost: RequestCost }> {
  const request = vendor.request(ask)
  const count = vendor.alike?.(ask.values) ?? 1
  const keyOf = (at: number): string =>
    at === 0 && ask.attempt === 1 ? runId : `${runId}-${ask.attempt}-${at}`
  const asked = await Promise.allSettled(
    Array.from({ length: count }, (_, at) => transport.submit(request, upstream, keyOf(at)))
  )
  const given = asked.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  const [refused] = asked.flatMap(each =>
    each.status === 'rejected' ? [each.reason as unknown] : []
  )
  if (given.length === 0) throw refused
  return { given, cost: costOfRequest(vendor.costs, request, ask.values) }
}

type Ended = { known: Reference; looks: readonly JobPollResult[]; openEyes: OpenReview | undefined }

/** Reads the answers of jobs that have ended, or asks again if a review rejects them. */
async function ended(
  transport: Transport,
  vendor: VendorAction,
  { known, looks, openEyes }: Ended,
  upstream: VendorConnection
): Promise<PollResult> {
  const { asked, attempt, spent } = known
  const done = looks.flatMap(look => (look.status === 'succeeded' ? [look] : []))
  const answers = done.map(({ answer }) => answer)
  const [failure] = looks.flatMap(look => (look.status === 'failed' ? [look.problem] : []))
  if (answers.length === 0 && failure !== undefined)
    return { status: 'failed', problem: failure, ...(attempt > 1 && { billed: { cost: spent } }) }
  const billed = done.map(({ units, answer }) => vendor.units?.(answer, asked) ?? units)
  const cost = costSoFar(known, billed)
  return openEyes === undefined || (await passes(vendor, answers, asked, openEyes(upstream.signal)))
    ? outcome(vendor, answers, asked, addFileHeaders(transport, upstream), cost)
    : askAgain(transport, vendor, known, upstream, cost)
}

function pendingOf(looks: readonly JobPollResult[]): PollResult {
  const shares = looks.map(look => (look.status === 'pending' ? look.progress : 100))
  const known = shares.filter(share => share !== undefined)
  return {
    status: 'pending',
    ...(known.length === looks.length && { progress: Math.min(...known) })
  }
}

function outcome(
  vendor: VendorAction,
  answers: readonly VendorAnswer[],
  asked: FieldValues,
  open: (output: MediaOutput) => MediaOutput,
  cost: VendorCost | undefined
): PollResult {
  const outputs: MediaOutput[] = []
  let problem: Problem | undefined
  for (const answer of answers) {
    try {
      outputs.push(...vendor.outputs(answer, asked).map(open))
    } catch (thrown) {
      // Any other error means that the answer does not follow the protocol.
      problem ??= thrown instanceof Problem ? thrown : protocolProblem(thrown)
    }
  }
  return outputs.length === 0 && problem !== undefined
    ? { status: 'failed', problem, billed: { cost } }
    : { status: 'succeeded', outputs, cost }
}

/** @throws Problem if none of the answers contains an output */
function delivered(
  vendor: VendorAction,
  given: readonly Given[],
  cost: RequestCost,
  asked: FieldValues,
  open: (output: MediaOutput) => MediaOutput
): ImmediateOutputs {
  const answers = given.flatMap(each => ('answer' in each ? [each.answer] : []))
  const units = answers.map(answer => vendor.units?.(answer, asked))
  const whole = costOfAnswers(cost, units)
  const made = outcome(vendor, answers, asked, open, whole)
  if (made.status === 'failed') throw made.problem
  return new ImmediateOutputs(made.status === 'succeeded' ? made.outputs : [], whole)
}

async function passes(
  { review }: VendorAction,
  answers: readonly VendorAnswer[],
  asked: FieldValues,
  eyes: VendorReviewTools
): Promise<boolean> {
  const passed = await Promise.all(
    answers.map(answer => review?.passes(answer, asked, eyes) ?? true)
  )
  return passed.every(Boolean)
}

async function askAgain(
  transport: Transport,
  vendor: VendorAction,
  known: Reference,
  upstream: VendorConnection,
  spent: VendorCost | undefined
): Promise<PollResult> {
  const { ask, runId } = known
  const attempt = known.attempt + 1
  if (ask === undefined || attempt > (vendor.review?.attempts ?? 1))
    return {
      status: 'failed',
      problem: new Problem('api_error', { detail: 'all results of the vendor failed the checks' }),
      billed: { cost: spent }
    }
  const { given, cost } = await handOver(transport, vendor, { ...ask, attempt }, upstream, runId)
  const jobs = given.flatMap(each => ('job' in each ? [each.job] : []))
  const reference = { ...known, attempt, jobs, cost, spent }
  return { status: 'pending', reference: reference as unknown as Json }
}
