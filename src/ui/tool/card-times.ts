import { formatTime } from '#core/format.ts'

/**
 * Converts the times of server-rendered cards to the reader's time zone, which the server does not
 * know. They are hours and minutes, as in `CardFoot`.
 */
export function localizeCardTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('.tool-card time'))
    time.textContent = formatTime(Date.parse(time.dateTime)).slice(11, 16)
}
