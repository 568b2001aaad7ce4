import type { FeedEvent } from '#client/feed.ts'
import { isJsonRecord } from '#client/json.ts'
import type { RunBalance } from '#contract/run-balance.ts'
import { serviceBalance } from '#core/choose-application.ts'
import { loadApplications } from '#stores/applications.ts'
import { $balance } from '#stores/balance.ts'
import type { ServiceRef } from '#stores/selection.ts'

/**
 * Takes the balance from an event of a run. When the plan that pays is empty, the plans are loaded
 * again, so that another plan pays for the next run.
 */
export function updateBalance({ service, data: { balance } }: FeedEvent): void {
  if (!isJsonRecord(balance)) return
  // Our own server writes the feed by this contract, so the fields are not checked again.
  const { remaining_amount, spendable_amount } = balance as RunBalance
  $balance.set({ service, credits: spendable_amount })
  if (remaining_amount <= 0) void loadApplications().catch(() => undefined)
}

/** Loads the balance of a service, for a run whose last event did not arrive. */
export async function loadBalance({ id, serviceId }: ServiceRef): Promise<void> {
  const plans = await loadApplications().catch(() => null)
  if (plans !== null)
    $balance.set({ service: id, credits: serviceBalance(plans, serviceId, Date.now()) })
}
