import { request } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import { pageHub } from '#client/page-hub.ts'
import { callPlatform } from '#client/platform.ts'
import type { Push, PushKey } from '#contract/push.ts'

/** How a browser treats messages of this site. */
export type PushState = 'impossible' | 'blocked' | 'off' | 'on'

/**
 * Tells whether this browser receives messages. It cannot without a service worker, and not where
 * the user blocks notifications.
 */
export async function pushState(): Promise<PushState> {
  const registration = await registered()
  if (registration === undefined || !('PushManager' in globalThis)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return (await registration.pushManager.getSubscription()) === null ? 'off' : 'on'
}

/**
 * Asks the user for permission, and subscribes this browser. Call it when the user presses a button.
 * @throws Problem when the server refuses; DOMException when the browser cannot reach its service
 */
export async function turnPushOn(token: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const registration = await registered()
  if (registration === undefined) return 'impossible'
  const { key } = await callPlatform<PushKey>('/push', { token })
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key
  })
  await callPlatform<Push>('/push', { method: 'POST', token, body: subscription.toJSON() })
  return 'on'
}

/** Ends the messages to this browser, at its service and at ours. */
export async function turnPushOff(token: string): Promise<PushState> {
  const subscription = await (await registered())?.pushManager.getSubscription()
  if (subscription == null) return pushState()
  const { endpoint } = subscription
  await subscription.unsubscribe()
  const query = new URLSearchParams({ endpoint })
  await request(`${pageHub().hosts.platform}/api/v1/push?${query}`, {
    method: 'DELETE',
    token,
    headers: callerHeaders('platform')
  })
  return 'off'
}

/** Returns the registration of the service worker, undefined on a page without one. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const hasWorker = document.documentElement.dataset['offline'] !== undefined
  return hasWorker && 'serviceWorker' in navigator ? navigator.serviceWorker.ready : undefined
}
