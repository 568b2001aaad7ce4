import { expect, test } from 'vitest'
import { codeOf, wordsOf } from '#sandbox/topic.ts'

test.each([
  ['en', 'Why does the tide follow the moon?', ['tide', 'follow', 'moon']],
  ['de', 'Wie backe ich ein gutes Roggenbrot?', ['backe', 'gutes', 'Roggenbrot']],
  ['fr', 'Qu’est-ce que l’intelligence artificielle ?', ['intelligence', 'artificielle']],
  ['it', 'Cos’è l’intelligenza artificiale?', ['intelligenza', 'artificiale']],
  ['ko', '기계학습이란 무엇인가요?', ['기계학습']],
  ['ja', '機械学習とは何ですか？', ['機械', '学習']],
  ['ru', 'Почему небо голубое?', ['небо', 'голубое']],
  ['el', 'Γιατί είναι μπλε ο ουρανός;', ['μπλε', 'ουρανός']]
] as const)('in %s the topic of %j is its most significant words', (language, question, words) => {
  expect(wordsOf(question, language)).toEqual(words)
})

test.each([
  'Escribe una función',
  'Écris un algorithme',
  'Напиши функцию сортировки',
  '関数を書いて',
  '코드를 써 줘',
  '寫一段程式'
])('%j mentions code', question => {
  expect(codeOf(question)).toBe('typescript')
})

test.each(['QRコードを作って', 'Escribe un poema', 'Wie geht es dir?'])(
  '%j does not mention code',
  question => {
    expect(codeOf(question)).toBeNull()
  }
)
