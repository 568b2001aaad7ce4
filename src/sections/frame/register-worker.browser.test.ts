import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from '#sections/frame/register-worker.browser.ts'

afterEach(() => document.documentElement.removeAttribute('data-offline'))

/** What a browser was asked to fetch and its worker was told, once the page was there. @param said by the page; nothing when not given */
async function heard(said: string | undefined, fetched: Promise<void> = Promise.resolve()): Promise<string[]> {
  const asked: string[] = []
  const note = (what: string): void => void asked.push(what)
  const register = async (address: string): Promise<void> => {
    note(address)
    await fetched
  }
  vi.stubGlobal('navigator', { serviceWorker: { register, ready: Promise.resolve({ active: { postMessage: note } }) } })
  if (said !== undefined) document.documentElement.dataset['offline'] = said
  registerWorker(document)
  expect(asked).toEqual([])
  dispatchEvent(new Event('load'))
  await vi.waitFor(() => undefined)
  return asked
}

test('the worker is fetched once the page is there, and told what the page says', async () => {
  const asked = await heard('{"page":"/de/offline"}')
  await vi.waitFor(() => expect(asked).toEqual(['/service-worker.js', '{"page":"/de/offline"}']))
})

test('a browser that forbids it says nothing', async () => {
  expect(await heard('{}', Promise.reject(new Error('forbidden')))).toEqual(['/service-worker.js'])
})

test('a page that says nothing has none', async () => {
  expect(await heard(undefined)).toEqual([])
})

test('a browser that knows no workers goes without', () => {
  vi.stubGlobal('navigator', {})
  document.documentElement.dataset['offline'] = '{}'
  expect(() => registerWorker(document)).not.toThrow()
})
