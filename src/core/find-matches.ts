/** Something that is found by typed words. */
export type SearchEntry = {
  /** Its id in the list of recently used entries. */
  id: string
  title: string
  /** More text by which it is found, such as a description. */
  words?: string
}

/** The ranks of matches, best first. A typed word that matches nowhere has no rank. */
const RANK = {
  title: 0,
  titleWord: 1,
  titlePart: 2,
  letters: 3,
  word: 4,
  part: 5
} as const

/** Letters that Unicode does not decompose, and the ones that users type for them. */
const SAME: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ـ: ''
}

const WORD = /[\p{L}\p{N}]+/gu

/** Scripts whose words have no spaces between them, or whose letters form syllables. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * The distance in Unicode from a Katakana letter to the same Hiragana letter, and the Katakana
 * letters that have one.
 */
const KANA = 0x60
const KATAKANA = /[\u30a1-\u30f6]/g

/**
 * Removes all differences that do not matter when users type: case, accents, width and kind of
 * kana.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[łøđðæœςىةـ]/g, letter => SAME[letter] ?? letter)
    .replaceAll(KATAKANA, kana => String.fromCharCode(kana.charCodeAt(0) - KANA))
}

/**
 * Finds the entries that match all typed words. Matches at the start of a title come first, then at
 * the start of a word, within a word, and as letters in their order. Equal matches are ordered by
 * recent use, then as given.
 * @param typed what the user typed; without a word all entries match equally
 * @param recent ids of recently used entries, the last used first
 */
export function findMatches<F extends SearchEntry>(
  entries: readonly F[],
  typed: string,
  recent: readonly string[] = []
): F[] {
  const whole = foldText(typed).trim()
  const tokens = whole.split(/\s+/).filter(Boolean)
  const ranked = entries.flatMap((entry, order) => {
    const rank = rankOf(entry, whole, tokens)
    const used = recent.indexOf(entry.id)
    return rank === null ? [] : [{ entry, rank, used: used < 0 ? recent.length : used, order }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.used - b.used || a.order - b.order)
    .map(({ entry }) => entry)
}

/** Ranks an entry by its worst typed word. */
function rankOf(entry: SearchEntry, whole: string, tokens: readonly string[]): number | null {
  const title = foldText(entry.title)
  if (title.startsWith(whole)) return RANK.title
  const words = foldText(entry.words ?? '')
  const ranks = tokens.map(token => rankOfToken(token, title, words))
  return ranks.includes(null) ? null : Math.max(...ranks.map(Number))
}

function rankOfToken(token: string, title: string, words: string): number | null {
  if (startsWord(title, token)) return RANK.titleWord
  if (title.includes(token)) return RANK.titlePart
  if (hasLetters(title, token)) return RANK.letters
  if (startsWord(words, token)) return RANK.word
  return words.includes(token) ? RANK.part : null
}

function startsWord(text: string, token: string): boolean {
  return (text.match(WORD) ?? []).some(word => word.startsWith(token))
}

/**
 * Checks whether a text has the letters of a token in their order, with the first one at the start
 * of a word: `nbn` finds Nano Banana.
 */
function hasLetters(text: string, token: string): boolean {
  if (CJK.test(token)) return false
  return [...text.matchAll(WORD)].some(({ index, 0: { [0]: first } }) => {
    if (first !== token[0]) return false
    let at = index
    return [...token].every(letter => {
      const found = text.indexOf(letter, at)
      at = found + 1
      return found >= 0
    })
  })
}
