/**
 * The fields of a plan that decide whether it pays. `expired_at` is ISO text, or null for a plan
 * without an end.
 */
export type Plan = {
  id: string
  type: 'Usage' | 'Period'
  scope: 'Individual' | 'Global'
  service_id: string | null
  remaining_amount: number
  expired_at: string | null
}

/** The order in which plans are preferred. */
const ORDER: readonly [Plan['scope'], Plan['type']][] = [
  ['Global', 'Period'],
  ['Global', 'Usage'],
  ['Individual', 'Period'],
  ['Individual', 'Usage']
]

/**
 * Checks that a plan can still pay: it has credits left and has not ended.
 * @param now unix milliseconds
 */
export function isPlanUsable({ remaining_amount, expired_at }: Plan, now: number): boolean {
  return remaining_amount > 0 && (expired_at === null || Date.parse(expired_at) > now)
}

/**
 * Returns the plans that may pay for a service: global plans and the service's own plans.
 * @param serviceId the service's fixed id
 */
export function plansFor<T extends Plan>(plans: readonly T[], serviceId: string): T[] {
  return plans.filter(plan => plan.scope === 'Global' || plan.service_id === serviceId)
}

/**
 * Returns the credits that usable plans can spend on a service.
 * @param now unix milliseconds
 */
export function serviceBalance(plans: readonly Plan[], serviceId: string, now: number): number {
  const usable = plansFor(plans, serviceId).filter(plan => isPlanUsable(plan, now))
  return usable.reduce((sum, plan) => sum + plan.remaining_amount, 0)
}

/**
 * Chooses the plan that pays. It keeps the current plan while that is listed and usable. Otherwise
 * it takes the first usable plan, preferring global plans, then plans with an end. If none is
 * usable it takes the first in the list.
 * @param current id of the plan that paid last
 * @param now unix milliseconds
 */
export function chooseApplication<T extends Plan>(
  plans: readonly T[],
  current: string | null,
  now: number
): T | null {
  const usable = plans.filter(plan => isPlanUsable(plan, now))
  const kept = usable.find(plan => plan.id === current)
  if (kept !== undefined) return kept
  const [best] = ORDER.flatMap(([scope, type]) =>
    usable.filter(plan => plan.scope === scope && plan.type === type)
  )
  return best ?? plans[0] ?? null
}
