import { formatTime } from '#core/format.ts'

/** Shows every time of the page in the reader's own zone, which no server knows. */
export function improveTimes(root: Document): void {
  for (const time of root.querySelectorAll('time[datetime]:not([data-own])'))
    time.textContent = formatTime(Date.parse(time.getAttribute('datetime') ?? ''))
}
