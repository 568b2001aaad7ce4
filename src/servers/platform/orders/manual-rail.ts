import { createHash } from 'node:crypto'
import { Problem } from '#core/problem.ts'
import { WAYS, type Rail } from '#servers/platform/orders/rails.ts'

/** A transfer takes days, and somebody has to see that it came. */
const WAITS = 14 * 24 * 3_600_000

/** Letters and digits that nobody takes for another when they are copied by hand. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Bank transfer: a person is told where to send the money and what to quote; that it came is said by an operator. What
 * goes through a bank is real money, and so are the credits that it buys.
 */
export function manualRail(): Rail {
  return {
    id: 'manual',
    ways: WAYS.manual,
    fund: 'real',
    waits: WAITS,
    create: async ({ id }) => ({ pay_id: manualReference(id), pay_url: null }),
    query: async () => 'open',
    close: async () => undefined,
    refund: async () => {
      throw new Problem('api_error', { detail: 'the money of a bank transfer is sent back by hand' })
    }
  }
}

/** What a person quotes with a transfer, and an operator looks for: `7K3F-9Q2D-XM4T`. */
export function manualReference(orderId: string): string {
  const bytes = createHash('sha256').update(orderId).digest().subarray(0, 12)
  const letters = Array.from(bytes, byte => ALPHABET[byte % ALPHABET.length]).join('')
  return inGroups(letters)
}

/** What stands on a bank's statement as it is quoted: banks strip signs, and change small letters and capitals. */
export function asReference(text: string): string {
  return inGroups(text.replaceAll(/[^0-9a-z]/gi, '').toUpperCase())
}

function inGroups(letters: string): string {
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}
