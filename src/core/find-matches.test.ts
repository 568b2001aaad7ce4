import { describe, expect, test } from 'vitest'
import { findMatches, foldText } from '#core/find-matches.ts'

const named = (...titles: string[]) => titles.map(title => ({ id: title, title }))
const found = (titles: string[], typed: string, recent: string[] = []) =>
  findMatches(named(...titles), typed, recent).map(({ title }) => title)

test.each([
  ['case', 'FLUX', 'Flux'],
  ['accents', 'generer', 'Générer'],
  ['a German sharp s', 'strasse', 'Straße'],
  ['a Polish l', 'oplaty', 'Opłaty'],
  ['a Serbian đ', 'nalozi vodic', 'Nalozi Vođič'],
  ['a Swedish ring', 'installningar', 'Inställningar'],
  ['a Greek accent and final sigma', 'χρησησ', 'Χρήσης'],
  ['a Russian ё', 'счет', 'Счёт'],
  ['a Ukrainian ї', 'украіна', 'Україна'],
  ['an Arabic hamza and vowels', 'الاعدادات', 'الإِعدادات'],
  ['an Arabic tatweel', 'صورة', 'صـورة'],
  ['Japanese kana of the other kind', 'いめーじ', 'イメージ'],
  ['half-width kana', 'ｲﾒｰｼﾞ', 'イメージ'],
  ['full-width letters', 'ＦＬＵＸ', 'Flux'],
  ['a Korean syllable that is still being typed', '이미ㅈ', '이미지'],
  ['a part of a Chinese title', '图片', '生成图片'],
  ['a part of a traditional Chinese title', '影片', '製作影片']
])('%s does not keep a title from being found', (_, typed, title) => {
  expect(found([title, 'Zzz'], typed)).toEqual([title])
})

describe('order of matches', () => {
  test('starts of titles come before starts of words, parts of words, and letters in order', () => {
    const titles = ['Big Alarm', 'Xmusical', 'Music Video', 'My usual sick icon', 'Own music']
    expect(found(titles, 'music')).toEqual([
      'Music Video',
      'Own music',
      'Xmusical',
      'My usual sick icon'
    ])
  })

  test('letters in order begin at a word', () => {
    expect(found(['Nano Banana', 'Cannon bone'], 'nbn')).toEqual(['Nano Banana'])
    expect(found(['API keys'], 'apikeys')).toEqual(['API keys'])
  })

  test('letters of Chinese, Japanese and Korean must be together', () => {
    expect(found(['生成新图片'], '生图')).toEqual([])
    expect(found(['ふくすうのえ'], 'ふえ')).toEqual([])
  })

  test('recently used entries come first among equal matches', () => {
    const titles = ['Flux', 'Flow', 'Fly', 'The flute']
    expect(found(titles, 'fl', ['The flute', 'Fly'])).toEqual(['Fly', 'Flux', 'Flow', 'The flute'])
    expect(found(titles, '', ['Fly'])).toEqual(['Fly', 'Flux', 'Flow', 'The flute'])
  })

  test('equal matches keep their order', () => {
    const many = Array.from({ length: 50 }, (_, at) => `Tool ${at}`)
    expect(found(many, 'tool')).toEqual(many)
  })
})

test('all typed words must match, in any order', () => {
  expect(found(['Video Upscale', 'Video Edit'], 'ups vid')).toEqual(['Video Upscale'])
})

test('a description is found by its words, after all titles', () => {
  const entries = [
    { id: 'a', title: 'Kling', words: 'Realistic motion, music video' },
    { id: 'b', title: 'Suno', words: 'Songs' },
    { id: 'c', title: 'Lip music' }
  ]
  expect(findMatches(entries, 'music').map(({ id }) => id)).toEqual(['c', 'a'])
  expect(findMatches(entries, 'sgs')).toEqual([])
})

test('characters with a meaning in regular expressions match only themselves', () => {
  expect(found(['C++ (old)', 'Other'], '++ (')).toEqual(['C++ (old)'])
  expect(foldText('<b>Ä</b>')).toBe('<b>a</b>')
})
