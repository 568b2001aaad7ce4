import { formatTime } from '#core/format.ts'

/** Shows the times of cards that the server has drawn in the reader's own zone, which it does not know. */
export function localCardTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('.tool-card time')) time.textContent = formatTime(Date.parse(time.dateTime))
}
