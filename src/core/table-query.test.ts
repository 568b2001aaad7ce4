import { expect, test } from 'vitest'
import { nextOrdering, readTableQuery, ariaSort, writeTableQuery } from '#core/table-query.ts'

const TERMS = { filters: ['state', 'search'], sorts: ['price', 'created_at'] }
const read = (query: string) => readTableQuery(new URLSearchParams(query), TERMS)

test('the valid parts of a URL are read, and the rest is ignored', () => {
  expect(read('page=3&ordering=-price&state=Paid&search=%20a%00b%20&other=1')).toEqual({
    page: 3,
    ordering: '-price',
    filters: { state: 'Paid', search: 'ab' }
  })
  expect(read('page=-1&ordering=secret&state=')).toEqual({ page: 1, ordering: '', filters: {} })
  expect([read('page=1e9').page, read('page=x').page, read('page=1.5').page]).toEqual([1, 1, 1])
  expect(read('ordering=--price').ordering).toBe('')
  expect(read(`search=${'x'.repeat(300)}`).filters['search']).toHaveLength(200)
})

test('a written query is read back the same, and the default query is empty', () => {
  const query = { page: 2, ordering: 'created_at', filters: { search: 'a & b=c' } }
  expect(read(writeTableQuery(query).slice(1))).toEqual(query)
  expect(writeTableQuery({ page: 1, ordering: '', filters: {} })).toBe('')
})

test('pressing a column name sorts descending, then ascending, then by the default', () => {
  const presses = [1, 2, 3, 4].reduce<string[]>(
    orders => [...orders, nextOrdering(orders.at(-1) ?? '', 'price')],
    ['']
  )
  expect(presses).toEqual(['', '-price', 'price', '', '-price'])
  expect(presses.slice(0, 3).map(ordering => ariaSort(ordering, 'price'))).toEqual([
    'none',
    'descending',
    'ascending'
  ])
  expect(nextOrdering('price', 'created_at')).toBe('-created_at')
})
