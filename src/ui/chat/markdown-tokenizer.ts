import { Tokenizer, type Tokens } from 'marked'

/**
 * Longer lists and quotes, in characters, are split, because the library reads their lines
 * repeatedly.
 */
export const MAX_LIST = 8000
const MAX_QUOTE = 5000

/** Text with more characters is no heading. */
const MAX_HEADING = 4000

/** Limits how much text the library reads for one block. */
export class BoundedTokenizer extends Tokenizer {
  override list(src: string): Tokens.List | undefined {
    return super.list(beginning(src, MAX_LIST))
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return super.blockquote(beginning(src, MAX_QUOTE))
  }

  /**
   * First checks only the header rows. Most text is no table, and the library would read all of it
   * in vain.
   */
  override table(src: string): Tokens.Table | undefined {
    const head = /^[^\n]*\n[^\n]*/.exec(src)?.[0]
    return head === undefined || super.table(head) === undefined ? undefined : super.table(src)
  }

  override lheading(src: string): Tokens.Heading | undefined {
    return super.lheading(src.slice(0, MAX_HEADING))
  }
}

/**
 * Returns the beginning of a text up to its last new item or quote. If there is none, it returns
 * the first `length` characters.
 */
function beginning(src: string, length: number): string {
  if (src.length <= length) return src
  const head = src.slice(0, length)
  const item = /^[^]*\n(?=\S)/.exec(head)?.[0]
  return item ?? head
}
