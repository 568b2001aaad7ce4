import type { HubInfo } from '#client/hub.ts'
import { feedOf } from '#stores/person-feed.ts'
import { settleOwner } from '#stores/owner.ts'

/** From the end of an order on, so long until its page is looked at once more: then it has expired. Milliseconds. */
const LATER = 2000

/** Longest that a browser's timer waits, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/**
 * Follows an order while it is being paid: as soon as the account's feed says that orders have changed, its page is loaded
 * anew if it is in another state, or waits for another payment, since the code of one that was begun before is dead then.
 */
export function improveOrders(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-watch]')) follow(element)
}

function follow({ dataset: { watch = '', state = '', payment = '', until, hub = '' } }: HTMLElement): void {
  const info = JSON.parse(hub) as HubInfo
  const shown = told(state, payment)
  const look = async (): Promise<void> => {
    const now = await ask(watch).catch(() => null)
    if (now !== null && now !== shown) location.reload()
  }
  settleOwner(info)
  const feed = feedOf(info)
  feed.watch(({ type, data }) => {
    if (type === 'ready' || (data['of'] as readonly string[] | undefined)?.includes('orders')) void look()
  })
  feed.start()
  const left = Date.parse(until ?? '') - Date.now()
  if (left < LONGEST - LATER) setTimeout(() => void look(), Math.max(0, left) + LATER)
}

/** What a page shows of an order, as one text to compare. */
function told(state: string, payment: string): string {
  return `${state} ${payment}`
}

/** @throws when there is no answer, or none that says anything */
async function ask(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(String(answer.status))
  const { state, payment } = (await answer.json()) as { state: string; payment: string }
  return told(state, payment)
}
