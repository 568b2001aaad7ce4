import { expect, test } from 'vitest'
import { parseAmount, parseNumber } from '#core/typed-number.ts'

test.each([
  ['25', 25],
  ['35 %', 35],
  ['25%', 25],
  ['12,5', 12.5],
  ['12.5 %', 12.5],
  ['.5', 0.5],
  ['0,125', 0.125],
  ['٢٥', 25],
  ['١٢٫٥٪', 12.5],
  ['٪ ۳۵', 35],
  ['२५', 25],
  ['２５．５％', 25.5],
  ['\u200F25\u00A0%', 25],
  ['−5', -5],
  ['0', 0]
])('reads %j as %d', (text, value) => expect(parseNumber(text)).toBe(value))

test.each([
  '',
  ' ',
  '%',
  'abc',
  '0x10',
  '1e3',
  'Infinity',
  'NaN',
  '1,000',
  '1.500',
  '1.000,5',
  '1.2.3',
  '5 or 6',
  '25$',
  '.',
  '-',
  '𝟚𝟝',
  '٢٥٬٠٠٠',
  '9'.repeat(40)
])('rejects %j as a number', text => expect(parseNumber(text)).toBeNull())

test.each<[string, number | string]>([
  ['1,5', 1.5],
  ['1.50', 1.5],
  [' ١٢٫٥ ', 12.5],
  ['0.000001', 0.000001],
  ['1500', 1500],
  ['1,500', '1,500'],
  ['1.500', '1.500'],
  ['1 500', '1 500'],
  ['50 %', '50 %'],
  ['٥٪', '٥٪'],
  ['0x10', '0x10'],
  ['1e3', '1e3'],
  [' ', ' ']
])('reads the amount %j as %j', (text, amount) => expect(parseAmount(text)).toBe(amount))
