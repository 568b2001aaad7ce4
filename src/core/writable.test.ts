import { expect, test } from 'vitest'
import { drawableText } from '#core/writable.ts'

test('text that the font covers is kept, and emoji are removed', () => {
  expect(drawableText('Bilder  🎨 für „Łódź“, Київ, Αθήνα … 5 €')).toBe(
    'Bilder für „Łódź“, Київ, Αθήνα … 5 €'
  )
})

test('the text is empty if the font lacks a letter', () => {
  for (const text of ['絵を描く', '그림', 'صور', '图片 Flux', '🎨', ''])
    expect(drawableText(text)).toBe('')
})

test('letters of another font are accepted, and the text is empty if neither font has one', () => {
  const kana = (sign: string): boolean => /\p{Script=Hiragana}/u.test(sign)
  expect(drawableText('にじ  Flux 🎨', kana)).toBe('にじ Flux')
  expect(drawableText('にじ工房', kana)).toBe('')
})
