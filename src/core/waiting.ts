/**
 * The reason for which a guest signs up: they pressed Send or Generate for something of this
 * medium, or (`keep`) they want to keep a result.
 */
const WAITING = ['chat', 'image', 'video', 'audio', 'keep'] as const

export type SignUpReason = (typeof WAITING)[number]

/**
 * @param word text from an address
 * @returns null for anything else
 */
export function parseSignUpReason(word: string | null | undefined): SignUpReason | null {
  return WAITING.find(each => each === word) ?? null
}
