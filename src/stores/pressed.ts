import { isRecord, textAt } from '#client/json.ts'
import { goToSignIn } from '#client/sign-in.ts'
import { alone } from '#stores/alone.ts'
import { isKept, lookAgain, persisted } from '#stores/persisted.ts'

/** What a guest has pressed send for: in which place a draft is kept, and what it was then. `at`: in unix milliseconds. */
export type Pressed = { place: string; text: string; at: number }

/** How long it takes somebody to sign up, at most, in milliseconds. After that nothing happens by itself. */
const LASTS = 3_600_000

export const $pressed = persisted<Pressed | null>('pressed', null, parsePressed)

/** Leads to signing in, and remembers what is to be carried out after it. */
export function signInToSend(place: string, text: string): void {
  $pressed.set({ place, text, at: Date.now() })
  goToSignIn()
}

/** What waits for being carried out in a place; null when nothing does, or nothing that is recent. */
export function pressedIn(place: string): Pressed | null {
  const pressed = $pressed.get()
  if (pressed === null || pressed.place !== place) return null
  if (Date.now() - pressed.at < LASTS) return pressed
  $pressed.set(null)
  return null
}

/** Takes it, so that no other tab and no reload carries it out again. @returns was it there still? */
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
  if (!isRecord(saved) || typeof saved['at'] !== 'number') return null
  return { place: textAt(saved, 'place'), text: textAt(saved, 'text'), at: saved['at'] }
}
