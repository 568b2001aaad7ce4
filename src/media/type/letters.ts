import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { create } from 'fontkitten'
import { isCoveredByInter } from '#core/writable.ts'

/**
 * Fonts for characters that Inter does not cover. Each font consists of files with a few hundred
 * characters, named by their content. These four share most of their characters.
 */
const CHINESE = ['sc', 'tc', 'jp', 'kr'] as const

/** Fonts of one script each, with the letters of that script. */
const SINGLE = {
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  devanagari: /\p{Script=Devanagari}/u,
  bengali: /\p{Script=Bengali}/u,
  thai: /\p{Script=Thai}/u,
  georgian: /\p{Script=Georgian}/u,
  armenian: /\p{Script=Armenian}/u,
  tamil: /\p{Script=Tamil}/u,
  telugu: /\p{Script=Telugu}/u,
  kannada: /\p{Script=Kannada}/u,
  malayalam: /\p{Script=Malayalam}/u,
  gujarati: /\p{Script=Gujarati}/u,
  gurmukhi: /\p{Script=Gurmukhi}/u,
  oriya: /\p{Script=Oriya}/u,
  sinhala: /\p{Script=Sinhala}/u,
  khmer: /\p{Script=Khmer}/u,
  lao: /\p{Script=Lao}/u,
  myanmar: /\p{Script=Myanmar}/u,
  ethiopic: /\p{Script=Ethiopic}/u
} as const

type Script = (typeof CHINESE)[number] | keyof typeof SINGLE | 'emoji'
const SCRIPTS = [...CHINESE, ...Object.keys(SINGLE), 'emoji'] as readonly Script[]

/** The font that a language prefers. Languages may write one code point in up to four ways. */
const OWN: Readonly<Record<string, Script>> = { 'zh-CN': 'sc', 'zh-TW': 'tc', ja: 'jp', ko: 'kr' }

/** Letters that always use the font of their own script, whatever the language. */
const SURE: readonly [RegExp, Script][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'jp'],
  [/\p{Script=Hangul}/u, 'kr'],
  // The second range has the letters of flags.
  [/[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}]/u, 'emoji'],
  ...Object.entries(SINGLE).map(([script, letters]): [RegExp, Script] => [
    letters,
    script as Script
  ])
]

/** Characters above this code point are so rare that drawings leave them out. */
const CODES = 0x30000

/**
 * The existing files of a font. `fileOf` maps each code point to the number, from 1, of the file
 * that should contain it.
 */
type Letters = { files: string[]; fileOf: Uint8Array }

/** A file of a font: its name in a list of fonts, and its path. */
export type FontFile = { name: string; path: string }

/** Font lists and the code points of font files. Each is read when a text first needs it. */
const fonts = new Map<Script, Letters>()
const held = new Map<string, ReadonlySet<number>>()

/** Checks whether a font other than Inter has a character. */
export function isDrawable(sign: string, lang: string): boolean {
  return orderFor(sign, lang).some(script => fileWith(script, sign) !== null)
}

/**
 * Returns the font files that a text needs in addition to Inter, in the order in which their
 * letters are searched.
 * @param lang the result of `letterLanguage`
 */
export function fontFilesFor(text: string, lang: string): FontFile[] {
  const needed = new Set<string>()
  let missing = [...new Set(text)].filter(sign => !isCoveredByInter(sign))
  for (const script of orderFor(text, lang)) {
    const found = missing.map(sign => fileWith(script, sign))
    for (const path of found) if (path !== null) needed.add(path)
    missing = missing.filter((_, index) => found[index] === null)
  }
  return [...needed].map(path => ({ name: nameOf(path), path }))
}

/**
 * Returns the language whose letters are used for a character that languages write differently. It
 * is the page's language, or else the site's first language with letters of its own.
 */
export function letterLanguage<L extends string>(locale: L, others: readonly L[]): L {
  return [locale, ...others].find(language => language in OWN) ?? locale
}

function orderFor(text: string, lang: string): Script[] {
  const sure = SURE.filter(([letters]) => letters.test(text)).map(([, script]) => script)
  const own = OWN[lang]
  return [...new Set([...sure, ...(own === undefined ? [] : [own]), ...SCRIPTS])]
}

function fileWith(script: Script, sign: string): string | null {
  const font = fonts.get(script) ?? loadFontLetters(folderOf(script))
  fonts.set(script, font)
  const code = sign.codePointAt(0) ?? 0
  const path = font.files[(font.fileOf[code] ?? 0) - 1]
  return path !== undefined && codesIn(path).has(code) ? path : null
}

/**
 * Returns the code points that a file really contains, since the list beside it names more. An
 * unreadable file contains none.
 */
function codesIn(path: string): ReadonlySet<number> {
  const codes = held.get(path) ?? readCodes(path)
  held.set(path, codes)
  return codes
}

function readCodes(path: string): ReadonlySet<number> {
  try {
    const font = create(readFileSync(path))
    return new Set('characterSet' in font ? font.characterSet : [])
  } catch {
    return new Set()
  }
}

function folderOf(script: Script): string | null {
  try {
    return dirname(
      createRequire(import.meta.url).resolve(
        `@fontsource-variable/noto-${script === 'emoji' ? '' : 'sans-'}${script}/package.json`
      )
    )
  } catch {
    return null
  }
}

/**
 * Reads the list in a font's folder. It leaves out files that do not exist.
 * @param folder null if the font is not installed
 */
export function loadFontLetters(folder: string | null): Letters {
  const letters: Letters = { files: [], fileOf: new Uint8Array(CODES) }
  if (folder === null || !existsSync(join(folder, 'files'))) return letters
  const there = readdirSync(join(folder, 'files'))
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  for (const [subset, list] of Object.entries(ranges)) {
    const file = there.find(name =>
      name.endsWith(`-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`)
    )
    if (file === undefined) continue
    letters.files.push(join(folder, 'files', file))
    for (const range of list.split(',')) {
      const [first = 0, last = first] = range
        .slice('U+'.length)
        .split('-')
        .map(code => Number.parseInt(code, 16))
      letters.fileOf.fill(letters.files.length, first, last + 1)
    }
  }
  return letters
}

/** Returns `jp-101` for `…/noto-sans-jp-101-wght-normal.woff2`. */
function nameOf(path: string): string {
  return /^noto-(?:sans-)?(.+)-wght/.exec(basename(path))?.[1] ?? path
}
