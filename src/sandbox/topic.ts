import { deriveTitle } from '#core/chat.ts'
import type { SandboxLanguage } from '#sandbox/language.ts'
import { SMALL_WORDS, wholeWords } from '#sandbox/small-words.ts'

/**
 * Shortens a question to one line of at most 60 characters, without characters that Markdown would
 * interpret.
 */
export function topicOf(text: string): string {
  return deriveTitle(withoutMarks(text).trim())
}

/** Languages in which a word of two letters may be the topic of a question. */
const DENSE: readonly SandboxLanguage[] = ['zh-CN', 'zh-TW', 'ja', 'ko']

/**
 * Letters attached to a word that do not belong to it: French and Italian articles, Korean
 * particles.
 */
const CLINGING: Partial<Record<SandboxLanguage, RegExp>> = {
  fr: /^(?:[cdjlmnst]|qu)['’]/i,
  it: /^(?:[cdlmnst]|un|all|cos|dall|dell|dov|nell|quest|sull)['’]/i,
  ko: /(?<=..)(?:에서|에게|으로|이란|[은는을를])$/
}

/**
 * Returns up to three words that carry most of a question, in their order. Long words and
 * abbreviations count more.
 */
export function wordsOf(text: string, language: SandboxLanguage): string[] {
  const shortest = DENSE.includes(language) ? 2 : 4
  const words = [
    ...new Intl.Segmenter(language, { granularity: 'word' }).segment(withoutMarks(text))
  ]
    .filter(
      ({ isWordLike, segment }) =>
        isWordLike === true &&
        segment.length <= 30 &&
        segment.replace(SMALL_WORDS[language], '') !== ''
    )
    .map(({ segment }) => segment.replace(CLINGING[language] ?? '', ''))
    .filter(
      word =>
        (word.length >= shortest || isAbbreviation(word)) &&
        word.replace(SMALL_WORDS[language], '') !== ''
    )
  const weight = (word: string): number => (isAbbreviation(word) ? 20 : word.length)
  const heaviest = [...new Set(words)].toSorted((a, b) => weight(b) - weight(a)).slice(0, 3)
  return words.filter((word, at) => heaviest.includes(word) && words.indexOf(word) === at)
}

function isAbbreviation(word: string): boolean {
  return /^\p{Lu}{2,6}$/u.test(word)
}

/** Tells whether the question mentions code, and in which language the sample should be. */
export function codeOf(text: string): 'python' | 'typescript' | null {
  if (/(?<!\p{L})(python|django|pandas|numpy|flask)(?!\p{L})|بايثون/iu.test(text)) return 'python'
  return CODE_MARK.test(text) || text.search(CODE) !== -1 ? 'typescript' : null
}

const CODE =
  wholeWords(`algorithm algorithme algoritm algoritmi algoritmo algoritmus algorithmus algorytm api array bug class code codice
  código compiler css fonction funcion función função funkcja funkcję funktio funktion funzione html java javascript json klasse kod
  koodi koodia ohjelmointi php program programación programação programm programmation programmazione programmering programmieren
  programowanie react regex rust script skript sql typescript код кода алгоритм скрипт функция функцию функція функцію функција κώδικα
  κώδικας αλγόριθμος συνάρτηση`)
const CODE_MARK =
  /```|=>|\(\)|代码|函数|编程|程序|算法|程式|函式|演算法|(?<!QR|バー)コード|関数|プログラミング|アルゴリズム|(?<!QR ?)코드|함수|프로그래밍|알고리즘|كود|برمج|دالة|خوارزمية/u

function withoutMarks(text: string): string {
  return text.replaceAll(/[`*_[\]<>|#~\\{}$]+/g, ' ').replaceAll(/[^\S\n]+/g, ' ')
}
