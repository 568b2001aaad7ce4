import type { Credential } from '#contract/credential.ts'

/** The state of an API key: it works, has expired, or has reached its spending limit. */
type KeyState = 'works' | 'expired' | 'reached'

type Bounds = Pick<Credential, 'expired_at' | 'limited_amount' | 'used_amount'>

const DOTS = { works: 'good', expired: 'bad', reached: 'warn' } as const satisfies Record<
  KeyState,
  'good' | 'warn' | 'bad'
>

/**
 * Returns the state of an API key.
 * @param now unix milliseconds
 */
export function keyStateOf(
  { expired_at, limited_amount, used_amount }: Bounds,
  now: number
): KeyState {
  if (expired_at !== null && Date.parse(expired_at) <= now) return 'expired'
  return limited_amount !== null && used_amount >= limited_amount ? 'reached' : 'works'
}

/** Returns the colour of a state's dot. */
export function keyDotColor(state: KeyState): (typeof DOTS)[KeyState] {
  return DOTS[state]
}
