import { estimateTokens } from '#core/tokens.ts'
import { seededRandom } from '#media/random.ts'
import { languageOf } from '#sandbox/language.ts'
import { codeOf, topicOf, wordsOf } from '#sandbox/topic.ts'
import { sandboxWords, type SandboxWords } from '#sandbox/words.ts'

type Wish = {
  /** About how long; null for the natural 80 to 250 words. */
  tokens: number | null
  /** What came with the question, in words. */
  files: readonly string[]
  /** Answered in where the question tells none. */
  language?: string | undefined
}

/** What the sandbox has to say. */
export type SandboxAnswer = { reasoning: string; text: string }

/**
 * Makes an answer in Markdown of a question alone: the same question gives the same answer. It takes the question up, says
 * that it is the sandbox's, and has paragraphs, sometimes a list or a table, and code where the question smells of it.
 */
export function sandboxAnswer(
  question: string,
  { tokens, files, language: fallback }: Wish
): SandboxAnswer {
  const language = languageOf(question, fallback)
  const phrases = sandboxWords(language)
  const random = seededRandom(question)
  const words = wordsOf(question, language)
  const unnamed = phrases.text('unnamed')
  const say = speaker(topicOf(question) || unnamed, words.length > 0 ? words : [unnamed])
  const paragraphs = shuffled(phrases.list('paragraph'), random)

  const blocks = [
    say(pick(phrases.list('opening'), random)),
    `_${phrases.text('notice')}_`,
    say(paragraphs[0])
  ]
  if (files.length > 0)
    blocks.splice(
      1,
      0,
      phrases.text('attached').replace('{{files}}', () => files.join(', '))
    )
  const code = codeOf(question)
  if (code !== null) blocks.push(phrases.text('code'), CODE[code](words[0] ?? 'example'))
  blocks.push(
    say(paragraphs[1]),
    ...figure(phrases, words.length, say, random),
    say(pick(phrases.list('closing'), random))
  )
  const reasoning = phrases.list('thought').map(say).join('')
  if (tokens === null) return { reasoning, text: blocks.join('\n\n') }

  let length = estimateTokens(blocks.join('\n\n'))
  for (let more = 2; length < tokens; more++) {
    const block = more % 6 === 0 ? say('### {{word}}') : say(paragraphs[more % paragraphs.length])
    blocks.push(block)
    length += estimateTokens(block)
  }
  return { reasoning, text: cutToTokens(blocks.join('\n\n'), tokens) }
}

/** The longest beginning of a text that is not longer than this. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle
    else tooLong = middle
  }
  return text.slice(0, fits).replace(/[\uD800-\uDBFF]$/, '')
}

type Say = (phrase: string | undefined) => string

/** Fills phrases in, with the next word of the question each time. */
function speaker(topic: string, words: readonly string[]): Say {
  let next = 0
  return (phrase = '') =>
    phrase
      .replaceAll('{{topic}}', () => topic)
      .replaceAll('{{word}}', () => words[next++ % words.length] ?? topic)
}

/** A list, a table or nothing: with one entry for each word, and never with a single one. */
function figure(phrases: SandboxWords, entries: number, say: Say, random: () => number): string[] {
  const kind = Math.floor(random() * 3)
  if (kind === 0 || entries < 2) return []
  if (kind === 1) {
    const items = phrases.list('point').slice(0, entries)
    return [phrases.text('points'), items.map(item => `- ${say(item)}`).join('\n')]
  }
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rows = (['row.1', 'row.2', 'row.3'] as const)
    .slice(0, entries)
    .map(name => row([say('{{word}}'), ...phrases.list(name)]))
  const head = phrases.list('head')
  return [phrases.text('table'), [row(head), row(head.map(() => '---')), ...rows].join('\n')]
}

const CODE = {
  typescript: (word: string): string =>
    `\`\`\`typescript
type Step = { name: string; minutes: number }

/** The steps that fit into the time there is, shortest first. */
export function plan(steps: readonly Step[], available: number): Step[] {
  let left = available
  return steps
    .toSorted((a, b) => a.minutes - b.minutes)
    .filter(step => (left -= step.minutes) >= 0)
}

plan([{ name: ${JSON.stringify(word)}, minutes: 20 }, { name: 'review', minutes: 10 }], 45)
\`\`\``,
  python: (word: string): string =>
    `\`\`\`python
from dataclasses import dataclass


@dataclass
class Step:
    name: str
    minutes: int


def plan(steps: list[Step], available: int) -> list[Step]:
    """The steps that fit into the time there is, shortest first."""
    chosen = []
    for step in sorted(steps, key=lambda step: step.minutes):
        if step.minutes <= available:
            chosen.append(step)
            available -= step.minutes
    return chosen


plan([Step(${JSON.stringify(word)}, 20), Step("review", 10)], 45)
\`\`\``
}

function pick<T>(choices: readonly T[], random: () => number): T | undefined {
  return choices[Math.floor(random() * choices.length)]
}

function shuffled<T>(choices: readonly T[], random: () => number): T[] {
  return choices
    .map(choice => ({ choice, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ choice }) => choice)
}
