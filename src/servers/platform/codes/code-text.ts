import { createHash, randomBytes } from 'node:crypto'

/** Letters and digits that are hard to confuse: Crockford's 32. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Length of a code in characters. They have 100 random bits, so nobody can guess a code, however
 * many exist.
 */
const LENGTH = 20
const GROUP = 5

/** Letters that a code never contains, and the characters that people mean when they type them. */
const TAKEN_FOR: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' }

/** Returns a new code as users get it: `A7K2M-…` in four groups of five. */
export function createRedemptionCode(): string {
  const letters = [...randomBytes(LENGTH)].map(byte => LETTERS[byte % LETTERS.length] ?? '')
  return Array.from({ length: LENGTH / GROUP }, (_, group) =>
    letters.slice(group * GROUP, (group + 1) * GROUP).join('')
  ).join('-')
}

/**
 * Normalizes a typed code: case, separators and misread characters. Returns null for a text that
 * cannot be a code.
 */
export function normalizeRedemptionCode(typed: string): string | null {
  const letters = [...typed.normalize('NFKC').toUpperCase()].filter(letter =>
    /[\p{L}\p{N}]/u.test(letter)
  )
  const plain = letters.map(letter => TAKEN_FOR[letter] ?? letter)
  return plain.length === LENGTH && plain.every(letter => LETTERS.includes(letter))
    ? plain.join('')
    : null
}

/** Hashes a code for storage. A fast hash is enough for 100 random bits. */
export function hashRedemptionCode(plain: string): string {
  return createHash('sha256').update(`redemption:${plain}`).digest('base64url')
}

/** Returns the end of a code, which operators use to tell codes apart. */
export function redemptionCodeHint(plain: string): string {
  return plain.slice(-4)
}
