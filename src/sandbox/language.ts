import { LETTERS } from '#sandbox/letters.ts'
import { SMALL_WORDS } from '#sandbox/small-words.ts'

/** A language of the interface. The sandbox answers in all of them. */
export type SandboxLanguage = keyof typeof SMALL_WORDS

/**
 * Languages that share a script, the likeliest first, and the number of letters that count as one
 * word.
 */
type Script = { letters: RegExp; word: number; languages: readonly SandboxLanguage[] }

const LATIN: readonly SandboxLanguage[] = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'pl',
  'sv',
  'fi',
  'sr'
]
const SCRIPTS: readonly Script[] = [
  {
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    word: 2,
    languages: ['zh-CN', 'zh-TW', 'ja']
  },
  { letters: /\p{Script=Hangul}/gu, word: 2, languages: ['ko'] },
  { letters: /\p{Script=Arabic}/gu, word: 4, languages: ['ar'] },
  { letters: /\p{Script=Cyrillic}/gu, word: 5, languages: ['ru', 'uk', 'sr'] },
  { letters: /\p{Script=Greek}/gu, word: 5, languages: ['el'] }
]

/** Fewer words than this in another script are a symbol in a formula, not a language. */
const SIGN = 0.25

/**
 * Detects the language of a question by its script, small words and letters. A name or quotation in
 * another script does not change it.
 * @param fallback language of the page, used where the words reveal nothing or fit several
 * languages equally
 */
export function languageOf(text: string, fallback = 'en'): SandboxLanguage {
  const words = withoutCode(text).normalize('NFC').toLowerCase()
  const latin = likeliest(words, LATIN, fallback)
  const [script] = SCRIPTS.map(each => ({
    ...each,
    words: count(words, each.letters) / each.word
  })).toSorted((a, b) => b.words - a.words)
  if (script !== undefined && script.words > Math.max(latin.score, SIGN))
    return likeliest(words, script.languages, fallback).language
  if (latin.score >= 1) return latin.language
  return isSandboxLanguage(fallback) ? fallback : 'en'
}

/** Returns the language with the best score. On a tie the fallback wins if it is among the best. */
function likeliest(
  text: string,
  languages: readonly SandboxLanguage[],
  fallback: string
): { language: SandboxLanguage; score: number } {
  const scores = languages.map(language => ({ language, score: scoreOf(text, language) }))
  const [first = { language: 'en', score: 0 }, ...rest] = scores.toSorted(
    (a, b) => b.score - a.score
  )
  return rest.find(({ language, score }) => language === fallback && score === first.score) ?? first
}

/** Scores one point for each small word and half a point for each distinct letter. */
function scoreOf(text: string, language: SandboxLanguage): number {
  const letters = LETTERS[language]
  return (
    count(text, SMALL_WORDS[language]) +
    (letters === undefined ? 0 : new Set(text.match(letters)).size / 2)
  )
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Removes programs and addresses: they are in English whatever language the user writes. */
function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?(?:```|$)|https?:[!-~]+/g, ' ')
}

function isSandboxLanguage(word: string): word is SandboxLanguage {
  return Object.hasOwn(SMALL_WORDS, word)
}
