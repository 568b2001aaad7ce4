import { createHash } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import { RAIL_PAY_WAYS, type Rail } from '#servers/platform/orders/rails.ts'

/**
 * Milliseconds for which an order waits, since a bank transfer takes days, and an operator must
 * then confirm it.
 */
const WAITS = 14 * 24 * 3_600_000

/** Letters and digits that are hard to confuse when copied by hand. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Returns the rail of bank transfers. The order tells the payer where to send the money and what to
 * quote; an operator confirms that it came. A bank moves real money, so it buys real credits.
 */
export function manualRail(): Rail {
  return {
    id: 'manual',
    ways: RAIL_PAY_WAYS.manual,
    fund: 'real',
    waits: WAITS,
    create: async ({ id }) => ({ pay_id: manualReference(id), pay_url: null }),
    query: async () => 'open',
    close: async () => undefined,
    refund: async () => {
      throw new Problem('api_error', {
        detail: 'a bank transfer must be refunded manually'
      })
    }
  }
}

/** Returns the reference that a payer quotes and an operator looks for: `7K3F-9Q2D-XM4T`. */
export function manualReference(orderId: string): string {
  const bytes = createHash('sha256').update(orderId).digest().subarray(0, 12)
  const letters = Array.from(bytes, byte => ALPHABET[byte % ALPHABET.length]).join('')
  return inGroups(letters)
}

/**
 * Converts a reference from a bank statement to its usual form. Banks strip punctuation and change
 * the case of letters.
 */
export function normalizeReference(text: string): string {
  return inGroups(text.replaceAll(/[^0-9a-z]/gi, '').toUpperCase())
}

function inGroups(letters: string): string {
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}
