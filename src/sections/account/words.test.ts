import { expect, test } from 'vitest'
import { siteName } from '#core/placeholder.ts'
import { relativeTimeText, deviceName } from '#sections/account/words.ts'

const NOW = Date.UTC(2026, 10, 22, 12)

test.each([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [7200, '2 hours ago'],
  [86_400, 'yesterday'],
  [40 * 86_400, 'last month'],
  [800 * 86_400, '2 years ago'],
  [-5, 'now']
])('%i seconds ago reads %s', (seconds, words) => {
  expect(relativeTimeText(NOW - seconds * 1000, NOW, 'en')).toBe(words)
})

test('times are in the reader’s language', () => {
  expect(relativeTimeText(NOW - 7_200_000, NOW, 'de')).toBe('vor 2 Stunden')
})

test('a device has a name even when little is known about it', () => {
  const t = (key: string, values = {}): string =>
    [key.split('.').at(-1), ...Object.values(values)].join(' ')
  expect(deviceName(t, { browser: 'Firefox', system: 'Android' })).toBe('agent Firefox Android')
  expect(deviceName(t, { browser: '', system: 'Android' })).toBe('Android')
  expect(deviceName(t, { browser: '', system: '' })).toBe('unknown')
})

test('a site is named by its host, and the placeholder site by the page’s host', () => {
  expect(siteName('https://muses.example', 'localhost:4321')).toBe('muses.example')
  expect(siteName('http://localhost-1234', 'localhost:4321')).toBe('localhost:4321')
})
