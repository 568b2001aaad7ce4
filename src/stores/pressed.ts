import { isJsonRecord, textAt } from '#client/json.ts'
import { goToSignIn } from '#client/sign-in.ts'
import { alone } from '#stores/alone.ts'
import { isKept, lookAgain, persisted } from '#stores/persisted.ts'

/**
 * A message that a guest has tried to send: its draft key and its text at that time. `at` is unix
 * milliseconds. `here` is true if the user sent it a moment ago on another page of this site, so it
 * needs no notice.
 */
export type Pressed = { place: string; text: string; at: number; here?: true }

/**
 * The longest time a guest may take to sign up, in milliseconds. Afterwards nothing is sent
 * automatically.
 */
const LASTS = 3_600_000

export const $pressed = persisted<Pressed | null>('pressed', null, parsePressed)

/** Sends the guest to sign in and remembers the message to send afterwards. */
export function signInToSend(place: string, text: string): void {
  $pressed.set({ place, text, at: Date.now() })
  goToSignIn()
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
 * Claims the message, so that no other tab and no reload sends it again.
 * @returns true if it was still there
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
  if (!isJsonRecord(saved) || typeof saved['at'] !== 'number') return null
  const pressed = { place: textAt(saved, 'place'), text: textAt(saved, 'text'), at: saved['at'] }
  return saved['here'] === true ? { ...pressed, here: true } : pressed
}
