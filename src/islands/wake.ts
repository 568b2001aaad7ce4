import { WAKE } from '#islands/pane-events.ts'

/** What has been made with the tool is wanted now. */
export function wake(): void {
  document.dispatchEvent(new Event(WAKE))
}
