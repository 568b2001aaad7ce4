import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { CURRENCIES } from '#core/currency.ts'

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const codes = CURRENCIES.map(each => each.toUpperCase())
// The longest first: "GPT-4o mini" is not "GPT-4o" and a word.
const models = CHAT_GROUPS.flatMap(group => group.models.map(({ label }) => label)).toSorted((a, b) => b.length - a.length)

/** Names of products, models, vendors, languages and formats, and words of the wire: the same in every language. */
const NAMES = new RegExp(
  [
    // Before their makers: a name of a model begins with its maker's.
    `\\b(${models.map(each => RegExp.escape(each)).join('|')})`,
    '\\b(Polymuse|ChatGPT|DeepSeek|Grok|OpenAI|OpenAPI|xAI|fal|Google Gemini|GitHub|Stripe|WeChat|Alipay|Chromium|Chrome|Playwright|Linux)\\b',
    '\\b(gpt|deepseek|grok|flux|kling|chirp)-[\\w.-]+|\\b3\\.0 standard\\b|\\b(SQLite|PostgreSQL|curl|JavaScript|Python)\\b|\\bhub[,· ]+platform[,· ]+auth[,· ]+api\\b',
    '\\b(English|Deutsch|Português|Español|Français|Italiano|Polski|Suomi|Svenska)\\b',
    // What the browser's own tables say of numbers, dates and money follows the language by itself.
    '\\b\\d+ (second|minute|hour|day|byte)s?\\b|\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\b|\\bUTC\\b',
    `\\b(${[...codes.map(each => currencyNames.of(each) ?? each), ...codes].join('|')})\\b`,
    // Addresses, ids, keys and calls.
    '\\S+@\\S+|\\b\\w+://\\S*|(?<![\\w⟧])/[\\w/.-]+|\\b[0-9a-f]{8}\\b(-[0-9a-f-]+)?|\\bperson-\\d+-\\d+|\\bpm_\\w+|\\[sandbox:[^\\]]*\\]'
  ].join('|'),
  'g'
)

/**
 * Does a text say anything in plain English? What came from the languages' files stands between ⟦ and ⟧.
 * @param own what the person of a journey wrote, and names that they gave
 */
export function saysPlainly(text: string, own: readonly string[] = []): boolean {
  const rest = own.reduce((left, words) => left.replaceAll(words, ' '), withoutStrings(text)).replace(NAMES, ' ')
  return /[A-Za-z]{3,}/.test(rest)
}

/** Sentences hold sentences: the innermost go first. What search engines are told is cut to a length. */
function withoutStrings(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧|^⟦[^⟦⟧]*$/g, ' ')
  return rest === text ? text : withoutStrings(rest)
}
