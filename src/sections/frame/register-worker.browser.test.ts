import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from '#sections/frame/register-worker.browser.ts'

afterEach(() => document.documentElement.removeAttribute('data-offline'))

/**
 * Loads the page and returns all that the browser received: the registered script, then the
 * messages to its worker.
 * @param said the page's message to the worker; undefined for a page without one
 */
async function heard(
  said: string | undefined,
  fetched: Promise<void> = Promise.resolve()
): Promise<string[]> {
  const asked: string[] = []
  const note = (what: string): void => void asked.push(what)
  const register = async (address: string): Promise<void> => {
    note(address)
    await fetched
  }
  vi.stubGlobal('navigator', {
    serviceWorker: { register, ready: Promise.resolve({ active: { postMessage: note } }) }
  })
  if (said !== undefined) document.documentElement.dataset['offline'] = said
  registerWorker(document)
  expect(asked).toEqual([])
  dispatchEvent(new Event('load'))
  await vi.waitFor(() => undefined)
  return asked
}

test('the worker is registered once the page has loaded, and receives its message', async () => {
  const asked = await heard('{"page":"/de/offline"}')
  await vi.waitFor(() => expect(asked).toEqual(['/service-worker.js', '{"page":"/de/offline"}']))
})

test('a browser that forbids the worker causes no error', async () => {
  expect(await heard('{}', Promise.reject(new Error('forbidden')))).toEqual(['/service-worker.js'])
})

test('a page without a message registers no worker', async () => {
  expect(await heard(undefined)).toEqual([])
})

test('a browser that does not support workers causes no error', () => {
  vi.stubGlobal('navigator', {})
  document.documentElement.dataset['offline'] = '{}'
  expect(() => registerWorker(document)).not.toThrow()
})
