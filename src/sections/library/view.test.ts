import { expect, test } from 'vitest'
import { libraryAddress, libraryFilters } from '#sections/library/view.server.ts'

const filters = (query: string) => libraryFilters(new URL(`https://a.example/library?${query}`))

test('invalid filters are left out', () => {
  const none = filters('')
  expect(filters('kind=films&from=soon&to=2026-13-40&favourite=1&sort=size&rating=6')).toEqual(none)
  expect(Object.values(none)).toEqual(Array.from({ length: 10 }, () => ''))
})

test('days in the wrong order are swapped', () => {
  expect(filters('from=2026-11-22&to=2026-11-02')).toMatchObject({
    from: '2026-11-02',
    to: '2026-11-22'
  })
  expect(filters('from=2026-11-22')).toMatchObject({ from: '2026-11-22', to: '' })
})

test('an address contains only the filters that are set', () => {
  const given = filters('kind=video&search=two+boats')
  expect(libraryAddress({ locale: 'de' }, { ...given, cursor: '' })).toBe(
    '/de/library?kind=video&search=two+boats'
  )
  expect(libraryAddress({ locale: 'en' }, {})).toBe('/library')
})
