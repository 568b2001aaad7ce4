import type { Content } from '#core/chat.ts'

/** A row that is far away: how high it was, in CSS pixels, its words, and of which content they are. */
export type Far = { height: number; text: string; of?: Content }

/** Null until anything is known. */
export type Told = Far | 'near' | null

/** Tells how near a row is, whenever that changes. @returns ends it */
export type WatchRow = (row: HTMLElement, tell: (told: Told) => void) => () => void
