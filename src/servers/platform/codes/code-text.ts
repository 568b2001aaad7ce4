import { createHash, randomBytes } from 'node:crypto'

/** Letters and digits that are not taken for each other: Crockford's 32. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 100 random bits: nobody guesses one, however many there are. */
const LENGTH = 20
const GROUP = 5

/** What is read for what, by somebody who types from paper. */
const TAKEN_FOR: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' }

/** A new code, as people get it: `A7K2M-…` in four groups of five. */
export function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map(byte => LETTERS[byte % LETTERS.length] ?? '')
  return Array.from({ length: LENGTH / GROUP }, (_, group) => letters.slice(group * GROUP, (group + 1) * GROUP).join('')).join('-')
}

/** A code without what does not matter of how it was typed; null for what can be none. */
export function plainCode(typed: string): string | null {
  const letters = [...typed.normalize('NFKC').toUpperCase()].filter(letter => /[\p{L}\p{N}]/u.test(letter))
  const plain = letters.map(letter => TAKEN_FOR[letter] ?? letter)
  return plain.length === LENGTH && plain.every(letter => LETTERS.includes(letter)) ? plain.join('') : null
}

/** How codes are kept: a fast hash is enough for 100 random bits. */
export function hashCode(plain: string): string {
  return createHash('sha256').update(`redemption:${plain}`).digest('base64url')
}

/** The end of a code, by which it is told from others. */
export function hintOf(plain: string): string {
  return plain.slice(-4)
}
