import { expect, test } from 'vitest'
import { splitIntoChunks, wrapLines } from '#media/type/lines.ts'

test('lines in Chinese and Japanese break between words, but not before particles, closing marks or counted words', () => {
  expect(splitIntoChunks('生成图片、视频（4K）和“音乐”，10秒完成！', 'zh-CN')).toEqual([
    '生成',
    '图片、',
    '视频',
    '（4K）',
    '和',
    '“音乐”，',
    '10秒',
    '完成！'
  ])
  expect(splitIntoChunks('使用 Flux 生成圖片，「快速」又好看……', 'zh-TW')).toEqual([
    '使用 ',
    'Flux ',
    '生成',
    '圖片，',
    '「快速」',
    '又',
    '好看……'
  ])
  expect(splitIntoChunks('わたしたちのすてきなものがたり', 'ja')).toEqual([
    'わたしたちの',
    'すてきな',
    'ものがたり'
  ])
  expect(splitIntoChunks('人が読むための文、ログに残るIDがあります。', 'ja')).toEqual([
    '人が',
    '読むための',
    '文、',
    'ログに',
    '残る',
    'IDがあります。'
  ])
})

test('lines in Thai break between words, but not before the sign that repeats a word', () => {
  expect(splitIntoChunks('จักรยานสีแดงริมทะเล เร็วๆ', 'en')).toEqual([
    'จักรยาน',
    'สี',
    'แดง',
    'ริม',
    'ทะเล ',
    'เร็วๆ'
  ])
})

test('languages with spaces break only at spaces', () => {
  expect(splitIntoChunks('모든 실패에는 코드, ID가 있습니다.', 'ko')).toEqual([
    '모든 ',
    '실패에는 ',
    '코드, ',
    'ID가 ',
    '있습니다.'
  ])
  expect(splitIntoChunks('كل طلبات Suno: ما تقبله، وما تكلّفه.', 'ar').join('|')).toBe(
    'كل |طلبات |Suno: |ما |تقبله، |وما |تكلّفه.'
  )
  expect(splitIntoChunks(' “Don’t”… e-mail 5 € a.example/x?y=1 ', 'en')).toEqual([
    '“Don’t”… ',
    'e-mail ',
    '5 ',
    '€ ',
    'a.example/x?y=1'
  ])
  expect(splitIntoChunks('', 'ja')).toEqual([])
})

test('a line takes as many chunks as fit, without the spaces at its end', () => {
  const lines = (text: string, width: number): string[] =>
    wrapLines(splitIntoChunks(text, 'zh-CN'), width, part => part.length)
  expect(lines('生成图片和视频', 5)).toEqual(['生成图片和', '视频'])
  expect(lines('生成图片，和视频', 4)).toEqual(['生成', '图片，和', '视频'])
  expect(lines('one two three', 7)).toEqual(['one two', 'three'])
  expect(lines('immeasurable x', 4)).toEqual(['immeasurable', 'x'])
})
