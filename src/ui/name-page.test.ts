import { afterEach, expect, test } from 'vitest'
import { setPageTitle } from '#ui/name-page.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

test("adds the site's name to the title, even if a name contains the separator", () => {
  document.head.innerHTML =
    '<title>Ebb · Muses · Co</title><meta property="og:site_name" content="Muses · Co">'
  setPageTitle('Tides · and storms')
  expect(document.title).toBe('Tides · and storms · Muses · Co')
})

test.each(['', '<meta property="og:site_name" content="">'])(
  'uses the title alone where the site has no name',
  head => {
    document.head.innerHTML = head
    setPageTitle('Tides')
    expect(document.title).toBe('Tides')
  }
)
