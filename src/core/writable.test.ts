import { expect, test } from 'vitest'
import { writable } from '#core/writable.ts'

test('keeps text that the font covers and removes emoji', () => {
  expect(writable('Bilder  🎨 für „Łódź“, Київ, Αθήνα … 5 €')).toBe(
    'Bilder für „Łódź“, Київ, Αθήνα … 5 €'
  )
})

test('returns an empty text if the font lacks a letter', () => {
  for (const text of ['絵を描く', '그림', 'صور', '图片 Flux', '🎨', ''])
    expect(writable(text)).toBe('')
})

test('accepts letters of another font, but returns nothing if neither font has one', () => {
  const kana = (sign: string): boolean => /\p{Script=Hiragana}/u.test(sign)
  expect(writable('にじ  Flux 🎨', kana)).toBe('にじ Flux')
  expect(writable('にじ工房', kana)).toBe('')
})
