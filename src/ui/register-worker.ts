/**
 * Has the browser fetch the worker that the page names, once the page itself is there. A browser that has none, or that may
 * not keep it, goes without.
 */
export function registerWorker({ documentElement }: Document): void {
  const { worker } = documentElement.dataset
  if (worker === undefined || !('serviceWorker' in navigator)) return
  addEventListener('load', () => void navigator.serviceWorker.register(worker).catch(() => undefined), { once: true })
}
