import { deriveTitle } from '#core/chat.ts'

export type SandboxLanguage = 'en' | 'de' | 'zh' | 'ar'

/** Words too small to tell what a question is about. For English and German they also tell the language. */
const SMALL: Record<SandboxLanguage, RegExp> = {
  en: wholeWords(`a about and are between can could do does explain for from has have hello how i in is it make me my of on or
    please should some than that the there this to was we what when which who why with would write you your`),
  de: wholeWords(`aber als auch auf bei bitte das dem den der durch ein eine einem einen einer eines erkläre es für gibt ich
    ist kann mehr mir mit nicht oder schreib schreibe sich sind über und uns von warum was welche wer werden wie wird wo zu
    zum zur zwischen`),
  zh: /什么|怎么|怎样|如何|为什么|哪些|哪个|可以|一下|一个|这个|那个|解释|介绍|请问|我们|你们|之间|区别|简单/gu,
  ar: wholeWords('ماذا لماذا كيف هذا هذه على إلى بين التي الذي متى أين اشرح اكتب')
}

/** The language of a question by its script and its small words; English where it tells nothing. */
export function languageOf(text: string): SandboxLanguage {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const letters = count(/\p{L}/gu)
  if (count(/\p{Script=Arabic}/gu) > letters / 3) return 'ar'
  if (count(/\p{Script=Han}/gu) > letters / 4 && count(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) === 0) return 'zh'
  const german = count(SMALL.de) + (/[äöüß]/i.test(text) ? 1 : 0)
  return german > count(SMALL.en) ? 'de' : 'en'
}

/** The question in at most 60 characters of one line, without what Markdown would read as marks. */
export function topicOf(text: string): string {
  return deriveTitle(withoutMarks(text).trim())
}

/** Up to three words that carry most of a question, in their order: long ones and abbreviations are taken to weigh more. */
export function wordsOf(text: string, language: SandboxLanguage): string[] {
  const shortest = language === 'zh' ? 2 : 4
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(withoutMarks(text))]
    .filter(({ isWordLike, segment }) => isWordLike === true && segment.length <= 30)
    .map(({ segment }) => segment)
    .filter(word => (word.length >= shortest || isAbbreviation(word)) && word.replace(SMALL[language], '') !== '')
  const weight = (word: string): number => (isAbbreviation(word) ? 20 : word.length)
  const heaviest = [...new Set(words)].toSorted((a, b) => weight(b) - weight(a)).slice(0, 3)
  return words.filter((word, at) => heaviest.includes(word) && words.indexOf(word) === at)
}

function isAbbreviation(word: string): boolean {
  return /^\p{Lu}{2,6}$/u.test(word)
}

/** Does the question smell of code, and of which? */
export function codeOf(text: string): 'python' | 'typescript' | null {
  if (/(?<!\p{L})(python|django|pandas|numpy|flask)(?!\p{L})|بايثون/iu.test(text)) return 'python'
  return CODE_MARK.test(text) || text.search(CODE) !== -1 ? 'typescript' : null
}

const CODE = wholeWords(`algorithm algorithmus api array bug class code compiler css function funktion html java javascript
  json klasse php program programm programmieren react regex rust script skript sql typescript`)
const CODE_MARK = /```|=>|\(\)|代码|函数|编程|程序|算法|كود|برمج|دالة|خوارزمية/u

function wholeWords(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(${words.split(/\s+/).join('|')})(?!\\p{L})`, 'giu')
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[`*_[\]<>|#~\\{}$]+/g, ' ').replaceAll(/[^\S\n]+/g, ' ')
}
