import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from '#ui/register-worker.ts'

afterEach(() => document.documentElement.removeAttribute('data-worker'))

/** What a browser was asked to fetch once the page was there. @param worker that the page names; none when not given */
function registered(worker?: string): string[] {
  const asked: string[] = []
  const register = async (address: string): Promise<void> => {
    asked.push(address)
    throw new Error('forbidden')
  }
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  if (worker !== undefined) document.documentElement.dataset['worker'] = worker
  registerWorker(document)
  expect(asked).toEqual([])
  dispatchEvent(new Event('load'))
  return asked
}

test('the worker that a page names is fetched once the page is there, and a browser that forbids it says nothing', () => {
  expect(registered('/service-worker.js?lang=de')).toEqual(['/service-worker.js?lang=de'])
})

test('a page that names none has none', () => {
  expect(registered()).toEqual([])
})

test('a browser that knows no workers goes without', () => {
  vi.stubGlobal('navigator', {})
  document.documentElement.dataset['worker'] = '/service-worker.js'
  expect(() => registerWorker(document)).not.toThrow()
})
