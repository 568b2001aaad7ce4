/**
 * The event that tells a page that its chosen plan is used up or gone. The page then shows a
 * notice.
 */
export const LOST = 'polymuse:lost'

let told = false

/**
 * Tells the page that its chosen plan is used up or gone. A listener that loads later calls
 * {@link wasLost}.
 */
export function announceLost(): void {
  told = true
  document.dispatchEvent(new Event(LOST))
}

/** Checks whether this page has announced the loss since it loaded. */
export const wasLost = (): boolean => told
