import { cutToTokens, estimateTokens } from '#core/tokens.ts'
import { deriveTitle } from '#core/chat.ts'
import type { Locale } from '#i18n/locale.ts'
import { languageOf } from '#i18n/language-of.ts'
import { loadSandboxStrings, type SandboxStrings } from '#sandbox/words.ts'

type Wish = {
  /** About how long the answer is to be; null for its natural length. */
  tokens: number | null
  /** Descriptions of the files that came with the question. */
  files: readonly string[]
  /** Language of the reader's page. */
  language?: Locale | undefined
}

/** The reasoning and the answer, in Markdown. */
export type SandboxAnswer = { reasoning: string; text: string }

/** Everything that an answer can show, in this order. */
const FIGURES = ['list', 'table', 'code', 'formula'] as const
type Figure = (typeof FIGURES)[number]

/**
 * Answers a question honestly: it is a demo. The answer quotes the question, and shows a list, a
 * table, code or a formula if it asks for one. The same question gives the same answer.
 */
export function sandboxAnswer(question: string, { tokens, files, language }: Wish): SandboxAnswer {
  const lang = languageOf(question, language)
  const words = loadSandboxStrings(lang)
  const wanted = FIGURES.filter(figure => asksFor(question, words, figure))
  const blocks = [
    `**${words.text('notice')}**`,
    ...(question === '' ? [] : [words.text('asked'), quoted(question)]),
    ...(files.length === 0
      ? []
      : [words.text('attached').replace('{{files}}', () => files.join(', '))]),
    ...wanted.flatMap(figure => [words.text(figure), draw(figure, words, lang)]),
    ...words.list('does'),
    ...(wanted.length > 0 ? [] : [words.text('shows')])
  ]
  const topic = plainLine(question)
  const reasoning = words
    .list('thought')
    .map(thought => thought.replace('{{topic}}', () => topic))
    .join('')
  if (tokens === null) return { reasoning, text: blocks.join('\n\n') }
  return { reasoning, text: cutToTokens(lengthened(blocks, words, tokens), tokens) }
}

/** Repeats the explanation, with a heading now and then, until an answer is long enough. */
function lengthened(blocks: readonly string[], words: SandboxStrings, tokens: number): string {
  const [all, again] = [[...blocks], [...words.list('does'), words.text('shows')]]
  let length = estimateTokens(all.join('\n\n'))
  for (let more = 0; length < tokens; more++) {
    const heading = `### ${more / again.length + 1}`
    const block = again[more % again.length] ?? ''
    all.push(...(more % again.length === 0 ? [heading, block] : [block]))
    length += estimateTokens(block)
  }
  return all.join('\n\n')
}

/** Tells whether a question has a word that begins with one of the words for a figure. */
function asksFor(question: string, words: SandboxStrings, figure: Figure): boolean {
  const asked = question.toLowerCase()
  const signs = [words, loadSandboxStrings('en')].flatMap(each =>
    each.text(`asks.${figure}`).toLowerCase().split(', ')
  )
  return signs.some(sign => {
    const at = asked.indexOf(sign)
    return sign !== '' && at !== -1 && (isDense(sign) || !/\p{L}/u.test(asked.charAt(at - 1)))
  })
}

/** Tells whether a word comes from a script without spaces between words. */
function isDense(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
}

function draw(figure: Figure, words: SandboxStrings, lang: Locale): string {
  if (figure === 'list') {
    const items = words.list('item')
    return items.map(item => `- ${item}`).join('\n')
  }
  if (figure === 'table') return tableOf(words.list('head'), lang)
  return figure === 'code' ? CODE : FORMULA
}

/** Draws the first months of a year with their number of days. */
function tableOf(head: readonly string[], lang: Locale): string {
  const name = new Intl.DateTimeFormat(lang, { month: 'long', timeZone: 'UTC' })
  const count = new Intl.NumberFormat(lang)
  const rows = [0, 1, 2].map(month => [
    name.format(Date.UTC(2027, month)),
    count.format(new Date(Date.UTC(2027, month + 1, 0)).getUTCDate())
  ])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const CODE = `\`\`\`typescript
/** Returns the first numbers of the Fibonacci sequence. */
export function fibonacci(count: number): number[] {
  const numbers = [0, 1]
  while (numbers.length < count) {
    const [last = 0, before = 0] = numbers.toReversed()
    numbers.push(last + before)
  }
  return numbers.slice(0, count)
}
\`\`\``

const FORMULA = String.raw`$$x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}$$`

/** Quotes a question as plain text: characters that Markdown would interpret get a backslash. */
function quoted(question: string): string {
  return question
    .split('\n')
    .map(line => `> ${line.replaceAll(/[\\`*_[\]<>|#~$&]/g, String.raw`\$&`)}`)
    .join('\n')
}

/** Shortens a question to one line of at most 60 characters without Markdown. */
function plainLine(question: string): string {
  return deriveTitle(question.replaceAll(/[`*_[\]<>|#~\\{}$]+/g, ' ').trim())
}
