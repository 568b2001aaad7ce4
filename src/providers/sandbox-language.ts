import { LETTERS } from '#providers/sandbox-letters.ts'
import { SMALL_WORDS } from '#providers/sandbox-small-words.ts'

/** A language of the interface: the sandbox answers in all of them. */
export type SandboxLanguage = keyof typeof SMALL_WORDS

/** Languages that are written alike, the likeliest first, and how many letters make a word of theirs. */
type Script = { letters: RegExp; word: number; languages: readonly SandboxLanguage[] }

const LATIN: readonly SandboxLanguage[] = ['en', 'de', 'fr', 'es', 'pt', 'it', 'pl', 'sv', 'fi', 'sr']
const SCRIPTS: readonly Script[] = [
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, word: 2, languages: ['zh-CN', 'zh-TW', 'ja'] },
  { letters: /\p{Script=Hangul}/gu, word: 2, languages: ['ko'] },
  { letters: /\p{Script=Arabic}/gu, word: 4, languages: ['ar'] },
  { letters: /\p{Script=Cyrillic}/gu, word: 5, languages: ['ru', 'uk', 'sr'] },
  { letters: /\p{Script=Greek}/gu, word: 5, languages: ['el'] }
]

/** Fewer words of another script are a sign in a formula, not a language. */
const SIGN = 0.25

/**
 * The language of a question by its script, its small words and its letters: a name or a quotation in another script does not
 * change it. @param fallback where the words tell nothing, or fit several languages alike: that of the page
 */
export function languageOf(text: string, fallback = 'en'): SandboxLanguage {
  const words = withoutCode(text).normalize('NFC').toLowerCase()
  const latin = likeliest(words, LATIN, fallback)
  const [script] = SCRIPTS.map(each => ({ ...each, words: count(words, each.letters) / each.word })).toSorted((a, b) => b.words - a.words)
  if (script !== undefined && script.words > Math.max(latin.score, SIGN)) return likeliest(words, script.languages, fallback).language
  if (latin.score >= 1) return latin.language
  return isSandboxLanguage(fallback) ? fallback : 'en'
}

/** The first of the best, but the fallback where it is one of them. */
function likeliest(text: string, languages: readonly SandboxLanguage[], fallback: string): { language: SandboxLanguage; score: number } {
  const scores = languages.map(language => ({ language, score: scoreOf(text, language) }))
  const [first = { language: 'en', score: 0 }, ...rest] = scores.toSorted((a, b) => b.score - a.score)
  return rest.find(({ language, score }) => language === fallback && score === first.score) ?? first
}

/** A point for each small word, half a point for each different letter. */
function scoreOf(text: string, language: SandboxLanguage): number {
  const letters = LETTERS[language]
  return count(text, SMALL_WORDS[language]) + (letters === undefined ? 0 : new Set(text.match(letters)).size / 2)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Programs and addresses are written in English whoever asks. */
function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?(?:```|$)|https?:[!-~]+/g, ' ')
}

function isSandboxLanguage(word: string): word is SandboxLanguage {
  return Object.hasOwn(SMALL_WORDS, word)
}
