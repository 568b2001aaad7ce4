import { expect, test } from 'vitest'
import { parseHiddenColumns, serializeHiddenColumns } from '#core/hidden-columns.ts'

test('hidden columns are read back as they were written', () => {
  const hidden = { orders: ['id', 'created'], 'all-orders': ['person'] }
  expect(parseHiddenColumns(serializeHiddenColumns(hidden))).toEqual(hidden)
})

test('a malformed cookie value hides nothing', () => {
  for (const text of [
    '',
    'x',
    '[]',
    'null',
    '7',
    '{"orders":7}',
    '{"orders":["<b>", 7]}',
    '{"a b":["id"]}'
  ])
    expect(parseHiddenColumns(text)).toEqual({})
  expect(
    parseHiddenColumns(
      `{"orders":["id","<i>"],"x":${JSON.stringify(Array.from({ length: 99 }, () => 'c'))}}`
    )
  ).toMatchObject({
    orders: ['id']
  })
  expect(
    parseHiddenColumns(`{"x":${JSON.stringify(Array.from({ length: 99 }, (_, at) => `c${at}`))}}`)[
      'x'
    ]
  ).toHaveLength(20)
})
