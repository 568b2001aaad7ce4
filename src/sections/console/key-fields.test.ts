import { expect, test } from 'vitest'
import { expiryDay, keyFields } from '#sections/console/key-fields.ts'

const read = (fields: Record<string, string>, now?: { expired_at: string | null }) =>
  keyFields(name => fields[name] ?? '', now)

test('empty fields mean no limit and no expiry', () => {
  expect(read({ name: 'Backend' })).toEqual({
    name: 'Backend',
    limited_amount: null,
    expired_at: null
  })
})

test('a key works until the end of its last day, and a limit may have a decimal comma', () => {
  expect(read({ limit: '2,5', end: '2027-01-31' })).toMatchObject({
    limited_amount: 2.5,
    expired_at: '2027-01-31T23:59:59Z'
  })
  expect(read({ limit: '0' })).toMatchObject({ limited_amount: 0 })
})

test('unreadable input goes on unchanged, so that the server refuses it', () => {
  expect(read({ limit: 'much', end: 'tomorrow' })).toMatchObject({
    limited_amount: 'much',
    expired_at: 'tomorrow'
  })
  expect(read({ limit: '1e999' })).toMatchObject({ limited_amount: '1e999' })
  expect(read({ limit: 'NaN' })).toMatchObject({ limited_amount: 'NaN' })
  expect(read({ limit: '1,000,000' })).toMatchObject({ limited_amount: '1,000,000' })
  for (const limit of ['1,500', '1.500', '0x10'])
    expect(read({ limit })).toMatchObject({ limited_amount: limit })
})

test('an unchanged last day keeps its exact time, and an emptied one is removed', () => {
  const now = { expired_at: '2027-01-31T08:15:00.000Z' }
  expect(read({ end: '2027-01-31' }, now)).not.toHaveProperty('expired_at')
  expect(read({ end: '' }, now)).toMatchObject({ expired_at: null })
  expect(read({ end: '' }, { expired_at: null })).not.toHaveProperty('expired_at')
  expect([expiryDay(now.expired_at), expiryDay(null)]).toEqual(['2027-01-31', ''])
})
