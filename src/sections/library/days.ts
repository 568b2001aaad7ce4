import type { LibraryItem } from '#contract/library.ts'

/** Items of one day of UTC, in the order of the list. */
type LibraryDay = { day: string; items: LibraryItem[] }

/** Groups items by day. Their order stays. */
export function libraryDays(items: readonly LibraryItem[]): LibraryDay[] {
  const days: LibraryDay[] = []
  for (const item of items) {
    const day = item.created_at.slice(0, 10)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
