import { formatTime } from '#core/format.ts'

/** Converts every time on the page to the reader's time zone, which no server knows. */
export function improveTimes(root: Document): void {
  for (const time of root.querySelectorAll('time[datetime]:not([data-own])'))
    time.textContent = formatTime(Date.parse(time.getAttribute('datetime') ?? ''))
}
