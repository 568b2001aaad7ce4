/** Told to a page by its form: what has been made with it is wanted now. */
export const WAKE = 'polymuse:wake'

/** Told by an island that has come to life: what is pressed in it is heard. */
export const ALIVE = 'polymuse:alive'

/** What has been made with the tool is wanted now. */
export function wake(): void {
  document.dispatchEvent(new Event(WAKE))
}
