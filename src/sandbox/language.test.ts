import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#i18n/locale.ts'
import { sandboxAnswer } from '#sandbox/answer.ts'
import { languageOf } from '#sandbox/language.ts'
import { SMALL_WORDS } from '#sandbox/small-words.ts'
import { sandboxWords } from '#sandbox/words.ts'

/** What people ask: long, short, and with names of other languages in it. */
const QUESTIONS: Record<Locale, readonly string[]> = {
  en: [
    'What is the difference between TCP and UDP?',
    'Why?',
    'Which is better, Flux or 可灵?',
    'What does καλημέρα mean?',
    'The café on Łódź Street'
  ],
  de: [
    'Wie backe ich ein gutes Roggenbrot?',
    'Warum?',
    'Flux vs. Midjourney: was ist besser?',
    'größte Städte Europas',
    'Hallo'
  ],
  pt: [
    'Como faço um bom pão de centeio?',
    'Por quê?',
    'Flux vs. Midjourney: qual é melhor?',
    'Olá',
    'Escreva um poema sobre o mar'
  ],
  es: [
    '¿Cómo hago un buen pan de centeno?',
    '¿Por qué?',
    'Flux vs. Midjourney: ¿cuál es mejor?',
    'Hola',
    'Escribe un poema sobre el mar'
  ],
  fr: [
    'Comment faire un bon pain de seigle ?',
    'Pourquoi ?',
    'Flux vs. Midjourney : lequel est le meilleur ?',
    'Qui a peint ce tableau ?'
  ],
  'zh-CN': [
    '什么是机器学习？',
    '为什么？',
    'Flux vs. Midjourney：哪个更好？这两个有区别吗',
    'ChatGPT 写诗',
    '人工智能'
  ],
  'zh-TW': [
    '什麼是機器學習？',
    '為什麼？',
    'Flux vs. Midjourney：哪個比較好？',
    'ChatGPT 寫詩',
    '影片製作'
  ],
  it: [
    'Come faccio un buon pane di segale?',
    'Perché?',
    'Flux vs. Midjourney: qual è il migliore?',
    'Ciao',
    'Cos’è l’intelligenza artificiale?'
  ],
  ko: ['호밀빵은 어떻게 굽나요?', '왜?', 'Flux vs. Midjourney: 뭐가 더 좋아?', 'ChatGPT로 시 쓰기'],
  ja: [
    '機械学習とは何ですか？',
    'なぜ？',
    'Flux vs. Midjourney：どちらがいい？',
    '東京駅',
    '実装方法'
  ],
  ru: [
    'Как испечь хороший ржаной хлеб?',
    'Почему?',
    'Flux vs. Midjourney: что лучше?',
    'Привет',
    'Как ChatGPT?'
  ],
  pl: [
    'Jak upiec dobry chleb żytni?',
    'Dlaczego?',
    'Flux vs. Midjourney: co jest lepsze?',
    'zażółć gęślą jaźń'
  ],
  fi: ['Miten leivon hyvän ruisleivän?', 'Miksi?', 'Flux vs. Midjourney: kumpi on parempi?', 'Moi'],
  sv: [
    'Hur bakar jag ett gott rågbröd?',
    'Varför?',
    'Flux vs. Midjourney: vad är bäst?',
    'Hej, hur mår du?'
  ],
  el: [
    'Πώς φτιάχνω καλό ψωμί σίκαλης;',
    'Γιατί;',
    'Flux vs. Midjourney: ποιο είναι καλύτερο;',
    'Γεια'
  ],
  uk: [
    'Як спекти добрий житній хліб?',
    'Чому?',
    'Flux vs. Midjourney: що краще?',
    'Як намалювати кота?'
  ],
  ar: ['ما الفرق بين الشمس والقمر؟', 'لماذا؟', 'Flux vs. Midjourney: أيهما أفضل؟', 'مرحبا'],
  sr: [
    'Како да испечем добар ражени хлеб?',
    'Зашто?',
    'Flux vs. Midjourney: шта је боље?',
    'Kako da napravim sliku?',
    'Здраво'
  ]
}

const asked = Object.entries(QUESTIONS).flatMap(([language, questions]) =>
  questions.map(question => [language, question] as const)
)

describe('the language of a question', () => {
  test.each(asked)(
    'in %s is told by %j, whatever the page’s, and answered in',
    (language, question) => {
      for (const page of ['en', 'ar', 'fi', 'tlh'])
        expect(languageOf(question, page)).toBe(language)
      const { text } = sandboxAnswer(question, { tokens: null, files: [] })
      expect(text).toContain(sandboxWords(language as Locale).text('notice'))
    }
  )

  test.each([
    '',
    'hi',
    '?',
    'ChatGPT',
    'Flux vs. Midjourney',
    '# `*_[|]_*` <script>',
    'β 42',
    'https://a.example/what/is/the'
  ])('of %j is that of the page', question => {
    for (const page of LOCALES) expect(languageOf(question, page)).toBe(page)
    expect(languageOf(question)).toBe('en')
    expect(languageOf(question, 'tlh')).toBe('en')
  })

  test('that could be one of several is that of the page, where it is one of them', () => {
    expect(['zh-CN', 'zh-TW', 'ja', 'de'].map(page => languageOf('人工智能', page))).toEqual([
      'zh-CN',
      'zh-TW',
      'ja',
      'zh-CN'
    ])
    expect(['ru', 'uk', 'sr', 'de'].map(page => languageOf('робот', page))).toEqual([
      'ru',
      'uk',
      'sr',
      'ru'
    ])
  })

  test('is not that of the program it asks about', () => {
    expect(languageOf('Зачем?\n```js\n// for which of the two is this if that is it\n```')).toBe(
      'ru'
    )
  })

  test.each(LOCALES)('is that of the answer to it: %s', language => {
    const { text, reasoning } = sandboxAnswer('', { tokens: 900, files: [], language })
    expect([languageOf(text, 'tlh'), languageOf(reasoning, 'tlh')]).toEqual([language, language])
  })

  test('has small words of its own', () => {
    expect(Object.keys(SMALL_WORDS).toSorted()).toEqual([...LOCALES].toSorted())
  })

  test('fills the same marks in every language', () => {
    const lists = ['opening', 'paragraph', 'point', 'thought', 'song.title'] as const
    const marks = (text: string): string =>
      (text.match(/\{\{\w+\}\}|\*\*|^## /g) ?? []).toSorted().join(' ')
    const shape = (language: Locale): string[][] =>
      lists.map(name => sandboxWords(language).list(name).map(marks))
    for (const language of LOCALES)
      expect([language, shape(language)]).toEqual([language, shape('en')])
  })
})
