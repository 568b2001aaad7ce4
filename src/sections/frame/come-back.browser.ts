/** Milliseconds between two checks whether the site answers again. */
const PAUSE = 3000

/**
 * Reloads the requested page once the site answers again. The `online` event comes a little before
 * the network works, and a site may be down without it. So the page keeps checking.
 */
export function reloadWhenOnline(): void {
  // A user who opened this page directly has no other page to return to.
  if (/\/offline\/?$/.test(location.pathname)) return
  addEventListener('online', () => void look())
  const again = async (): Promise<void> => {
    await look()
    setTimeout(again, PAUSE)
  }
  setTimeout(again, PAUSE)
}

async function look(): Promise<void> {
  if (!navigator.onLine) return
  const answer = await fetch('/healthz', { cache: 'no-store', credentials: 'omit' }).catch(
    () => null
  )
  if (answer?.ok === true) location.reload()
}
