import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readGlossary, strayWords } from './words.ts'

const ROOT = join(import.meta.dirname, '../../..')

test.each<[string, string, number]>([
  ['en', 'A picture sent by e-mail', 2],
  ['en', 'Regenerate the image of a `picture`', 0],
  ['de', 'Ohne antwortet der Probebetrieb.', 1],
  ['de', 'Ihre Site', 1],
  ['de', 'Ihre Website, diese Seite und `[sandbox:fail]`', 0],
  ['de', 'Eine Mail', 1],
  ['de', 'Eine E-Mail', 0],
  ['pt', 'Você está conectado', 1],
  ['es', 'Tu computadora', 1],
  ['fr', 'Un film', 1],
  ['fr', 'Un e-mail', 0],
  ['it', 'Un elenco', 1],
  ['pl', 'Twoje saldo', 1],
  ['fi', 'Kirjoita prompti', 1],
  ['sv', 'Om ni vill', 1],
  ['sv', 'Minimal, om den vill', 0],
  ['el', 'Η ταινία', 1],
  ['ru', 'Введите подсказку', 1],
  ['uk', 'Ваша картинка', 1],
  ['sr', 'Овај филм', 1],
  ['zh-CN', '你的额度', 2],
  ['zh-CN', '您的积分', 0],
  ['zh-TW', '您的視頻', 2],
  ['ja', '残高', 1],
  ['ko', '당신의 잔액', 2],
  ['ar', 'الأرصدة', 1],
  ['ar', '{{price}} أرصدة', 0]
])('in %s, “%s” uses wrong terms: %i', (locale, text, found) => {
  expect(
    strayWords(locale, { a: { 'a.b.c': text, 'a.also': text } }, readGlossary(ROOT, locale))
  ).toHaveLength(found)
})

test('only the API documentation uses the words of the API', () => {
  const text = 'An application'
  const glossary = readGlossary(ROOT, 'en')
  expect(strayWords('en', { a: { 'docs.a': text, 'order.a': text } }, glossary)).toEqual([
    expect.stringContaining('order.a: “application”')
  ])
})

test('a finding has the right term, and a glossary without struck-out words is an error', () => {
  expect(
    strayWords('de', { a: { 'a.b': 'Ein Lied' } }, '| song | Song | nicht ~~Lied~~ |')
  ).toEqual(['a.b: “Lied”, but | song | Song | nicht ~~Lied~~ |'])
  expect(() => strayWords('de', {}, '| song | Song | nicht *Lied* |')).toThrow(
    'strikes nothing out'
  )
})
