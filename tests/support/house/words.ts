import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './locales.ts'

/** What a glossary strikes out, and the line that says what it is called instead. */
type Stray = { stray: RegExp; line: string }

/** Lines of words as others use them, and names of looks, in which a film is what runs in a cinema. */
const OF_OTHERS = /\.also$|\.option\.(elements|preset)\./

/** By language: where a word that is struck out means another thing. */
const MEANT: Readonly<Record<string, RegExp>> = {
  // The service and its group are called so; a preset of a conversation are instructions.
  en: /^common\.(group|others)\.|^service\.maker\.|^docs\.openai\.call\.images$|^chat\.settings\.preset$/,
  // Of a picture, not of a model.
  de: /^qrart\.hint\.steps$/,
  // A manager of passwords.
  ar: /^auth\.account\.factor\.beginText$/,
  // Of things that move, and of the cinema.
  sr: /^kling\.about$|^veo\.about$/
}

/** Letters of writings that set no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Sentences that call something by a name that its language's glossary strikes out. What is code stays as it is.
 * @param glossary the text of `docs/glossary/<locale>.md`: `~~word~~` for a word, `~~word…~~` for all that begins so
 */
export function strayWords(locale: string, language: Language, glossary: string): string[] {
  const struck = struckOut(glossary)
  return Object.values(language).flatMap(group =>
    Object.entries(group).flatMap(([key, text]) => {
      if (OF_OTHERS.test(key) || MEANT[locale]?.test(key) === true) return []
      const words = text.replace(/`[^`]*`/g, '').replace(/\{\{\w+\}\}/g, '#')
      return struck.filter(({ stray }) => stray.test(words)).map(({ stray, line }) => `${key}: “${stray.exec(words)?.[0]}”, but ${line}`)
    })
  )
}

/** All that a glossary strikes out. @throws when it strikes out nothing, for then it was written otherwise */
function struckOut(glossary: string): Stray[] {
  const struck = glossary
    .split('\n')
    .flatMap(line => [...line.matchAll(/~~(.+?)~~/g)].map(([, word = '']) => ({ stray: matching(word), line })))
  if (struck.length === 0) throw new Error('The glossary strikes nothing out.')
  return struck
}

/** A word begins small or large, unless it is a name; a hyphen before it makes another word of it. */
function matching(word: string): RegExp {
  const [first = '', ...rest] = word.replaceAll('…', '')
  const body = `[${first}${first.toUpperCase()}]${rest.join('')}`
  if (UNSPACED.test(word)) return new RegExp(body, 'u')
  return new RegExp(`${word.startsWith('…') ? '' : '(?<![\\p{L}\\p{M}-])'}${body}${word.endsWith('…') ? '' : '(?![\\p{L}\\p{M}])'}`, 'u')
}

/** The glossary of a language. @param root of the project */
export function readGlossary(root: string, locale: string): string {
  return readFileSync(join(root, 'docs/glossary', `${locale}.md`), 'utf8')
}
