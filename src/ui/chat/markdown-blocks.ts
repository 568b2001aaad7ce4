import type { Token } from 'marked'
import { lexMarkdown } from '#ui/chat/markdown-lexer.ts'

/** One block of a Markdown text. A `closed` block no longer changes while the text grows. */
export type Block = { token: Token; closed: boolean }

/** Parses a text that may grow from call to call. */
type BlockReader = (text: string, growing: boolean) => readonly Block[]

/**
 * Creates a reader that parses only the part that can still change. While a text grows, all blocks
 * but the last two are closed and returned as the same objects. A finished text is parsed once, as
 * a whole.
 */
export function createBlockReader(): BlockReader {
  let closed: Block[] = []
  let consumed = ''
  let numbers = new Map<string, number>()
  return (text, growing) => {
    if (!growing || !text.startsWith(consumed)) {
      closed = []
      consumed = ''
      numbers = new Map()
    }
    const known = { growing, begun: consumed.trim() !== '', numbers, formulas: 0 }
    const open = lexMarkdown(text.slice(consumed.length), known).map((token): Block => ({
      token,
      closed: !growing
    }))
    if (!growing) return open
    const solid = open.filter(({ token }) => token.type !== 'space')
    const edge =
      solid.length > 2
        ? open.indexOf(solid.at(-2) ?? { token: { type: '', raw: '' }, closed: false })
        : 0
    for (const block of open.splice(0, edge)) {
      closed.push({ ...block, closed: true })
      consumed += block.token.raw
    }
    return [...closed, ...open]
  }
}
