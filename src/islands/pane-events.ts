/** The event by which a form asks the results of its tool to hydrate. */
export const WAKE = 'polymuse:wake'

/** The event of an island that has hydrated and now handles clicks. */
export const ALIVE = 'polymuse:alive'

/** Asks the results of the tool to hydrate. */
export function wake(): void {
  document.dispatchEvent(new Event(WAKE))
}
