import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import { readPushState, turnPushOff, turnPushOn } from '#client/push.ts'

const ORIGIN = 'https://studio.example'
const SUBSCRIPTION = {
  endpoint: 'https://push.example/1?a=b',
  keys: { p256dh: 'key', auth: 'secret' }
}

/** Requests that the page sent: method, path and body. */
let sent: unknown[][] = []
let subscribed = false
const subscribe = vi.fn(async () => {
  subscribed = true
  return browserSubscription
})
const browserSubscription = {
  ...SUBSCRIPTION,
  toJSON: () => SUBSCRIPTION,
  unsubscribe: async () => {
    subscribed = false
    return true
  }
}

/** Fakes a browser whose user gives this answer to the question for permission. */
function playBrowser(answer: NotificationPermission, permission = answer): void {
  const registration = {
    pushManager: {
      subscribe,
      getSubscription: async () => (subscribed ? browserSubscription : null)
    }
  }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve(registration) } })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer })
}

beforeEach(() => {
  sent = []
  subscribed = false
  document.documentElement.dataset['offline'] = '{}'
  bindHub({ user: null, locale: 'en', origin: ORIGIN, hosts: { platform: ORIGIN } } as HubInfo)
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    sent.push([
      method,
      address.slice(ORIGIN.length),
      body === undefined ? null : JSON.parse(String(body))
    ])
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json(method === 'GET' ? { key: 'public' } : { id: '1', created_at: 1 })
  })
})
afterEach(() => {
  delete document.documentElement.dataset['offline']
  vi.unstubAllGlobals()
  subscribe.mockClear()
})

test('turning push messages on subscribes the browser with the deployment’s key', async () => {
  playBrowser('granted')
  expect([await readPushState(), await turnPushOn('token'), await readPushState()]).toEqual([
    'off',
    'on',
    'on'
  ])
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'public' })
  expect(sent).toEqual([
    ['GET', '/api/v1/push', null],
    ['POST', '/api/v1/push', SUBSCRIPTION]
  ])
})

test('turning push messages off ends them in the browser and at the server', async () => {
  playBrowser('granted')
  await turnPushOn('token')
  sent = []
  expect([await turnPushOff('token'), subscribed]).toEqual(['off', false])
  const query = new URLSearchParams({ endpoint: SUBSCRIPTION.endpoint })
  expect(sent).toEqual([['DELETE', `/api/v1/push?${query}`, null]])
})

test('a user who refuses permission is not subscribed', async () => {
  playBrowser('denied')
  expect([await turnPushOn('token'), sent]).toEqual(['blocked', []])
})

test('a page without a service worker cannot receive push messages', async () => {
  playBrowser('granted')
  delete document.documentElement.dataset['offline']
  expect(await readPushState()).toBe('impossible')
})
