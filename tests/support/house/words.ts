import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from './locales.ts'

/** A struck-out term of a glossary, and the line with the right term. */
type Stray = { stray: RegExp; line: string }

/** Keys of texts with words for searching, and of styles. In styles, "film" means cinema. */
const OF_OTHERS = /\.also$|\.option\.(elements|preset)\./

/** A note in the English glossary for words that belong to the API only, such as "application". */
const API_ONLY = 'only in the API documentation'

/** By language: keys in which a struck-out word means something else. */
const MEANT: Readonly<Record<string, RegExp>> = {
  // A text about a password manager.
  ar: /^auth\.account\.factor\.beginText$/,
  // Instructions for a model.
  de: /^chat\.settings\.preset_example$/,
  // Texts about TLS certificates, which share a word with credentials.
  'zh-TW':
    /^mail\.row\.certificate$|^operate\.(check\.tls|domains\.addProxy|internet\.(about|caddyText|checkText|nginxText)|monitor\.alertsText|scale\.threeEnv)$/
}

/** Letters of scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Finds texts with terms that the language's glossary strikes out. Code is ignored.
 * @param glossary the text of `docs/glossary/<locale>.md`: `~~word~~` strikes out a word,
 * `~~word…~~` all words with this beginning
 */
export function strayWords(locale: string, language: Language, glossary: string): string[] {
  const struck = struckOut(glossary)
  return Object.values(language).flatMap(group =>
    Object.entries(group).flatMap(([key, text]) => {
      if (OF_OTHERS.test(key) || MEANT[locale]?.test(key) === true) return []
      const words = text.replace(/`[^`]*`/g, '').replace(/\{\{\w+\}\}/g, '#')
      return struck
        .filter(({ line }) => !(line.includes(API_ONLY) && key.startsWith('docs.')))
        .filter(({ stray }) => stray.test(words))
        .map(({ stray, line }) => `${key}: “${stray.exec(words)?.[0]}”, but ${line}`)
    })
  )
}

/**
 * Collects all struck-out terms of a glossary.
 * @throws Error when it strikes nothing out, since then its format is wrong
 */
function struckOut(glossary: string): Stray[] {
  const struck = glossary
    .split('\n')
    .flatMap(line =>
      [...line.matchAll(/~~(.+?)~~/g)].map(([, word = '']) => ({ stray: matching(word), line }))
    )
  if (struck.length === 0) throw new Error('The glossary strikes nothing out.')
  return struck
}

/**
 * Builds a pattern for a term. The first letter may be upper or lower case, unless the term is a
 * name. A hyphen before the term makes it another word.
 */
function matching(word: string): RegExp {
  const [first = '', ...rest] = word.replaceAll('…', '')
  const body = `[${first}${first.toUpperCase()}]${rest.join('')}`
  if (UNSPACED.test(word)) return new RegExp(body, 'u')
  return new RegExp(
    `${word.startsWith('…') ? '' : '(?<![\\p{L}\\p{M}-])'}${body}${word.endsWith('…') ? '' : '(?![\\p{L}\\p{M}])'}`,
    'u'
  )
}

/**
 * Reads the glossary of a language.
 * @param root of the project
 */
export function readGlossary(root: string, locale: string): string {
  return readFileSync(join(root, 'docs/glossary', `${locale}.md`), 'utf8')
}
