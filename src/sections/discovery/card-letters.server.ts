import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { inInter } from '#core/writable.ts'
import type { Locale } from '#i18n/locale.ts'
import { codesOf } from '#sections/discovery/woff2.server.ts'

/** Fonts of scripts that Inter does not write. Each comes in files of a few hundred signs, named by what they hold. */
const SCRIPTS = ['sc', 'tc', 'jp', 'kr', 'arabic'] as const
type Script = (typeof SCRIPTS)[number]

/** One code point may be written in four ways; a language has its own. */
const OWN: Partial<Record<Locale, Script>> = { 'zh-CN': 'sc', 'zh-TW': 'tc', ja: 'jp', ko: 'kr' }

/** Scripts that say by themselves whose letters come first, wherever they stand. */
const SURE: [RegExp, Script][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'jp'],
  [/\p{Script=Hangul}/u, 'kr'],
  [/\p{Script=Arabic}/u, 'arabic']
]

/** Signs behind these are so rare that a card goes without them. */
const CODES = 0x30000

/** The files of a font that are there, and for each code point the number of the one that should have it, counted from 1. */
export type Letters = { files: string[]; fileOf: Uint8Array }

/** A file of a font: a name that stands for it in a list of fonts, and where it lies. */
export type FontFile = { name: string; path: string }

/** What was read of fonts and of their files, each when a text first needed it. */
const fonts = new Map<Script, Letters>()
const held = new Map<string, ReadonlySet<number>>()

/** Whether a font other than Inter has a sign. */
export function isDrawable(sign: string, lang: Locale): boolean {
  return orderFor(sign, lang).some(script => fileWith(script, sign) !== null)
}

/** The files that a text needs beside Inter's, in the order in which they are asked for a letter. @param lang as of `letterLanguage` */
export function filesFor(text: string, lang: Locale): FontFile[] {
  const needed = new Set<string>()
  let missing = [...new Set(text)].filter(sign => !inInter(sign))
  for (const script of orderFor(text, lang)) {
    const found = missing.map(sign => fileWith(script, sign))
    for (const path of found) if (path !== null) needed.add(path)
    missing = missing.filter((_, index) => found[index] === null)
  }
  return [...needed].map(path => ({ name: nameOf(path), path }))
}

/** Whose letters come first where languages write one sign in several ways: those of the page, else of the site's first such language. */
export function letterLanguage(locale: Locale, others: readonly Locale[]): Locale {
  return [locale, ...others].find(language => language in OWN) ?? locale
}

function orderFor(text: string, lang: Locale): Script[] {
  const sure = SURE.filter(([letters]) => letters.test(text)).map(([, script]) => script)
  const own = OWN[lang]
  return [...new Set([...sure, ...(own === undefined ? [] : [own]), ...SCRIPTS])]
}

function fileWith(script: Script, sign: string): string | null {
  const font = fonts.get(script) ?? lettersIn(folderOf(script))
  fonts.set(script, font)
  const code = sign.codePointAt(0) ?? 0
  const path = font.files[(font.fileOf[code] ?? 0) - 1]
  return path !== undefined && codesIn(path).has(code) ? path : null
}

/** What a file has letters for: the list beside it names more. Nothing where it cannot be read. */
function codesIn(path: string): ReadonlySet<number> {
  const codes = held.get(path) ?? readCodes(path)
  held.set(path, codes)
  return codes
}

function readCodes(path: string): ReadonlySet<number> {
  try {
    return codesOf(readFileSync(path))
  } catch {
    return new Set()
  }
}

function folderOf(script: Script): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/noto-sans-${script}/package.json`))
  } catch {
    return null
  }
}

/** What a font's folder holds, by its own list; of a file that is not there, nothing. @param folder null where there is none */
export function lettersIn(folder: string | null): Letters {
  const letters: Letters = { files: [], fileOf: new Uint8Array(CODES) }
  if (folder === null || !existsSync(join(folder, 'files'))) return letters
  const there = readdirSync(join(folder, 'files'))
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  for (const [subset, list] of Object.entries(ranges)) {
    const file = there.find(name => name.endsWith(`-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`))
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

/** `jp-101` for `…/noto-sans-jp-101-wght-normal.woff2`. */
function nameOf(path: string): string {
  return /^noto-sans-(.+)-wght/.exec(basename(path))?.[1] ?? path
}
