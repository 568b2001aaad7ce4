/** Between two looks whether the site answers again, in milliseconds. */
const PAUSE = 3000

/**
 * Shows the page that was asked for once the site answers again. That a network is there is said a little before it carries
 * anything, and a site may be away without it.
 */
export function comeBack(): void {
  // Whoever opens the page for itself has nothing to come back to.
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
  const answer = await fetch('/healthz', { cache: 'no-store', credentials: 'omit' }).catch(() => null)
  if (answer?.ok === true) location.reload()
}
