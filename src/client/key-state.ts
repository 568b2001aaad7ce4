import type { Credential } from '#contract/credential.ts'

/** Does a key work, and if not, why: its end has passed, or all that may be spent with it is. */
export type KeyState = 'works' | 'expired' | 'reached'

type Bounds = Pick<Credential, 'expired_at' | 'limited_amount' | 'used_amount'>

const DOTS = { works: 'good', expired: 'bad', reached: 'warn' } as const satisfies Record<KeyState, 'good' | 'warn' | 'bad'>

/** @param now unix milliseconds */
export function keyStateOf({ expired_at, limited_amount, used_amount }: Bounds, now: number): KeyState {
  if (expired_at !== null && Date.parse(expired_at) <= now) return 'expired'
  return limited_amount !== null && used_amount >= limited_amount ? 'reached' : 'works'
}

/** The colour of a state's dot. */
export function keyDotOf(state: KeyState): (typeof DOTS)[KeyState] {
  return DOTS[state]
}
