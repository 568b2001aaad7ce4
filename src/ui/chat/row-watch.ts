import type { MessageContent } from '#core/chat.ts'

/**
 * A row far from the viewport: its height in CSS pixels, its text, and the content that it showed.
 */
export type FarRow = { height: number; text: string; of?: MessageContent }

/** Whether a row is near or far; null until that is known. */
export type RowDistance = FarRow | 'near' | null

/**
 * Watches a row and reports whether it is near or far, each time that changes.
 * @returns a function that stops it
 */
export type WatchRow = (row: HTMLElement, tell: (told: RowDistance) => void) => () => void
