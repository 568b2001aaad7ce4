import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { CURRENCIES } from '#core/currency.ts'

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const codes = CURRENCIES.map(each => each.toUpperCase())
// The longest names go first, so that "GPT-4o mini" does not match as "GPT-4o" and a word.
const models = CHAT_GROUPS.flatMap(group => group.models.map(({ label }) => label)).toSorted(
  (a, b) => b.length - a.length
)

/**
 * Names of products, models, vendors, languages and formats, and terms of the API: the same in
 * every language.
 */
const NAMES = new RegExp(
  [
    // Models go before their makers, since a model's name begins with its maker's.
    `\\b(${models.map(each => RegExp.escape(each)).join('|')})`,
    '\\b(Polymuse|ChatGPT|DeepSeek|Grok|Claude|Gemini|Kimi|GLM|Qwen|OpenRouter|Ollama|Llama|OpenAI|ElevenLabs|Replicate|MiniMax|Luma|Kling|Runway|ComfyUI|Anthropic|Moonshot AI|Alibaba Cloud|OpenAPI|xAI|fal|Google Gemini|GitHub|Stripe|WeChat|Alipay|Chromium|Chrome|Playwright|Linux)\\b',
    '\\b(gpt|deepseek|grok|flux|kling|chirp)-[\\w.-]+|\\b3\\.0 standard\\b|\\b(SQLite|PostgreSQL|curl|JavaScript|Python)\\b|\\bhub[,· ]+platform[,· ]+auth[,· ]+api\\b',
    '\\b(English|Deutsch|Português|Español|Français|Italiano|Polski|Suomi|Svenska)\\b',
    // Numbers, dates and money that the browser's own tables format in the page's language.
    '\\b\\d+ (second|minute|hour|day|byte)s?\\b|\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\b|\\bUTC\\b',
    `\\b(${[...codes.map(each => currencyNames.of(each) ?? each), ...codes].join('|')})\\b`,
    // Addresses, ids, keys and API calls.
    '\\S+@\\S+|\\b\\w+://\\S*|(?<![\\w⟧])/[\\w/.-]+|\\b[0-9a-f]{8}\\b(-[0-9a-f-]+)?|\\bperson-\\d+-\\d+|\\bpm_\\w+|\\[sandbox:[^\\]]*\\]'
  ].join('|'),
  'g'
)

/**
 * Does a text contain plain English? Texts from the locale files are enclosed in ⟦ and ⟧.
 * @param own texts that the user of a journey wrote, and names that they gave
 */
export function saysPlainly(text: string, own: readonly string[] = []): boolean {
  const rest = own
    .reduce((left, words) => left.replaceAll(words, ' '), withoutStrings(text))
    .replace(NAMES, ' ')
  return /[A-Za-z]{3,}/.test(rest)
}

/**
 * Removes texts enclosed in ⟦ and ⟧, the innermost first, since they may contain others. Texts for
 * search engines may be cut off before the closing bracket.
 */
function withoutStrings(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧|^⟦[^⟦⟧]*$/g, ' ')
  return rest === text ? text : withoutStrings(rest)
}
