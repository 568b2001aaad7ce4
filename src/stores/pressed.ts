import { isJsonRecord, textAt } from '#client/json.ts'
import type { Order } from '#client/generate.ts'
import { goToSignIn } from '#client/sign-in.ts'
import type { Values } from '#core/condition.ts'
import type { Waiting } from '#core/waiting.ts'
import { alone } from '#stores/alone.ts'
import { isKept, lookAgain, persisted } from '#stores/persisted.ts'

/**
 * A message that a guest has tried to send: its draft key and its text at that time. `at` is unix
 * milliseconds. `order` is a run that is not in the form, such as an action on a result. `here` is
 * true if the user sent it a moment ago on another page of this site, so it needs no notice.
 */
export type Pressed = { place: string; text: string; at: number; order?: Order; here?: true }

/**
 * The longest time a guest may take to sign up, in milliseconds. Afterwards nothing is sent
 * automatically.
 */
const LASTS = 3_600_000

export const $pressed = persisted<Pressed | null>('pressed', null, parsePressed)

/**
 * Sends the guest to sign up and remembers the message to send afterwards.
 * @param waiting the reason for signing up, which the login page shows
 */
export function signInToSend(place: string, text: string, waiting: Waiting, order?: Order): void {
  $pressed.set({ place, text, at: Date.now(), ...(order && { order }) })
  goToSignIn(waiting)
}

/**
 * Returns the message waiting to be sent for a draft key; null if there is none or it is too old.
 */
export function pressedIn(place: string): Pressed | null {
  const pressed = $pressed.get()
  if (pressed === null || pressed.place !== place) return null
  if (Date.now() - pressed.at < LASTS) return pressed
  $pressed.set(null)
  return null
}

/**
 * Takes the message, so that no other tab and no reload sends it again.
 * @returns true if no other tab has taken it before
 */
export function takePressed(place: string): Promise<boolean> {
  return alone('polymuse:pressed', async () => {
    if (!isKept('pressed')) return false
    lookAgain('pressed')
    const there = pressedIn(place) !== null
    if (there) $pressed.set(null)
    return there
  })
}

function parsePressed(saved: unknown): Pressed | null {
  if (!isJsonRecord(saved)) return null
  const { at, order, here } = saved
  if (typeof at !== 'number') return null
  const pressed: Pressed = { place: textAt(saved, 'place'), text: textAt(saved, 'text'), at }
  if (here === true) return { ...pressed, here }
  if (!isJsonRecord(order) || !isJsonRecord(order['values'])) return pressed
  // The cast is safe, because this browser saved the values, and the server validates them.
  return { ...pressed, order: { verb: textAt(order, 'verb'), values: order['values'] as Values } }
}
