import { expect, test } from 'vitest'
import { pageTitle } from '#core/page-title.ts'

test.each([
  ['', 'Flux · Alpha'],
  ['{site}: {page}', 'Alpha: Flux'],
  ['{page}', 'Flux']
])('a page under the pattern "%s" is called "%s"', (pattern, title) => {
  expect(pageTitle(pattern, 'Flux', 'Alpha')).toBe(title)
})

test('what a page or a site is called is no pattern', () => {
  expect(pageTitle('{page} · {site}', '{site} $&', '{page}')).toBe('{site} $& · {page}')
})
