import { expect, test } from 'vitest'
import { saysPlainly } from './plain-names.ts'

test.each([
  'Prices in any words (USD)',
  '{ "error": "Nothing of the kind" }',
  'The operator of this site',
  'A person-to-person call',
  '⟦Çhàt⟧ and/or more',
  'ALL OF IT',
  'Orders ⟦Örd',
  'false alarms, falsely',
  'Pythonic ways'
])('finds plain English in: %s', text => {
  expect(saysPlainly(text)).toBe(true)
})

test.each([
  '⟦Šénd ⟦ît⟧ nöw⟧',
  '⟦Ördérš ⟦ñöw⟧ are cut he',
  'US Dollar (USD)',
  '3 minutes',
  'May 3, 12:00 UTC',
  '⟦Ördérš⟧: /api/v1/orders/',
  'operator@example.com, person-12-3@example.com',
  '3f2a9c01-77aa-4b1d',
  'gpt-5-all [sandbox:tokens=60]',
  'GPT-6.1 Sol, GPT-4o mini, DeepSeek V4.1 Flash',
  'hub · platform · auth · api'
])('finds no plain English in: %s', text => {
  expect(saysPlainly(text)).toBe(false)
})

test('text that a user wrote is ignored', () => {
  expect(saysPlainly('⟦Ýöur⟧ A boat on a lake', ['A boat on a lake'])).toBe(false)
})
