import type { HubInfo } from '#client/hub.ts'
import { userFeed } from '#stores/person-feed.ts'
import { settleOwner } from '#stores/owner.ts'

/**
 * Milliseconds between the expiry of an order and one more check. By then the server has marked the
 * order as expired.
 */
const LATER = 2000

/** Longest delay of a browser's timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/**
 * Follows an order while the user pays it. When the account's feed reports changed orders, the page
 * checks its order. It reloads if the order has another state or waits for another payment. The QR
 * code of an earlier payment is then invalid. A page that sends a form does not reload: its answer
 * leads to the payment, and a reload would cancel it.
 */
export function improveOrders(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-watch]')) follow(element)
}

function follow({
  dataset: { watch = '', state = '', payment = '', until, hub = '' }
}: HTMLElement): void {
  const info = JSON.parse(hub) as HubInfo
  const shown = told(state, payment)
  let sending = false
  const look = async (): Promise<void> => {
    const now = await ask(watch).catch(() => null)
    if (now !== null && now !== shown && !sending) location.reload()
  }
  addEventListener('submit', () => {
    sending = true
  })
  // The user went back, and the browser restored the page: it no longer sends a form.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    sending = false
    void look()
  })
  settleOwner(info)
  const feed = userFeed()
  feed.watch(({ type, data }) => {
    if (type === 'ready' || (data['of'] as readonly string[] | undefined)?.includes('orders'))
      void look()
  })
  feed.start()
  const left = Date.parse(until ?? '') - Date.now()
  if (left < LONGEST - LATER) setTimeout(() => void look(), Math.max(0, left) + LATER)
}

/** Joins everything that a page shows of an order into one text to compare. */
function told(state: string, payment: string): string {
  return `${state} ${payment}`
}

/** @throws when the request fails or its answer is unreadable */
async function ask(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(String(answer.status))
  const { state, payment } = (await answer.json()) as { state: string; payment: string }
  return told(state, payment)
}
