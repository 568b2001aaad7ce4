/** Milliseconds from one look to the next, and at most while nothing can be had. */
const EVERY = 3000
const LONGEST = 30_000

/**
 * Follows an order while it is being paid: loads its page anew as soon as it is in another state, or waits for another
 * payment, since the code of one that was begun before is dead then. Stops at its deadline, rests while nobody looks.
 */
export function improveOrders(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-watch]')) follow(element)
}

function follow({ dataset: { watch = '', state = '', payment = '', until } }: HTMLElement): void {
  const end = until === undefined || until === '' ? Infinity : Date.parse(until)
  const shown = told(state, payment)
  let wait = EVERY
  const look = async (): Promise<void> => {
    const now = document.hidden ? shown : await ask(watch).catch(() => null)
    if (now !== null && now !== shown) return location.reload()
    wait = now === null ? Math.min(wait * 2, LONGEST) : EVERY
    // Once more after its end: then it has expired, and the page says so.
    if (Date.now() < end + LONGEST) setTimeout(() => void look(), wait)
  }
  setTimeout(() => void look(), wait)
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
