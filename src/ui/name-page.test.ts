import { afterEach, expect, test } from 'vitest'
import { namePage } from '#ui/name-page.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

test('a page is named with its site, whatever either is called', () => {
  document.head.innerHTML = '<title>Ebb · Muses · Co</title><meta property="og:site_name" content="Muses · Co">'
  namePage('Tides · and storms')
  expect(document.title).toBe('Tides · and storms · Muses · Co')
})

test.each(['', '<meta property="og:site_name" content="">'])('where no site has a name it stands alone', head => {
  document.head.innerHTML = head
  namePage('Tides')
  expect(document.title).toBe('Tides')
})
