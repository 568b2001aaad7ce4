/** The event with which a tool's form asks the results island to hydrate. */
export const WAKE = 'polymuse:wake'

/** The event that an island fires once it has hydrated and handles clicks. */
export const ALIVE = 'polymuse:alive'

/** Asks the island with the tool's results to hydrate. */
export function wake(): void {
  document.dispatchEvent(new Event(WAKE))
}
