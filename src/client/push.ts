import { sendRequest } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import { pageHub } from '#client/page-hub.ts'
import { callPlatform } from '#client/platform.ts'
import type { SavedPushSubscription, PushKey } from '#contract/push.ts'

/**
 * Whether push messages of this site reach a browser: it cannot receive them (`impossible`), the
 * user blocks them (`blocked`), or they are off or on.
 */
export type PushState = 'impossible' | 'blocked' | 'off' | 'on'

/**
 * Returns whether this browser receives push messages. Without a service worker that is impossible.
 */
export async function readPushState(): Promise<PushState> {
  const registration = await registered()
  if (registration === undefined || !('PushManager' in globalThis)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return (await registration.pushManager.getSubscription()) === null ? 'off' : 'on'
}

/**
 * Asks the user for permission, and subscribes this browser to push messages. Call it only when the
 * user presses a button: browsers may refuse to ask at other times.
 * @throws Problem when our server refuses; DOMException when the browser cannot reach its push
 * service
 */
export async function turnPushOn(token: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  const registration = await registered()
  if (registration === undefined) return 'impossible'
  const { key } = await callPlatform<PushKey>('/push', { token })
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key
  })
  await callPlatform<SavedPushSubscription>('/push', {
    method: 'POST',
    token,
    body: subscription.toJSON()
  })
  return 'on'
}

/** Ends the push messages to this browser, both at the browser's push service and at our server. */
export async function turnPushOff(token: string): Promise<PushState> {
  const subscription = await (await registered())?.pushManager.getSubscription()
  if (subscription == null) return readPushState()
  const { endpoint } = subscription
  await subscription.unsubscribe()
  const query = new URLSearchParams({ endpoint })
  await sendRequest(`${pageHub().hosts.platform}/api/v1/push?${query}`, {
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
