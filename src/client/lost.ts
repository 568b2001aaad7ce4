/** Told to a page whose chosen plan is used up or gone: it says so. */
export const LOST = 'polymuse:lost'

let told = false

/** Tells the page that its chosen plan is used up or gone. What listens may be fetched yet: it asks {@link wasLost} then. */
export function announceLost(): void {
  told = true
  document.dispatchEvent(new Event(LOST))
}

/** Was it told since this window opened? */
export const wasLost = (): boolean => told
