/**
 * Code points where a mathematical alphabet begins: capitals, small letters, and digits. Null means
 * that it has no digits.
 */
type Alphabet = readonly [number, number, number | null]

/**
 * Alphabets by the names that MathML gives them. Browsers do not support the names, so we replace
 * the letters.
 */
const ALPHABETS: Record<string, Alphabet> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  italic: [0x1d434, 0x1d44e, null],
  'bold-italic': [0x1d468, 0x1d482, null],
  script: [0x1d49c, 0x1d4b6, null],
  'bold-script': [0x1d4d0, 0x1d4ea, null],
  fraktur: [0x1d504, 0x1d51e, null],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'bold-fraktur': [0x1d56c, 0x1d586, null],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-bold': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-italic': [0x1d608, 0x1d622, null],
  'sans-serif-bold-italic': [0x1d63c, 0x1d656, null],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6]
}

/** Letters that already had a code point when Unicode added these alphabets. */
const EARLIER: Record<number, string> = {
  0x1d455: 'ℎ',
  0x1d49d: 'ℬ',
  0x1d4a0: 'ℰ',
  0x1d4a1: 'ℱ',
  0x1d4a3: 'ℋ',
  0x1d4a4: 'ℐ',
  0x1d4a7: 'ℒ',
  0x1d4a8: 'ℳ',
  0x1d4ad: 'ℛ',
  0x1d4ba: 'ℯ',
  0x1d4bc: 'ℊ',
  0x1d4c4: 'ℴ',
  0x1d506: 'ℭ',
  0x1d50b: 'ℌ',
  0x1d50c: 'ℑ',
  0x1d515: 'ℜ',
  0x1d51d: 'ℨ',
  0x1d53a: 'ℂ',
  0x1d53f: 'ℍ',
  0x1d545: 'ℕ',
  0x1d547: 'ℙ',
  0x1d548: 'ℚ',
  0x1d549: 'ℝ',
  0x1d551: 'ℤ'
}

/**
 * Converts a text to a mathematical alphabet. Characters that the alphabet lacks stay unchanged.
 */
export function toMathAlphabet(text: string, variant: string): string {
  const alphabet = ALPHABETS[variant]
  return alphabet === undefined
    ? text
    : [...text].map(letter => letterIn(letter, alphabet)).join('')
}

function letterIn(letter: string, [capitals, small, digits]: Alphabet): string {
  const place = (start: number, first: string): string => {
    const point = start + letter.charCodeAt(0) - first.charCodeAt(0)
    return EARLIER[point] ?? String.fromCodePoint(point)
  }
  if (/^[A-Z]$/.test(letter)) return place(capitals, 'A')
  if (/^[a-z]$/.test(letter)) return place(small, 'a')
  return digits !== null && /^\d$/.test(letter) ? place(digits, '0') : letter
}
