import { expect, test } from 'vitest'
import { writable } from '#core/writable.ts'

test('text that the font covers is kept, and emoji are removed', () => {
  expect(writable('Bilder  🎨 für „Łódź“, Київ, Αθήνα … 5 €')).toBe(
    'Bilder für „Łódź“, Київ, Αθήνα … 5 €'
  )
})

test('the text is empty if the font lacks a letter', () => {
  for (const text of ['絵を描く', '그림', 'صور', '图片 Flux', '🎨', ''])
    expect(writable(text)).toBe('')
})

test('letters of another font are accepted, and the text is empty if neither font has one', () => {
  const kana = (sign: string): boolean => /\p{Script=Hiragana}/u.test(sign)
  expect(writable('にじ  Flux 🎨', kana)).toBe('にじ Flux')
  expect(writable('にじ工房', kana)).toBe('')
})
