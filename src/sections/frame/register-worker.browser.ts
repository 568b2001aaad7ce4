/**
 * Registers the service worker after the page has loaded, and tells it which offline page to cache.
 * A browser without workers, or one that forbids them, continues without.
 */
export function registerWorker({ documentElement }: Document): void {
  const { offline } = documentElement.dataset
  if (offline === undefined || !('serviceWorker' in navigator)) return
  addEventListener('load', () => void register(offline).catch(() => undefined), { once: true })
}

async function register(offline: string): Promise<void> {
  const { serviceWorker } = navigator
  await serviceWorker.register('/service-worker.js')
  const { active } = await serviceWorker.ready
  active?.postMessage(offline, [])
}
