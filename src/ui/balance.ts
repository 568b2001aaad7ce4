import { formatBalance, formatCredits } from '#core/format.ts'

/** Below this many credits, the user sees a warning that the balance is low. */
const LOW = 0.5

/**
 * Whether the balance is so low that the user is warned.
 * @param credits decimal credits
 */
export function isLowBalance(credits: number): boolean {
  return credits < LOW
}

/**
 * Writes a new balance into the server-rendered frame.
 * @param credits decimal credits
 */
export function showBalance(root: ParentNode, credits: number, locale: string): void {
  for (const pill of root.querySelectorAll<HTMLElement>('[data-balance]')) {
    const amount = pill.querySelector<HTMLElement>('[data-amount]')
    if (amount !== null) {
      amount.textContent = formatBalance(credits, locale)
      amount.title = formatCredits(credits, locale)
    }
    pill.toggleAttribute('data-low', isLowBalance(credits))
    pill.hidden = false
  }
}
