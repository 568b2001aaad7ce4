import { expect, test } from 'vitest'
import { chunksOf, wrapLines } from '#media/type/lines.ts'

test('lines in Chinese and Japanese break between words, but not before particles, closing marks or counted words', () => {
  expect(chunksOf('生成图片、视频（4K）和“音乐”，10秒完成！', 'zh-CN')).toEqual([
    '生成',
    '图片、',
    '视频',
    '（4K）',
    '和',
    '“音乐”，',
    '10秒',
    '完成！'
  ])
  expect(chunksOf('使用 Flux 生成圖片，「快速」又好看……', 'zh-TW')).toEqual([
    '使用 ',
    'Flux ',
    '生成',
    '圖片，',
    '「快速」',
    '又',
    '好看……'
  ])
  expect(chunksOf('わたしたちのすてきなものがたり', 'ja')).toEqual([
    'わたしたちの',
    'すてきな',
    'ものがたり'
  ])
  expect(chunksOf('人が読むための文、ログに残るIDがあります。', 'ja')).toEqual([
    '人が',
    '読むための',
    '文、',
    'ログに',
    '残る',
    'IDがあります。'
  ])
})

test('lines in Thai break between words, but not before the sign that repeats a word', () => {
  expect(chunksOf('จักรยานสีแดงริมทะเล เร็วๆ', 'en')).toEqual([
    'จักรยาน',
    'สี',
    'แดง',
    'ริม',
    'ทะเล ',
    'เร็วๆ'
  ])
})

test('languages with spaces break only at spaces', () => {
  expect(chunksOf('모든 실패에는 코드, ID가 있습니다.', 'ko')).toEqual([
    '모든 ',
    '실패에는 ',
    '코드, ',
    'ID가 ',
    '있습니다.'
  ])
  expect(chunksOf('كل طلبات Suno: ما تقبله، وما تكلّفه.', 'ar').join('|')).toBe(
    'كل |طلبات |Suno: |ما |تقبله، |وما |تكلّفه.'
  )
  expect(chunksOf(' “Don’t”… e-mail 5 € a.example/x?y=1 ', 'en')).toEqual([
    '“Don’t”… ',
    'e-mail ',
    '5 ',
    '€ ',
    'a.example/x?y=1'
  ])
  expect(chunksOf('', 'ja')).toEqual([])
})

test('a line takes as many chunks as fit, without the spaces at its end', () => {
  const lines = (text: string, width: number): string[] =>
    wrapLines(chunksOf(text, 'zh-CN'), width, part => part.length)
  expect(lines('生成图片和视频', 5)).toEqual(['生成图片和', '视频'])
  expect(lines('生成图片，和视频', 4)).toEqual(['生成', '图片，和', '视频'])
  expect(lines('one two three', 7)).toEqual(['one two', 'three'])
  expect(lines('immeasurable x', 4)).toEqual(['immeasurable', 'x'])
})
