import { estimateTokens } from '#core/tokens.ts'
import { languageOf } from '#providers/sandbox-language.ts'
import { PHRASES } from '#providers/sandbox-phrases/phrases.ts'
import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'
import { codeOf, topicOf, wordsOf } from '#providers/sandbox-topic.ts'

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
export function sandboxAnswer(question: string, { tokens, files, language: fallback }: Wish): SandboxAnswer {
  const language = languageOf(question, fallback)
  const phrases = PHRASES[language]
  const random = seededRandom(question)
  const words = wordsOf(question, language)
  const say = speaker(topicOf(question) || phrases.unnamed, words.length > 0 ? words : [phrases.unnamed])
  const paragraphs = shuffled(phrases.paragraphs, random)

  const blocks = [say(pick(phrases.openings, random)), `_${phrases.notice}_`, say(paragraphs[0])]
  if (files.length > 0)
    blocks.splice(
      1,
      0,
      phrases.attached.replace('{{files}}', () => files.join(', '))
    )
  const code = codeOf(question)
  if (code !== null) blocks.push(phrases.code, CODE[code](words[0] ?? 'example'))
  blocks.push(say(paragraphs[1]), ...figure(phrases, words.length, say, random), say(pick(phrases.closings, random)))
  const reasoning = phrases.thoughts.map(say).join('')
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
  return (phrase = '') => phrase.replaceAll('{{topic}}', () => topic).replaceAll('{{word}}', () => words[next++ % words.length] ?? topic)
}

/** A list, a table or nothing: with one entry for each word, and never with a single one. */
function figure({ points, table }: Phrases, entries: number, say: Say, random: () => number): string[] {
  const kind = Math.floor(random() * 3)
  if (kind === 0 || entries < 2) return []
  if (kind === 1) {
    const items = points.items.slice(0, entries).map(item => `- ${say(item)}`)
    return [points.intro, items.join('\n')]
  }
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rows = table.cells.slice(0, entries).map(cells => row([say('{{word}}'), ...cells]))
  return [table.intro, [row(table.head), row(table.head.map(() => '---')), ...rows].join('\n')]
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

/** Numbers from 0 up to 1 that follow from a text alone. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
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
