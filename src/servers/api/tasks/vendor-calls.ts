import type { Json, VendorConnection } from '#core/provider.ts'
import type { TaskStepContext } from '#servers/api/tasks/working.ts'
import { webhookAddress } from '#servers/api/webhooks/address.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { meteredFetch } from '#servers/lib/meter.ts'
import { tracedFetch } from '#servers/lib/tracer.ts'

/**
 * Maximum milliseconds of a call of a vendor (`CALL`), and of one that responds only when the work
 * is done (`WHOLE`).
 */
const CALL = 60_000
const WHOLE = 240_000

type VendorAddress = Omit<VendorConnection, 'signal'>

/**
 * Returns the address of a task's vendor, with a signal that limits one short call.
 * @param most maximum milliseconds
 */
export function limitedUpstream(
  { context, signal }: TaskStepContext,
  task: Pick<RunRow, 'provider'>,
  upstream: VendorAddress,
  most = CALL
): VendorConnection {
  const vendor = vendorOf(task)
  return {
    ...upstream,
    fetch: tracedFetch(context.tracer, vendor, meteredFetch(context.meter, vendor, upstream.fetch)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(most)])
  }
}

/**
 * Returns a vendor's address for the call that submits a task. A vendor without a queue responds
 * when the work is done, so this call may last until the deadline of the task, up to `WHOLE`.
 */
export function submitUpstream(
  working: TaskStepContext,
  task: RunRow,
  upstream: VendorAddress
): VendorConnection {
  const left = (task.deadline_at ?? 0) - working.context.clock.now()
  return {
    ...limitedUpstream(working, task, upstream, Math.min(WHOLE, Math.max(CALL, left))),
    webhook: webhookAddress(working.context, vendorOf(task), task.id)
  }
}

function vendorOf({ provider }: Pick<RunRow, 'provider'>): string {
  return (provider ?? '').split('/')[0] ?? ''
}

/** Asks the vendor to stop. Never throws. @returns true when it did */
export async function stopAtVendor(working: TaskStepContext, task: RunRow): Promise<boolean> {
  await working.kinds.load(task.service)
  const provider = task.reference === null ? null : working.kinds.provider(task.provider ?? '')
  if (provider === null) return false
  const asked = provider.media.cancel?.(
    readReference(task),
    limitedUpstream(working, task, provider.upstream)
  )
  return (await asked?.catch(() => false)) === true
}

/** Reads the vendor's own name of a task. */
export function readReference(task: RunRow): Json {
  return JSON.parse(task.reference ?? 'null') as Json
}

/** Returns the column for the vendor's new name of a task, where it gave one. */
export function referenceColumn({ reference }: { reference?: Json }): { reference?: string } {
  return reference === undefined ? {} : { reference: JSON.stringify(reference) }
}
