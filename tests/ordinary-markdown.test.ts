import { globSync, readFileSync } from 'node:fs'
import { Lexer, type Token } from 'marked'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#i18n/locale.ts'
import { sandboxAnswer } from '#sandbox/answer.ts'
import { MAX_LIST } from '#ui/chat/markdown-tokenizer.ts'
import { lexMarkdown } from '#ui/chat/markdown-lexer.ts'
import { seeded } from './support/seeded.ts'

const WORDS =
  'tides moon **bold words** *leaning* _also_ `code()` snake_case_name ***both*** ~~gone~~ [a link](https://example.com/a_b?c=d) https://example.com/x me@example.com <https://example.org> ![cat](https://example.com/cat.png) <b>tag</b> &amp; 5*3*2 it’s "quoted" (brackets) 漢字 😀 \\* a.b [ref][one] [one] **a *b* c** *a **b** c* `` ` `` C++ <br> $ 100% #1 @me x_1 2^n'.split(
    ' '
  )

/**
 * Builds a text as models and people write them, with every kind of block.
 * @param marked share of the words that carry markup, from 0 to 1
 */
function ordinaryMarkdown(seed: number, marked = 1): string {
  const random = seeded(seed)
  const upTo = (most: number): number => 1 + Math.floor(random() * most)
  const words = (most: number): string =>
    Array.from({ length: upTo(most) }, () =>
      random() < marked ? WORDS[Math.floor(random() * WORDS.length)] : 'word'
    ).join(' ')
  const lines = (most: number, one: (at: number) => string): string =>
    Array.from({ length: upTo(most) }, (_, at) => one(at)).join('\n')
  const kinds: readonly (() => string)[] = [
    () => words(80),
    () => lines(4, () => `${words(20)}${random() < 0.3 ? '  ' : ''}`),
    () => `${'#'.repeat(upTo(6))} ${words(6)}`,
    () => `${words(6)}\n${random() < 0.5 ? '=====' : '-----'}`,
    () => lines(8, () => `- ${words(15)}`),
    () =>
      lines(
        8,
        at => `${at + 1}. ${words(15)}\n   continued\n   - ${words(4)}\n     1. ${words(3)}`
      ),
    () => lines(4, () => `* ${words(5)}\n\n  ${words(10)}\n`),
    () => lines(4, () => `- [${random() < 0.5 ? 'x' : ' '}] ${words(5)}`),
    () => lines(4, () => `> ${words(15)}`),
    () => `> ${words(9)}\n>\n> - ${words(4)}\n>\n> > ${words(4)}\nlazy ${words(4)}`,
    () => `\`\`\`ts\n${lines(12, at => `const a${at} = '*x_' // ${words(3)}`)}\n\n}\n\`\`\``,
    () => lines(3, () => `    indented ${words(4)}`),
    () => `| a | b |\n|:--|--:|\n${lines(8, () => `| ${words(3)} | ${words(4)} |`)}`,
    () => '---',
    () => `<div class="x">\n${words(5)}\n</div>`,
    () => `[one]: https://example.com/one "One"`
  ]
  return Array.from(
    { length: upTo(20) },
    () => kinds[Math.floor(random() * kinds.length)]?.() ?? ''
  ).join(random() < 0.8 ? '\n\n' : '\n')
}

/** Parses with the library alone, without our limits and extensions. */
const libraryTokens = (text: string): Token[] => [...new Lexer({ gfm: true }).lex(text)]
const ownTokens = (text: string): Token[] => [
  ...lexMarkdown(text, { growing: false, begun: false, numbers: new Map(), formulas: 0 })
]

describe('the bounded lexer gives the same tokens as the library for', () => {
  test('300 texts with a little of everything', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const text = ordinaryMarkdown(seed)
      expect(ownTokens(text), text).toEqual(libraryTokens(text))
    }
  })

  test('the documents of this project', () => {
    const files = globSync(['*.md', 'docs/**/*.md'])
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      const isLong = (token: Token): boolean => token.type === 'list' && token.raw.length > MAX_LIST
      // The library does not know formulas and footnotes, and our lexer splits a long list into
      // several, so skip these.
      if (!/\$|\[\^|\\[[(]/.test(text) && !libraryTokens(text).some(isLong))
        expect(ownTokens(text), file).toEqual(libraryTokens(text))
    }
  })

  test.each(LOCALES)('the answers of the sandbox in %s', language => {
    for (const question of [
      'tides',
      'Write python code for tides and the moon',
      'one two three four five'
    ]) {
      for (const tokens of [null, 2000]) {
        const { text } = sandboxAnswer(question, { tokens, files: [], language })
        expect(ownTokens(text)).toEqual(libraryTokens(text))
      }
    }
  })

  test('a long text of 120,000 characters', () => {
    const text = Array.from({ length: 800 }, (_, seed) => ordinaryMarkdown(seed, 0.1))
      .join('\n\n')
      .slice(0, 120_000)
    expect(ownTokens(text)).toEqual(libraryTokens(text))
  })
})
