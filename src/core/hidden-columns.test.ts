import { expect, test } from 'vitest'
import { readHidden, writeHidden } from '#core/hidden-columns.ts'

test('reads back the hidden columns that were written', () => {
  const hidden = { orders: ['id', 'created'], 'all-orders': ['person'] }
  expect(readHidden(writeHidden(hidden))).toEqual(hidden)
})

test('hides nothing for a malformed cookie value', () => {
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
    expect(readHidden(text)).toEqual({})
  expect(
    readHidden(
      `{"orders":["id","<i>"],"x":${JSON.stringify(Array.from({ length: 99 }, () => 'c'))}}`
    )
  ).toMatchObject({
    orders: ['id']
  })
  expect(
    readHidden(`{"x":${JSON.stringify(Array.from({ length: 99 }, (_, at) => `c${at}`))}}`)['x']
  ).toHaveLength(20)
})
