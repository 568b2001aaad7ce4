import { Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked'

type Extensions = NonNullable<Lexer['options']['extensions']>

/** Deeper nesting is shown as it was written. */
export const MAX_DEPTH = 24

/** Most work that the blocks of a document may take. A block, a line of a list or a cell of a table takes one to four. */
const BLOCK_WORK = 20_000

/** Most of it that a single block may take: a list, a table, a quote with all that is in it. */
const WORK_OF_ONE = 10_000

/** How much of that work is one step: others may go on between two steps. */
const BLOCK_STEP = 150

/** So many characters that are read once more take one. */
const LINE = 64

/** Extra work of a block after one of these: code has its own buttons, and a paragraph goes on. */
const DEAR: Record<string, number> = { code: 10, paragraph: 8 }

/** Thrown through the library to stop it between two blocks. */
const PAUSE = new Error('pause')

/** Most work that the words of a document may take: this, and more for each character. One takes about four nanoseconds. */
const WORD_WORK = 1_000_000
const WORD_WORK_EACH = 250

/** Work of each piece of words, which becomes an element of the page. Reading up to its end is added. */
const EACH_WORD = 2000

/** How much of that work is one step. */
const STEP = 100_000

/** Emphasis and links that are nested deeper stay plain. */
const MAX_WORD_DEPTH = 8

/** Words are read in runs of so many characters. Where marks are dense, runs are shorter. */
const LONG_RUN = 4000
const SHORT_RUN = 1000
const SHORTEST_RUN = 250

/** From how many marks for each character on runs are short, or shortest. */
const DENSE = 0.125
const DENSEST = 2

/** Finding the other end of an emphasis takes as much as reading so many other characters. */
const EMPHASIS = 8

/** A longer list or quote goes on as another one, in characters: the library reads its lines again and again. */
export const MAX_LIST = 8000
const MAX_QUOTE = 5000

/** A longer headline, in characters, is none. */
const MAX_HEADING = 4000

/** Shows the library no more of a text than may be one block. */
class BoundedTokenizer extends Tokenizer {
  override list(src: string): Tokens.List | undefined {
    return super.list(beginning(src, MAX_LIST))
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return super.blockquote(beginning(src, MAX_QUOTE))
  }

  /** Looks at the head alone first: most tables that are none have a body that would be read in vain. */
  override table(src: string): Tokens.Table | undefined {
    const head = /^[^\n]*\n[^\n]*/.exec(src)?.[0]
    return head === undefined || super.table(head) === undefined ? undefined : super.table(src)
  }

  override lheading(src: string): Tokens.Heading | undefined {
    return super.lheading(src.slice(0, MAX_HEADING))
  }
}

/** Ends where another item or quote begins, else at the end of a line. */
function beginning(src: string, length: number): string {
  if (src.length <= length) return src
  const head = src.slice(0, length)
  const item = /^[^]*\n(?=\S)/.exec(head)?.[0]
  return item ?? head
}

/**
 * Marked's lexer with bounds, so that the work grows no faster than the text. Bounds are counted, not timed: server and
 * browser leave the same parts of a text plain.
 */
export class BoundedLexer extends Lexer {
  /** Was a part of the text left plain? */
  cut = false
  #depth = 0
  #wordDepth = 0
  #blockWork = BLOCK_WORK
  /** How much was left where the present block began. */
  #workBefore = BLOCK_WORK
  #wordWork = 0
  /** The text after the blocks that are complete, and how many runs of words those have. */
  #rest = { src: '', runs: 0 }
  /** Blocks are read until so much work is left. */
  #until = BLOCK_WORK

  constructor(extensions: Extensions) {
    super({ gfm: true, tokenizer: new BoundedTokenizer() })
    const meterBlock = (src: string, tokens: Token[]): undefined => {
      const last = tokens.at(-1)
      if (tokens === this.tokens) this.#passBlock(src, last)
      this.#spend(1 + (last?.type === 'text' ? last.raw.length / LINE : (DEAR[last?.type ?? ''] ?? 0)))
    }
    const meterWords = (src: string): undefined => {
      this.#wordWork -= EACH_WORD + src.length * (/^[*_~]/.test(src) ? EMPHASIS : 1)
    }
    const { block = [], inline = [] } = extensions
    this.options.extensions = { ...extensions, block: [meterBlock, ...block], inline: [meterWords, ...inline] }
  }

  /** Reads a text in steps. Others may go on after each. @returns how much work it was: about one */
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

  /** Reads blocks, as far as one step goes. @returns were those the last? */
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

  /** Between two blocks that nothing merges any more, the library can be stopped. */
  #passBlock(src: string, last: Token | undefined): void {
    this.#rest = { src, runs: this.inlineQueue.length }
    // A paragraph may go on.
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
    // The library declares it for lists with the links of the whole text, too.
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
    if (this.#blockWork < 0 || this.#workBefore - this.#blockWork > WORK_OF_ONE) throw new Error('too many blocks')
  }
}

function* runsOf(src: string): Generator<string> {
  const size = sizeOfRuns(src)
  let at = 0
  while (src.length - at > size) {
    // Not at the end of a line, which may be broken by a mark before it.
    const space = src.slice(at, at + size).lastIndexOf(' ')
    const end = at + (space > size / 2 ? space : size)
    // Nor within a pair of surrogates.
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
