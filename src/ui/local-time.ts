import { formatTime } from '#core/format.ts'
import { formatRelativeTime } from '#core/moment.ts'

/**
 * Converts every time on the page to the reader's time zone, which no server knows. The tooltip has
 * the full time.
 */
export function improveTimes(root: Document, now = Date.now()): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[datetime]:not([data-own])')) {
    const milliseconds = Date.parse(time.dateTime)
    time.removeAttribute('dir')
    time.title = formatTime(milliseconds)
    time.textContent = formatRelativeTime(milliseconds, now, root.documentElement.lang)
  }
}
