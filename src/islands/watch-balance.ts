import { pageHub } from '#client/page-hub.ts'
import { $balance } from '#stores/balance.ts'
import { showBalance } from '#ui/balance.ts'

/**
 * Updates the balance in the page frame when runs of a service change it.
 * @param service name of the page's service
 * @returns a function that stops it
 */
export function watchBalance(service: string): () => void {
  return $balance.subscribe(balance => {
    if (balance?.service === service) showBalance(document, balance.credits, pageHub().locale)
  })
}
