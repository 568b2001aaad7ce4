import type { Json, Upstream } from '#core/provider.ts'
import type { Working } from '#servers/api/tasks/working.ts'
import { webhookAddress } from '#servers/api/webhooks/address.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** Longest call of a vendor, in milliseconds; and of one that answers only when it is done. */
const CALL = 60_000
const WHOLE = 240_000

type VendorAddress = Omit<Upstream, 'signal'>

/** Returns the access to a vendor, for one short call. */
export function callable({ signal }: Working, upstream: VendorAddress, most = CALL): Upstream {
  return { ...upstream, signal: AbortSignal.any([signal, AbortSignal.timeout(most)]) }
}

/**
 * Returns the access to a vendor that gets a task. A vendor without a queue answers when it is done,
 * so the call may take as long as the task.
 */
export function handing(working: Working, task: RunRow, upstream: VendorAddress): Upstream {
  const left = (task.deadline_at ?? 0) - working.context.clock.now()
  const [vendor = ''] = (task.provider ?? '').split('/')
  return {
    ...callable(working, upstream, Math.min(WHOLE, Math.max(CALL, left))),
    webhook: webhookAddress(working.context, vendor, task.id)
  }
}

/** Asks the vendor to stop. Never throws. @returns true when it did */
export async function stopAtVendor(working: Working, task: RunRow): Promise<boolean> {
  await working.kinds.load(task.service)
  const provider = task.reference === null ? null : working.kinds.provider(task.provider ?? '')
  if (provider === null) return false
  const asked = provider.media.cancel?.(readReference(task), callable(working, provider.upstream))
  return (await asked?.catch(() => false)) === true
}

/** Reads what the vendor calls a task. */
export function readReference(task: RunRow): Json {
  return JSON.parse(task.reference ?? 'null') as Json
}

/** Returns the column for the vendor's new name of a task, where it gave one. */
export function newReference({ reference }: { reference?: Json }): { reference?: string } {
  return reference === undefined ? {} : { reference: JSON.stringify(reference) }
}
