/** What is looked at of a plan. `expired_at`: ISO text, null for one without an end. */
export type Plan = {
  id: string
  type: 'Usage' | 'Period'
  scope: 'Individual' | 'Global'
  service_id: string | null
  remaining_amount: number
  expired_at: string | null
}

/** In which order plans are taken. */
const ORDER: readonly [Plan['scope'], Plan['type']][] = [
  ['Global', 'Period'],
  ['Global', 'Usage'],
  ['Individual', 'Period'],
  ['Individual', 'Usage']
]

/** Can it still pay? Something is left and it has not ended. @param now unix milliseconds */
export function isUsable({ remaining_amount, expired_at }: Plan, now: number): boolean {
  return remaining_amount > 0 && (expired_at === null || Date.parse(expired_at) > now)
}

/** Those that may pay for a service: the ones for all services, and its own. @param serviceId the fixed id */
export function plansFor<T extends Plan>(plans: readonly T[], serviceId: string): T[] {
  return plans.filter(plan => plan.scope === 'Global' || plan.service_id === serviceId)
}

/** What can be spent on a service, in credits. @param now unix milliseconds */
export function balanceFor(plans: readonly Plan[], serviceId: string, now: number): number {
  const usable = plansFor(plans, serviceId).filter(plan => isUsable(plan, now))
  return usable.reduce((sum, plan) => sum + plan.remaining_amount, 0)
}

/**
 * The plan that pays: the current one while it is listed and usable; else the first usable one, those for all services
 * and those with an end first; else the first there is.
 * @param current id of the one that paid last
 * @param now unix milliseconds
 */
export function chooseApplication<T extends Plan>(plans: readonly T[], current: string | null, now: number): T | null {
  const usable = plans.filter(plan => isUsable(plan, now))
  const kept = usable.find(plan => plan.id === current)
  if (kept !== undefined) return kept
  const [best] = ORDER.flatMap(([scope, type]) => usable.filter(plan => plan.scope === scope && plan.type === type))
  return best ?? plans[0] ?? null
}
