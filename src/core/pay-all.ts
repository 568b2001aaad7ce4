import { chooseApplication, isPlanUsable, plansFor, type Plan } from '#core/choose-application.ts'
import { creditsToMicro } from '#core/money.ts'

/** A run that is about to begin: the fixed id of its service, and its price in micro-credits. */
type Cost = { serviceId: string; micro: number }

/**
 * Checks whether a user's plans pay for several runs that begin together. Each run is paid by one
 * plan, in the order in which plans are chosen.
 * @param now unix milliseconds
 */
export function canPayAll(plans: readonly Plan[], costs: readonly Cost[], now: number): boolean {
  const left = new Map(plans.map(plan => [plan.id, creditsToMicro(plan.remaining_amount)]))
  return costs.every(({ serviceId, micro }) => {
    const able = plansFor(plans, serviceId).filter(
      plan => isPlanUsable(plan, now) && (left.get(plan.id) ?? 0) >= micro
    )
    const payer = chooseApplication(able, null, now)
    if (payer === null) return micro === 0
    left.set(payer.id, (left.get(payer.id) ?? 0) - micro)
    return true
  })
}

/** Returns the decimal credits that usable plans can spend on these services together. */
export function combinedBalance(
  plans: readonly Plan[],
  serviceIds: readonly string[],
  now: number
): number {
  const payers = new Set(serviceIds.flatMap(id => plansFor(plans, id)))
  return [...payers]
    .filter(plan => isPlanUsable(plan, now))
    .reduce((sum, plan) => sum + plan.remaining_amount, 0)
}
