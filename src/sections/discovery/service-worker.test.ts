import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

const SOURCE = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')

type Listener = (event: object) => void
type Page = {
  visibilityState: string
  navigate(address: string): Promise<Page | null>
  focus(): void
}

/** Starts the worker while these pages are open. */
function startWorker(pages: Page[]) {
  const listeners = new Map<string, Listener>()
  const showNotification = vi.fn<(title: string, options: object) => Promise<void>>()
  const openWindow = vi.fn<(address: string) => Promise<null>>(() => Promise.resolve(null))
  const scope = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
    registration: { showNotification },
    location: { origin: 'https://studio.example' },
    URL
  }
  runInContext(SOURCE, createContext(scope))
  const send = async (type: string, event: object): Promise<void> => {
    let done: Promise<unknown> = Promise.resolve()
    const waitUntil = (work: Promise<unknown>): void => void (done = work)
    listeners.get(type)?.({ ...event, waitUntil })
    await done
  }
  return { send, showNotification, openWindow }
}

const page = (visibilityState: string): Page => ({
  visibilityState,
  navigate: vi.fn(() => Promise.resolve(null)),
  focus: vi.fn()
})

const SAID = {
  title: 'Flux',
  body: 'Your result is ready.',
  path: '/flux/history?task=1',
  tag: '1',
  lang: 'en'
}
const push = { data: { json: () => SAID } }
const press = (data: string) => ({ notification: { data, close: () => undefined } })

test('a push message becomes a notification, unless a page of the site is visible', async () => {
  const hidden = startWorker([page('hidden')])
  await hidden.send('push', push)
  expect(hidden.showNotification).toHaveBeenCalledExactlyOnceWith('Flux', {
    body: 'Your result is ready.',
    tag: '1',
    lang: 'en',
    icon: '/apple-touch-icon.png',
    data: '/flux/history?task=1'
  })
  const visible = startWorker([page('hidden'), page('visible')])
  await visible.send('push', push)
  expect(visible.showNotification).not.toHaveBeenCalled()
})

test('pressing a notification shows its result in an open page, or else in a new one', async () => {
  const open = page('hidden')
  vi.mocked(open.navigate).mockResolvedValue(open)
  const worker = startWorker([open])
  await worker.send('notificationclick', press('/flux/history?task=1'))
  expect(open.navigate).toHaveBeenCalledWith('https://studio.example/flux/history?task=1')
  expect([open.focus, worker.openWindow].map(each => vi.mocked(each).mock.calls.length)).toEqual([
    1, 0
  ])
  const alone = startWorker([])
  await alone.send('notificationclick', press('/flux/history?task=1'))
  expect(alone.openWindow).toHaveBeenCalledExactlyOnceWith(
    'https://studio.example/flux/history?task=1'
  )
})

test('a notification never opens another site', async () => {
  const worker = startWorker([])
  await worker.send('notificationclick', press('https://evil.example/'))
  expect(worker.openWindow).not.toHaveBeenCalled()
})
