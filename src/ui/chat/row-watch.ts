import type { Content } from '#core/chat.ts'

/**
 * A row far from the viewport: its height in CSS pixels, its text, and the content that it showed.
 */
export type Far = { height: number; text: string; of?: Content }

/** A row's distance; null until it is known. */
export type Told = Far | 'near' | null

/**
 * Watches a row and reports each change of its distance.
 * @returns stops watching
 */
export type WatchRow = (row: HTMLElement, tell: (told: Told) => void) => () => void
