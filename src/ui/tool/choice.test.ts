import { expect, test } from 'vitest'
import type { ChoiceField } from '#core/field.ts'
import { isSelectList, shownOptions } from '#ui/tool/ChoiceControl.tsx'

const lengths: ChoiceField = { type: 'choice', options: [3, 4, 5, 6, 7, 8, 9, 10], default: 5 }

/** Returns whether a field with these labels is shown as a `<select>`. */
function listed(field: ChoiceField & { required?: true }, shown = field.options, labels = {}) {
  const texts: Record<string, string> = { 'field.choice.any': 'Any', ...labels }
  const t = (key: string): string => texts[key] ?? key
  return isSelectList({ name: 'it', field, parts: { id: 'lab', t } }, shown)
}

test('shows only available options and the selected one if most are unavailable', () => {
  expect(shownOptions(lengths, [5, 10], 5)).toEqual([5, 10])
  expect(shownOptions(lengths, [5, 10], 7)).toEqual([5, 7, 10])
  expect(listed(lengths, shownOptions(lengths, [5, 10], 5))).toBe(false)
})

test('keeps a few unavailable options in place', () => {
  expect(shownOptions(lengths, [3, 4, 5, 6, 7], 5)).toEqual(lengths.options)
  expect(listed(lengths)).toBe(true)
})

test('a custom value is added after the options', () => {
  const sizes: ChoiceField = {
    type: 'choice',
    options: ['1:1', '16:9'],
    look: 'ratio',
    pixels: { min: 64, max: 2048, step: 32 }
  }
  expect(shownOptions(sizes, sizes.options, '1024x768')).toEqual(['1:1', '16:9', '1024x768'])
})

test('options whose labels are too long for one row become a select', () => {
  const field: ChoiceField = { type: 'choice', options: ['a', 'b', 'c'], default: 'a' }
  const labels = (c: string) => ({
    'lab.option.it.a': 'From text',
    'lab.option.it.b': 'From an image',
    'lab.option.it.c': c
  })
  expect(listed(field, field.options, labels('Both'))).toBe(false)
  expect(listed(field, field.options, labels('From an image with a director'))).toBe(true)
})

test('“any” counts like an option, and a Chinese character like two letters', () => {
  const options = ['Square frame', 'Round frame', 'Oval']
  expect(listed({ type: 'choice', options, required: true })).toBe(false)
  expect(listed({ type: 'choice', options })).toBe(true)
  const chinese = ['正方形的框', '圆形的边框', '椭圆']
  expect(listed({ type: 'choice', options: chinese, required: true })).toBe(false)
  expect(listed({ type: 'choice', options: [...chinese, '没有框'], required: true })).toBe(true)
})

test('options with pictures or shapes never become a select', () => {
  const options = Array.from({ length: 20 }, (_, index) => `A long name ${index}`)
  expect(listed({ type: 'choice', look: 'pictures', options })).toBe(false)
})
