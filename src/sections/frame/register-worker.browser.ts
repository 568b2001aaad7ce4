/**
 * Has the browser fetch the worker, once the page itself is there, and tells it what the page says is to be kept. A browser
 * that has none, or that may not keep it, goes without.
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
