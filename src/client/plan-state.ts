import type { Application } from '#contract/application.ts'

export type ApplicationState = 'active' | 'used_up' | 'expired' | 'unverified' | 'empty'

/**
 * Returns whether a plan can be used, and otherwise why not.
 * @param now unix milliseconds
 */
export function planState(
  application: Pick<Application, 'remaining_amount' | 'used_amount' | 'expired_at' | 'free'>,
  now: number
): ApplicationState {
  if (application.expired_at !== null && Date.parse(application.expired_at) <= now) return 'expired'
  if (application.remaining_amount > 0) return 'active'
  if (application.free === 'needs_verified_email') return 'unverified'
  return application.used_amount === 0 ? 'empty' : 'used_up'
}
