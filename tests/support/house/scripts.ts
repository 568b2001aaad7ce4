import type { Language } from './locales.ts'

/** Letters of the scripts of languages that do not write in Latin. */
const OWN: Readonly<Record<string, RegExp>> = {
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  sr: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u
}

/** Letters that a language does not have, though its neighbour does. Of Chinese, common ones that were simplified. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  ru: /[іїєґ]/iu,
  uk: /[ыэъё]/iu,
  sr: /[йщыэюяъьёіїєґ]/iu,
  'zh-CN': /[個們來時會說這為應該號碼頁點擊選擇圖視頻樂關閉開啟請輸錄網學資訊費買賣據檔資帳戶設項發現過還沒]/u,
  'zh-TW': /[个们来时会说这为应该号码页点击选择图视频乐关闭开启请输录网学资讯费买卖据档资帐户设项发现过还没]/u
}
/** Characters of the lists above that both ways of writing have. */
const SHARED = /[擊選該擇閉啟碼击选该择闭启码擊輸錄視頻現還號]/u

/** What a language calls so as well, by its glossary. */
const BORROWED: Readonly<Record<string, RegExp>> = { el: /\b(token|sandbox|pixel art|concept art)\b/gi }

/** Names of painters: each language writes them as it likes. */
const PEOPLE = /\.option\.elements\.artist\./

/**
 * Sentences in the wrong letters: Latin alone where the language has others, letters that belong to its neighbour, or a
 * typewriter's apostrophe inside a word.
 * What is code, a placeholder or an address counts for nothing.
 */
export function wrongLetters(locale: string, language: Language, english: Language): string[] {
  return Object.entries(language).flatMap(([group, strings]) =>
    Object.entries(strings).flatMap(([key, value]) => {
      const text = plain(value)
      const found = [...(isLatin(locale, key, text, english[group]) ? ['is in Latin letters'] : []), ...foreign(locale, text)]
      return found.map(problem => `${locale}: ${key} ${problem}`)
    })
  )
}

function plain(text: string): string {
  return text.replace(/\{\{\w+\}\}|`[^`]*`|https?:\S+/g, ' ')
}

/** Has it a word, which English has in another form or in small letters, and none of its own letters? A name is the same everywhere. */
function isLatin(locale: string, key: string, text: string, english: Record<string, string> = {}): boolean {
  const own = OWN[locale]
  if (own === undefined || own.test(text) || PEOPLE.test(key)) return false
  const words = text.replace(BORROWED[locale] ?? /$^/, ' ').match(/\p{Script=Latin}{2,}/gu) ?? []
  const source = english[key] ?? english[key.replace(/_\w+$/, '_other')] ?? ''
  const isAcronym = words.every(word => word === word.toUpperCase())
  return words.length > 0 && !isAcronym && !isName(text, source)
}

/** Names of products, units and code: they stand in English as they stand here, and no word of them begins small. */
function isName(text: string, source: string): boolean {
  return text.trim() === plain(source).trim() && !/(^|[\s(])\p{Ll}{2,}/u.test(text)
}

function foreign(locale: string, text: string): string[] {
  const letters = [...text].filter(letter => FOREIGN[locale]?.test(letter) === true && !SHARED.test(letter))
  return [
    ...(letters.length === 0 ? [] : [`has letters of another language: ${[...new Set(letters)].join('')}`]),
    ...(/\p{L}'\p{L}/u.test(text) ? ["has ' for ’"] : [])
  ]
}
