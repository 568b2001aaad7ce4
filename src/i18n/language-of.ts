import type { Locale } from '#i18n/locale.ts'

type Script = { letters: RegExp; weight: number; languages: readonly Locale[] }

/**
 * Scripts with the languages that use them. If a text fits all languages of a script, the first one
 * counts.
 */
const SCRIPTS: readonly Script[] = [
  { letters: /\p{Script=Hangul}/gu, weight: 2, languages: ['ko'] },
  // Japanese has kana between its Chinese characters.
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, weight: 6, languages: ['ja'] },
  { letters: /\p{Script=Han}/gu, weight: 2, languages: ['zh-CN', 'zh-TW', 'ja'] },
  { letters: /\p{Script=Arabic}/gu, weight: 1, languages: ['ar'] },
  { letters: /\p{Script=Greek}/gu, weight: 1, languages: ['el'] },
  { letters: /\p{Script=Cyrillic}/gu, weight: 1, languages: ['ru', 'uk', 'sr'] },
  {
    letters: /\p{Script=Latin}/gu,
    weight: 1,
    languages: ['en', 'de', 'pt', 'es', 'fr', 'it', 'pl', 'fi', 'sv', 'sr']
  }
]

/** Short words, and letters between slashes, that distinguish the languages of one script. */
const SIGNS: Partial<Record<Locale, RegExp>> = {
  en: whole('the a an and of is are what how why in to for with on this you'),
  de: whole('der die das und ist ein eine einen den im mit über wie was für auf nicht ich', 'äöüß'),
  pt: whole('o os um uma que do da dos das em no na com para é como não sobre você', 'ãõç'),
  es: whole('el la los las un una que del en con para es cómo qué y sobre por', 'ñ¿¡'),
  fr: whole('le la les un une des du et est que dans avec pour sur qui je vous', 'çœêè'),
  it: whole('il lo gli un una che di del della e è con per sul sulla sono come non', 'ìò'),
  pl: whole('i w z na się jest jak co nie do o dla czy to ma', 'ąćęłńśźż'),
  fi: whole('ja on ei että mitä miten kuinka mikä tämä se sekä laulu', 'ä'),
  sv: whole('och är en ett det att om hur vad som på för med inte jag', 'å'),
  sr: whole('је и у на за о са како шта су да песма песму', 'ђјљњћџ'),
  uk: whole('і й в на що як це та про для', 'іїєґ'),
  ru: whole('и в на что как это о про для не', 'ыэёъ'),
  'zh-TW': /[們這關於說點麼嗎為個開畫書語寫聲樂燈請會]/gu,
  'zh-CN': /[们这关于说点么吗为个开画书语写声乐灯请会]/gu
}

/**
 * Guesses the language of a text by its script, its short words and its letters.
 * @param reader the language of the page, for a text that could be in several languages
 */
export function languageOf(text: string, reader: Locale = 'en'): Locale {
  const words = text.normalize('NFC').toLowerCase()
  const [script] = SCRIPTS.map(each => ({
    ...each,
    count: count(words, each.letters) * each.weight
  }))
    .toSorted((a, b) => b.count - a.count)
    .filter(each => each.count > 0)
  if (script === undefined) return reader
  const { languages } = script
  // Names and commands have Latin letters in every language, so these letters alone decide nothing.
  const [first = reader] = languages
  const usual = languages.includes(reader) || first === 'en' ? reader : first
  return languages.reduce(
    (best, language) => (scoreOf(words, language) > scoreOf(words, best) ? language : best),
    usual
  )
}

function scoreOf(text: string, language: Locale): number {
  const signs = SIGNS[language]
  return signs === undefined ? 0 : count(text, signs)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Builds a pattern that finds whole words, and single letters anywhere. */
function whole(words: string, letters = ''): RegExp {
  const listed = `(?<!\\p{L})(?:${words.split(' ').join('|')})(?!\\p{L})`
  return new RegExp(letters === '' ? listed : `${listed}|[${letters}]`, 'gu')
}
