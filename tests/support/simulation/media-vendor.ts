import { setTimeout as wait } from 'node:timers/promises'
import type { MediaOutput, MediaProvider } from '#core/provider.ts'
import { Problem } from '#core/problem.ts'
import type { TaskKinds } from '#servers/api/tasks/kind.ts'
import { DEADLINE, PIXEL, PRICE } from '../vendor.ts'
import type { Faults } from './mortal.ts'

type Job = {
  runId: string
  polls: number
  ends: 'done' | 'half' | 'failed' | 'never'
  stopped: boolean
}

/** A vendor of images that lives on while the studio dies, with chance deciding what it does. */
export type MediaVendor = {
  /** The runs of all jobs that it accepted, once for each. */
  accepted: string[]
  jobs: Map<string, Job>
  /** Chance, from 0 to 1. */
  random: () => number
}

export function createMediaVendor(random: () => number): MediaVendor {
  return { accepted: [], jobs: new Map(), random }
}

/** Number of images that a task asks for. */
const OUTPUTS = 4

/** The vendor as one process of the studio sees it, in the place of an existing service. */
export function kindsOf(vendor: MediaVendor, faults: Faults): TaskKinds {
  const kind = {
    service: 'flux',
    action: 'images',
    provider: () => 'vendor',
    fund: 'sandbox',
    deadline: DEADLINE,
    envelope: 'list',
    price: () => PRICE,
    outputs: () => OUTPUTS
  } as const
  const upstream = { fetch: globalThis.fetch, baseURL: '', apiKey: '' }
  const media = connectTo(vendor, faults)
  return {
    load: async () => undefined,
    find: (service, action) => (service === 'flux' && action === 'images' ? kind : null),
    provider: name => (name === 'vendor' ? { media, upstream } : null)
  }
}

function connectTo(vendor: MediaVendor, faults: Faults): MediaProvider {
  const { random, jobs, accepted } = vendor
  const travel = async (signal: AbortSignal): Promise<void> => {
    await faults.enter()
    if (random() < 0.2) await wait(random() * 20_000, undefined, { signal })
    await faults.enter()
  }
  const isUnlucky = (share: number): boolean => random() < share
  return {
    async submit({ runId }, { signal }) {
      await travel(signal)
      if (isUnlucky(0.1)) throw new Problem('busy')
      if (isUnlucky(0.05)) throw new Problem('bad_request', { detail: 'no' })
      accepted.push(runId)
      const id = `job-${jobs.size}`
      const ends = ['done', 'done', 'done', 'half', 'failed', 'never'] as const
      jobs.set(id, {
        runId,
        polls: 0,
        ends: ends[Math.floor(random() * ends.length)] ?? 'done',
        stopped: false
      })
      await travel(signal)
      // The vendor has accepted the job, but its answer is lost.
      if (isUnlucky(0.05)) throw new Problem('api_error', { detail: 'the connection was lost' })
      return { id }
    },
    async poll(reference, { signal }) {
      await travel(signal)
      if (isUnlucky(0.1)) throw new Problem('api_error', { detail: 'the vendor is down' })
      const job = jobs.get(String((reference as { id: string }).id))
      if (job === undefined) throw new Problem('api_error', { detail: 'no such job' })
      job.polls++
      if (job.stopped) return { status: 'failed', problem: new Problem('canceled') }
      if (job.ends === 'never' || job.polls < 3) return { status: 'pending', progress: 20 }
      if (job.ends === 'failed')
        return { status: 'failed', problem: new Problem('forbidden', { detail: 'refused' }) }
      const count = job.ends === 'half' ? OUTPUTS / 2 : OUTPUTS
      return { status: 'succeeded', outputs: Array.from({ length: count }, makeOutput) }
    },
    async cancel(reference, { signal }) {
      await travel(signal)
      const job = jobs.get(String((reference as { id: string }).id))
      if (job === undefined || isUnlucky(0.3)) return false
      job.stopped = true
      return true
    }
  }
}

function makeOutput(): MediaOutput {
  return { values: { prompt: 'p' }, files: { image_url: { bytes: new Uint8Array(PIXEL) } } }
}
