import type { Language } from './locales.ts'

/** Letters of each language that does not use the Latin script. */
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

/**
 * Letters that a language does not have but a related language does. For Chinese: common characters
 * of the other Chinese script.
 */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  ru: /[іїєґ]/iu,
  uk: /[ыэъё]/iu,
  sr: /[йщыэюяъьёіїєґ]/iu,
  'zh-CN':
    /[個們來時會說這為應該號碼頁點擊選擇圖視頻樂關閉開啟請輸錄網學資訊費買賣據檔資帳戶設項發現過還沒]/u,
  'zh-TW':
    /[个们来时会说这为应该号码页点击选择图视频乐关闭开启请输录网学资讯费买卖据档资帐户设项发现过还没]/u
}
/** Characters of the lists above that both Chinese scripts share. */
const SHARED = /[擊選該擇閉啟碼击选该择闭启码擊輸錄視頻現還號]/u

/** English words that a glossary borrows. */
const BORROWED: Readonly<Record<string, RegExp>> = {
  el: /\b(token|sandbox|pixel art|concept art)\b/gi
}

/** Keys of painters' names, which each language may write in its own or in Latin letters. */
const PEOPLE = /\.option\.elements\.artist\./

/**
 * Finds texts in wrong letters: only Latin where the language has another script, letters of a
 * related language, or a straight apostrophe inside a word. Code, placeholders and addresses do not
 * count.
 */
export function wrongLetters(locale: string, language: Language, english: Language): string[] {
  return Object.entries(language).flatMap(([group, strings]) =>
    Object.entries(strings).flatMap(([key, value]) => {
      const text = plain(value)
      const found = [
        ...(isLatin(locale, key, text, english[group]) ? ['is in Latin letters'] : []),
        ...foreign(locale, text)
      ]
      return found.map(problem => `${locale}: ${key} ${problem}`)
    })
  )
}

function plain(text: string): string {
  return text.replace(/\{\{\w+\}\}|`[^`]*`|https?:\S+/g, ' ')
}

/**
 * Does a text contain Latin words but no letters of its own script? Names do not count: they are
 * the same everywhere.
 */
function isLatin(
  locale: string,
  key: string,
  text: string,
  english: Record<string, string> = {}
): boolean {
  const own = OWN[locale]
  if (own === undefined || own.test(text) || PEOPLE.test(key)) return false
  const words = text.replace(BORROWED[locale] ?? /$^/, ' ').match(/\p{Script=Latin}{2,}/gu) ?? []
  const source = english[key] ?? english[key.replace(/_\w+$/, '_other')] ?? ''
  const isAcronym = words.every(word => word === word.toUpperCase())
  return words.length > 0 && !isAcronym && !isName(text, source)
}

/**
 * Is a text only names of products, units or code? It equals the English text, and no word begins
 * with a lower-case letter.
 */
function isName(text: string, source: string): boolean {
  return text.trim() === plain(source).trim() && !/(^|[\s(])\p{Ll}{2,}/u.test(text)
}

function foreign(locale: string, text: string): string[] {
  const letters = [...text].filter(
    letter => FOREIGN[locale]?.test(letter) === true && !SHARED.test(letter)
  )
  return [
    ...(letters.length === 0
      ? []
      : [`has letters of another language: ${[...new Set(letters)].join('')}`]),
    ...(/\p{L}'\p{L}/u.test(text) ? ["has ' for ’"] : [])
  ]
}
