import { Lexer, type Token, type TokensList } from 'marked'
import { BoundedTokenizer } from '#ui/chat/markdown-tokenizer.ts'

type Extensions = NonNullable<Lexer['options']['extensions']>

/** Blocks that are nested deeper than this are shown as source text. */
export const MAX_DEPTH = 24

/**
 * Limit for the work on the blocks of a document. A block, a line of a list or a cell of a table
 * takes 1 to 4 units of work.
 */
const BLOCK_WORK = 20_000

/** Limit for a single block, such as a list, a table or a quote, including its contents. */
const WORK_OF_ONE = 10_000

/** Work per step; the process can do other work between two steps. */
const BLOCK_STEP = 150

/** Parsing this many characters again takes one unit of work. */
const LINE = 64

/**
 * More units of work after such a block: code has buttons of its own, and a paragraph may continue.
 */
const DEAR: Record<string, number> = { code: 10, paragraph: 8 }

/** Thrown through the library to stop it between two blocks. */
const PAUSE = new Error('pause')

/**
 * Limit for the work on a document's inline text: a base, plus an amount per character. One unit of
 * this work takes about four nanoseconds.
 */
const WORD_WORK = 1_000_000
const WORD_WORK_EACH = 250

/** Work of each inline piece, which becomes one element. The work of finding its end is added. */
const EACH_WORD = 2000

/** Inline work per step. */
const STEP = 100_000

/** Deeper nested emphasis and links stay plain text. */
const MAX_WORD_DEPTH = 8

/**
 * Inline text is parsed in runs of this many characters. In text with many marks, such as `*`, the
 * runs are shorter.
 */
const LONG_RUN = 4000
const SHORT_RUN = 1000
const SHORTEST_RUN = 250

/** From this number of marks per character, runs are short, or shortest. */
const DENSE = 0.125
const DENSEST = 2

/** Finding the end of an emphasis costs as much as reading this many characters. */
const EMPHASIS = 8

/**
 * Marked's lexer with limits, so that the work grows no faster than the text. It counts work
 * instead of time, so that server and browser leave the same parts plain.
 */
export class BoundedLexer extends Lexer {
  /** Whether part of the text stayed plain because it would have taken too much work. */
  cut = false
  #depth = 0
  #wordDepth = 0
  #blockWork = BLOCK_WORK
  /** The remaining work when the current block began. */
  #workBefore = BLOCK_WORK
  #wordWork = 0
  /**
   * The text after the blocks that are complete, and the number of inline texts in those blocks.
   */
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
   * Parses a text in steps. The process can do other work between two steps. Yields the work of
   * each step, where 1 is a usual step.
   * @returns the tokens
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
    // No end here, because the paragraph may continue.
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
    // `TokensList` also has the links of the whole text. The library declares it even for nested
    // blocks, which have none.
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
    // End a run at a space, not at a line end: the characters before a line end may mean a line
    // break.
    const space = src.slice(at, at + size).lastIndexOf(' ')
    const end = at + (space > size / 2 ? space : size)
    // Do not split a surrogate pair either.
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
