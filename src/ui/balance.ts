import { formatBalance, formatCredits } from '#core/format.ts'

/** Credits below which a person is warned before nothing is left. */
const LOW = 0.5

/** @param credits decimal credits */
export function isLow(credits: number): boolean {
  return credits < LOW
}

/** Writes a new balance into the frame that the server has rendered. @param credits decimal credits */
export function showBalance(root: ParentNode, credits: number, locale: string): void {
  for (const pill of root.querySelectorAll<HTMLElement>('[data-balance]')) {
    const amount = pill.querySelector<HTMLElement>('[data-amount]')
    if (amount !== null) {
      amount.textContent = formatBalance(credits, locale)
      amount.title = formatCredits(credits, locale)
    }
    pill.toggleAttribute('data-low', isLow(credits))
    pill.hidden = false
  }
}
