import { expect, test } from 'vitest'
import type { ChoiceField } from '#core/field.ts'
import { isList, shownOptions } from '#ui/tool/ChoiceControl.tsx'

const lengths: ChoiceField = { type: 'choice', options: [3, 4, 5, 6, 7, 8, 9, 10], default: 5 }

test('shows only available options and the selected one if most are unavailable', () => {
  expect(shownOptions(lengths, [5, 10], 5)).toEqual([5, 10])
  expect(shownOptions(lengths, [5, 10], 7)).toEqual([5, 7, 10])
  expect(isList(lengths, shownOptions(lengths, [5, 10], 5))).toBe(false)
})

test('keeps a few unavailable options in place', () => {
  expect(shownOptions(lengths, [3, 4, 5, 6, 7], 5)).toEqual(lengths.options)
  expect(isList(lengths, lengths.options)).toBe(true)
})

test('adds a custom value after the options', () => {
  const sizes: ChoiceField = {
    type: 'choice',
    options: ['1:1', '16:9'],
    look: 'ratio',
    pixels: { min: 64, max: 2048, step: 32 }
  }
  expect(shownOptions(sizes, sizes.options, '1024x768')).toEqual(['1:1', '16:9', '1024x768'])
})
