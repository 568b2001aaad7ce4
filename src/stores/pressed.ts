import { isJsonRecord, textAt } from '#client/json.ts'
import type { TaskInput } from '#client/generate.ts'
import { goToSignIn } from '#client/sign-in.ts'
import type { FieldValues } from '#core/condition.ts'
import type { SignUpReason } from '#core/waiting.ts'
import { runExclusively } from '#stores/alone.ts'
import { isKeySaved, rereadKey, createPersistedAtom } from '#stores/persisted.ts'

/**
 * A message that a guest has tried to send: its draft key and its text at that time. `at` is unix
 * milliseconds. `order` is a run that is not in the form, such as an action on a result. `here` is
 * true if the user sent it a moment ago on another page of this site, so it needs no notice. That
 * page showed these prices of its runs, in micro-credits.
 */
export type PendingMessage = {
  place: string
  text: string
  at: number
  order?: TaskInput
  here?: true
  prices?: readonly number[]
}

/**
 * The longest time a guest may take to sign up, in milliseconds. Afterwards nothing is sent
 * automatically.
 */
const LASTS = 3_600_000

export const $pendingMessage = createPersistedAtom<PendingMessage | null>(
  'pressed',
  null,
  parsePressed
)

/**
 * Sends the guest to sign up and remembers the message to send afterwards.
 * @param waiting the reason for signing up, which the login page shows
 */
export function signInToSend(
  place: string,
  text: string,
  waiting: SignUpReason,
  order?: TaskInput
): void {
  $pendingMessage.set({ place, text, at: Date.now(), ...(order && { order }) })
  goToSignIn(waiting)
}

/**
 * Returns the message waiting to be sent for a draft key; null if there is none or it is too old.
 */
export function pendingMessageOf(place: string): PendingMessage | null {
  const pressed = $pendingMessage.get()
  if (pressed === null || pressed.place !== place) return null
  if (Date.now() - pressed.at < LASTS) return pressed
  $pendingMessage.set(null)
  return null
}

/**
 * Takes the message, so that no other tab and no reload sends it again.
 * @returns true if no other tab has taken it before
 */
export function takePendingMessage(place: string): Promise<boolean> {
  return runExclusively('polymuse:pressed', async () => {
    if (!isKeySaved('pressed')) return false
    rereadKey('pressed')
    const there = pendingMessageOf(place) !== null
    if (there) $pendingMessage.set(null)
    return there
  })
}

function parsePressed(saved: unknown): PendingMessage | null {
  if (!isJsonRecord(saved)) return null
  const { at, order, here, prices } = saved
  if (typeof at !== 'number') return null
  const pressed: PendingMessage = { place: textAt(saved, 'place'), text: textAt(saved, 'text'), at }
  if (here === true)
    return { ...pressed, here, ...(Array.isArray(prices) && { prices: prices.map(Number) }) }
  if (!isJsonRecord(order) || !isJsonRecord(order['values'])) return pressed
  // The cast is safe, because this browser saved the values, and the server validates them.
  return {
    ...pressed,
    order: { verb: textAt(order, 'verb'), values: order['values'] as FieldValues }
  }
}
