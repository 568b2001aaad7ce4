import { expect, test } from 'vitest'
import { pageTitle } from '#core/page-title.ts'

test.each([
  ['', 'Flux · Alpha'],
  ['{site}: {page}', 'Alpha: Flux'],
  ['{page}', 'Flux']
])('a page with the pattern "%s" has the title "%s"', (pattern, title) => {
  expect(pageTitle(pattern, 'Flux', 'Alpha')).toBe(title)
})

test('a page that names the site does not name it twice', () => {
  expect(pageTitle('', 'Sign in to Alpha', 'Alpha')).toBe('Sign in to Alpha')
})

test('the names of a page and a site are not treated as patterns', () => {
  expect(pageTitle('{page} · {site}', '{site} $&', '{page}')).toBe('{site} $& · {page}')
})
