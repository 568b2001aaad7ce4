import { readFileSync } from 'node:fs'
import { matchLocale, type Locale } from '#i18n/locale.ts'

type Figure = 'code' | 'formula' | 'list' | 'table'

type Sentence =
  | 'asked'
  | 'attached'
  | 'mark'
  | 'notice'
  | 'shows'
  | 'song.skip'
  | 'song.unnamed'
  | 'transcript'
  | Figure
  | `asks.${Figure}`

type Song = 'bridge' | 'chorus' | 'ending' | 'tag' | 'title' | 'verse'

type List = 'description' | 'does' | 'head' | 'item' | 'thought' | `song.${Song}`

/**
 * The sandbox's strings in one language. `{{topic}}`, `{{word}}`, `{{colours}}` and `{{files}}` are
 * placeholders that the caller fills.
 */
export type SandboxStrings = {
  text(key: Sentence): string
  /** Returns the strings of a list in order: `does` is `sandbox.does.1`, `.2`, and so on. */
  list(key: List): readonly string[]
}

/** No list is longer. */
const NUMBERS = [1, 2, 3, 4, 5, 6] as const

const loaded = new Map<Locale, SandboxStrings>()

/** Reads `locales/<language>/sandbox.json`, once per process. */
export function loadSandboxStrings(language: Locale): SandboxStrings {
  const known = loaded.get(language)
  if (known !== undefined) return known
  const file = new URL(`../../locales/${language}/sandbox.json`, import.meta.url)
  const strings = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>
  const words: SandboxStrings = {
    text: key => strings[`sandbox.${key}`] ?? '',
    list: key => NUMBERS.flatMap(number => strings[`sandbox.${key}.${number}`] ?? [])
  }
  loaded.set(language, words)
  return words
}

/** Reads the strings of a language by its tag, such as `pt`; English for an unknown tag. */
export function loadStringsByTag(tag: string): SandboxStrings {
  return loadSandboxStrings(matchLocale(tag) ?? 'en')
}
