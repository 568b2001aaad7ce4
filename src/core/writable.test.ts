import { expect, test } from 'vitest'
import { writable } from '#core/writable.ts'

test('what the font has letters for is written, without signs that no letter depends on', () => {
  expect(writable('Bilder  🎨 für „Łódź“, Київ, Αθήνα … 5 €')).toBe('Bilder für „Łódź“, Київ, Αθήνα … 5 €')
})

test('of a text that lacks a letter nothing is written', () => {
  for (const text of ['絵を描く', '그림', 'صور', '图片 Flux', '🎨', '']) expect(writable(text)).toBe('')
})

test('another font may have a letter; one that neither has leaves nothing', () => {
  const kana = (sign: string): boolean => /\p{Script=Hiragana}/u.test(sign)
  expect(writable('にじ  Flux 🎨', kana)).toBe('にじ Flux')
  expect(writable('にじ工房', kana)).toBe('')
})
