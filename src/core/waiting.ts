/**
 * What waits for a guest who signs up: something that they pressed Send or Generate for, by its
 * medium, or a result to keep.
 */
const WAITING = ['chat', 'image', 'video', 'music', 'keep'] as const

export type Waiting = (typeof WAITING)[number]

/**
 * @param word text from an address
 * @returns null for anything else
 */
export function readWaiting(word: string | null | undefined): Waiting | null {
  return WAITING.find(each => each === word) ?? null
}
