import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { improveShareButtons } from '#sections/distribution/share.browser.ts'

beforeEach(() => {
  document.body.innerHTML =
    '<button type="button" hidden data-share="https://studio.example/s/abc" data-title="Studio"></button>'
})
afterEach(() => Reflect.deleteProperty(navigator, 'share'))

const button = (): HTMLButtonElement | null => document.querySelector('button')

test('a press opens the device’s share dialog, which the user may cancel', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(() =>
    Promise.reject(new DOMException('closed', 'AbortError'))
  )
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  improveShareButtons(document)
  expect(button()?.hidden).toBe(false)
  button()?.click()
  expect(share).toHaveBeenCalledExactlyOnceWith({
    url: 'https://studio.example/s/abc',
    title: 'Studio'
  })
  await expect(share.mock.results[0]?.value).rejects.toThrow('closed')
})

test('the button stays hidden where the browser cannot share', () => {
  improveShareButtons(document)
  expect(button()?.hidden).toBe(true)
})
