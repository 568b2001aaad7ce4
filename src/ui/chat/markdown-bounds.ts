import { Lexer, type Token, type TokensList } from 'marked'
import { BoundedTokenizer } from '#ui/chat/markdown-tokenizer.ts'

type Extensions = NonNullable<Lexer['options']['extensions']>

/** Deeper nesting is shown as source text. */
export const MAX_DEPTH = 24

/**
 * Limit for the blocks of a document. A block, a line of a list or a cell of a table costs one to
 * four.
 */
const BLOCK_WORK = 20_000

/** Limit for a single block, such as a list, a table or a quote, including its contents. */
const WORK_OF_ONE = 10_000

/** Work per step; the process can do other work between two steps. */
const BLOCK_STEP = 150

/** Parsing this many characters once more costs one. */
const LINE = 64

/** Extra cost after these blocks: code has its own buttons, and a paragraph may continue. */
const DEAR: Record<string, number> = { code: 10, paragraph: 8 }

/** Thrown through the library to stop it between two blocks. */
const PAUSE = new Error('pause')

/**
 * Limit for a document's inline text: a base, plus an amount per character. One unit takes about
 * four nanoseconds.
 */
const WORD_WORK = 1_000_000
const WORD_WORK_EACH = 250

/**
 * Cost of each inline piece, which becomes an element. The cost of reading up to its end is added.
 */
const EACH_WORD = 2000

/** Inline work per step. */
const STEP = 100_000

/** Deeper nested emphasis and links stay plain text. */
const MAX_WORD_DEPTH = 8

/** Inline text is parsed in runs of this many characters. Many marks make runs shorter. */
const LONG_RUN = 4000
const SHORT_RUN = 1000
const SHORTEST_RUN = 250

/** Marks per character from which runs are short, or shortest. */
const DENSE = 0.125
const DENSEST = 2

/** Finding the end of an emphasis costs as much as reading this many characters. */
const EMPHASIS = 8

/**
 * Marked's lexer with limits, so that the work grows no faster than the text. It counts work
 * instead of time, so that server and browser leave the same parts plain.
 */
export class BoundedLexer extends Lexer {
  /** Whether part of the text was left plain. */
  cut = false
  #depth = 0
  #wordDepth = 0
  #blockWork = BLOCK_WORK
  /** The remaining work when the current block began. */
  #workBefore = BLOCK_WORK
  #wordWork = 0
  /** The text after the complete blocks, and the number of inline runs in those blocks. */
  #rest = { src: '', runs: 0 }
  /** The step ends when only this much work remains. */
  #until = BLOCK_WORK

  constructor(extensions: Extensions) {
    super({ gfm: true, tokenizer: new BoundedTokenizer() })
    const meterBlock = (src: string, tokens: Token[]): undefined => {
      const last = tokens.at(-1)
      if (tokens === this.tokens) this.#passBlock(src, last)
      this.#spend(
        1 + (last?.type === 'text' ? last.raw.length / LINE : (DEAR[last?.type ?? ''] ?? 0))
      )
    }
    const meterWords = (src: string): undefined => {
      this.#wordWork -= EACH_WORD + src.length * (/^[*_~]/.test(src) ? EMPHASIS : 1)
    }
    const { block = [], inline = [] } = extensions
    this.options.extensions = {
      ...extensions,
      block: [meterBlock, ...block],
      inline: [meterWords, ...inline]
    }
  }

  /**
   * Parses a text in steps; the process can do other work after each.
   * @returns the work of each step, about one
   */
  *steps(text: string): Generator<number, Token[]> {
    this.#rest.src = text.replaceAll(/\r\n|\r/g, '\n')
    for (let [done, before] = [false, this.#blockWork]; !done; before = this.#blockWork) {
      done = this.#readBlocks()
      yield (before - this.#blockWork) / BLOCK_STEP
    }
    this.#wordWork = WORD_WORK + WORD_WORK_EACH * text.length
    let before = this.#wordWork
    for (const { src, tokens } of this.inlineQueue) {
      this.state.inRawBlock = false
      for (const run of runsOf(src)) {
        this.inlineTokens(run, tokens)
        if (before - this.#wordWork < STEP) continue
        yield (before - this.#wordWork) / STEP
        before = this.#wordWork
      }
    }
    return this.tokens
  }

  /**
   * Parses blocks until the step ends.
   * @returns whether all blocks are done
   */
  #readBlocks(): boolean {
    this.#until = this.#blockWork - BLOCK_STEP
    this.#depth = 0
    try {
      this.blockTokens(this.#rest.src, this.tokens)
      return true
    } catch (thrown) {
      if (thrown === PAUSE) return false
      const { src, runs } = this.#rest
      this.cut = true
      this.tokens.push({ type: 'escape', raw: src, text: src })
      this.inlineQueue.length = runs
      return true
    }
  }

  /**
   * Called between two top-level blocks. A step can end here, because later text cannot change the
   * blocks so far.
   */
  #passBlock(src: string, last: Token | undefined): void {
    this.#rest = { src, runs: this.inlineQueue.length }
    // A paragraph may continue.
    if (last?.type === 'paragraph') return
    this.#workBefore = this.#blockWork
    if (this.#blockWork < this.#until) throw PAUSE
  }

  override blockTokens(src: string, tokens: Token[] = [], clipped = false): TokensList {
    if (this.#depth > 0) this.#spend(1 + src.length / LINE)
    if (this.#depth > MAX_DEPTH) tokens.push({ type: 'escape', raw: src, text: src })
    else {
      this.#depth++
      super.blockTokens(src, tokens, clipped)
      this.#depth--
    }
    // The library declares `TokensList`, with the links of the whole text, even for nested blocks.
    return tokens as TokensList
  }

  override inline(src: string, tokens: Token[] = []): Token[] {
    this.#spend(2)
    return super.inline(src, tokens)
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#wordWork < 0) this.cut = true
    if (this.#wordWork < 0 || this.#wordDepth > MAX_WORD_DEPTH) {
      tokens.push({ type: 'text', raw: src, text: src })
      return tokens
    }
    this.#wordDepth++
    super.inlineTokens(src, tokens)
    this.#wordDepth--
    return tokens
  }

  #spend(work: number): void {
    this.#blockWork -= work
    if (this.#blockWork < 0 || this.#workBefore - this.#blockWork > WORK_OF_ONE)
      throw new Error('too many blocks')
  }
}

function* runsOf(src: string): Generator<string> {
  const size = sizeOfRuns(src)
  let at = 0
  while (src.length - at > size) {
    // A run does not end at a line end, because a mark before it may mean a line break.
    const space = src.slice(at, at + size).lastIndexOf(' ')
    const end = at + (space > size / 2 ? space : size)
    // It does not split a surrogate pair either.
    const next = /[\uDC00-\uDFFF]/.test(src.charAt(end)) ? end - 1 : end
    yield src.slice(at, next)
    at = next
  }
  yield src.slice(at)
}

function sizeOfRuns(src: string): number {
  if (src.length <= SHORTEST_RUN) return SHORTEST_RUN
  const marks = src.match(/[*_~]/g)?.length ?? 0
  const brackets = src.match(/\[/g)?.length ?? 0
  const others = src.match(/[\\<!\]`@:$\n]/g)?.length ?? 0
  const density = (marks * EMPHASIS + brackets * 3 + others) / src.length
  if (density > DENSEST) return SHORTEST_RUN
  return density > DENSE && src.length > SHORT_RUN ? SHORT_RUN : LONG_RUN
}
