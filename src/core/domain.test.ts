import { readFileSync } from 'node:fs'
import { fc } from '../../tests/support/property.ts'
import { describe, expect, test } from 'vitest'
import { asciiDomain, checkDomain } from '#core/domain.ts'

const english = JSON.parse(
  readFileSync(new URL('../../locales/en/site.json', import.meta.url), 'utf8')
) as Record<string, string>

test.each([
  ['', 'Domain name too short.'],
  [`${'a.'.repeat(127)}ab`, 'Domain name too long. It should be no more than 255 chars.'],
  ['-a.example', 'Domain name label can not start with a dash.'],
  ['a-.example', 'Domain name label can not end with a dash.'],
  [`${'a'.repeat(64)}.example`, 'Domain name label should be at most 63 chars long.'],
  ['a..example', 'Domain name label should be at least 1 character long.'],
  ['a b.example', 'Domain name label can only contain alphanumeric characters or dashes.']
])('%s gets the sentence: %s', (name, sentence) => {
  expect(english[`site.domain.${checkDomain(name)}`]).toBe(sentence)
})

describe('domain names', () => {
  test.each([
    ['studio.example', null],
    ['STUDIO.Example', null],
    ['a_b.example', null],
    ['_dmarc.example', null],
    ['localhost', null],
    ['1.2.3.4', null],
    [`${'a'.repeat(63)}.example`, null],
    [`${'a.'.repeat(127)}a`, null],
    ['bücher.example', null],
    ['例え.テスト', null],
    ['例え。テスト', null],
    ['موقع.example', null],
    ['xn--bcher-kva.example', null],
    ['.', 'label_too_short'],
    ['.example', 'label_too_short'],
    ['example.', 'label_too_short'],
    ['。', 'label_too_short'],
    ['-', 'label_starts_with_dash'],
    ['a.-b-.c', 'label_starts_with_dash'],
    ['-ü', 'label_starts_with_dash'],
    ['a/b', 'label_invalid_chars'],
    ['ü/../b', 'label_invalid_chars'],
    ['ü@evil.example', 'label_invalid_chars'],
    ['ü:80', 'label_invalid_chars'],
    ['ü?x', 'label_invalid_chars'],
    ['ü%41', 'label_invalid_chars'],
    ['a\0b', 'label_invalid_chars'],
    ['ü\tb', 'label_invalid_chars'],
    ['\u00ad', 'label_too_short'],
    ['\ud800', 'label_invalid_chars'],
    ['ü'.repeat(80), 'label_too_long']
  ])('checkDomain of %j is %s', (name, problem) => {
    expect(checkDomain(name)).toBe(problem)
  })

  test('of other scripts are measured in punycode', () => {
    expect(asciiDomain('Bücher.example')).toBe('xn--bcher-kva.example')
    expect(asciiDomain('studio.example')).toBe('studio.example')
    // 62 characters, but more than 63 once encoded.
    expect(checkDomain('ü'.repeat(62))).toBe('label_too_long')
  })
})

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_'
const inner = fc.string({ unit: fc.constantFrom(...LETTERS, '-'), maxLength: 61 })
const edge = fc.constantFrom(...LETTERS)
const label = fc.oneof(
  edge,
  fc.tuple(edge, inner, edge).map(parts => parts.join(''))
)
const name = fc
  .array(label, { minLength: 1, maxLength: 8 })
  .map(labels => labels.join('.'))
  .filter(text => text.length <= 255)

describe('any domain name', () => {
  test('is valid if all its labels are valid', () => {
    fc.assert(
      fc.property(name, text => {
        expect(checkDomain(text)).toBeNull()
      })
    )
  })
  test('has the problem of its one invalid label', () => {
    const bad = fc.oneof(
      label.map(text => [`-${text}`.slice(0, 63), 'label_starts_with_dash'] as const),
      label.map(text => [`${text.slice(0, 62)}-`, 'label_ends_with_dash'] as const),
      fc
        .constantFrom(...' /:@?#%[]\\*!$&,;=+(){}|~^`"\'<>')
        .map(sign => [`a${sign}b`, 'label_invalid_chars'] as const),
      fc
        .integer({ min: 64, max: 100 })
        .map(length => ['a'.repeat(length), 'label_too_long'] as const),
      fc.constant(['', 'label_too_short'] as const)
    )
    fc.assert(
      fc.property(label, bad, label, (before, [wrong, problem], after) => {
        expect(checkDomain(`${before}.${wrong}.${after}`)).toBe(problem)
      })
    )
  })
  test('can be checked whatever its text is, and a valid one is the host name of a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const ascii = asciiDomain(text)
        if (checkDomain(text) !== null) return
        expect(ascii).toMatch(/^[\w.-]{1,255}$/)
        expect(checkDomain(ascii)).toBeNull()
      })
    )
  })
})
