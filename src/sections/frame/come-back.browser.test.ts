import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadWhenOnline } from '#sections/frame/come-back.browser.ts'

const reload = vi.fn()
const fetch = vi.fn<() => Promise<Response>>()
let page = new EventTarget()
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

/** Opens the page at an address, on a site that answers like this. */
function open(pathname: string, answer: () => Promise<Response>, onLine = true): void {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { pathname, reload })
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', fetch.mockImplementation(answer))
  reloadWhenOnline()
}

const away = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
const status = (code: number) => async () => new Response(null, { status: code })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockReset()
  fetch.mockReset()
})

test('the offline page checks until the site answers, then reloads the page', async () => {
  open('/flux', away)
  await seconds(7)
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
  fetch.mockImplementation(status(200))
  await seconds(3)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a site that answers with an error counts as unavailable', async () => {
  open('/flux', status(502))
  await seconds(10)
  expect(fetch).toHaveBeenCalledWith('/healthz', { cache: 'no-store', credentials: 'omit' })
  expect(reload).not.toHaveBeenCalled()
})

test('nothing is requested without a network, and its return starts a check at once', async () => {
  open('/flux', status(200), false)
  await seconds(10)
  expect(fetch).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  page.dispatchEvent(new Event('online'))
  await seconds(0)
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each(['/offline', '/ar/offline', '/offline/'])(
  'the offline page does nothing if the user opened %s directly',
  async pathname => {
    open(pathname, status(200))
    page.dispatchEvent(new Event('online'))
    await seconds(10)
    expect(fetch).not.toHaveBeenCalled()
  }
)
