import { formatTime } from '#core/format.ts'

/** A time as cards show it: to the minute. @param milliseconds unix milliseconds @param timeZone the reader's own when not given */
export function formatMinute(milliseconds: number, timeZone?: string): string {
  return formatTime(milliseconds, timeZone).slice(0, -3)
}

/** Shows the times of cards that the server has drawn in the reader's own zone, which it does not know. */
export function localCardTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('.tool-card time')) time.textContent = formatMinute(Date.parse(time.dateTime))
}
