import { textOf, type ChatModel, type Content, type Part } from '#core/chat.ts'
import type { ChatTurn } from '#core/provider.ts'
import { isText, takes } from '#core/reference.ts'
import { estimateTokens } from '#core/tokens.ts'

/** Most tokens of a conversation that are sent again with a question; older turns are left out. */
const MAX_PROMPT_TOKENS = 60_000

/** What every turn costs beside its words: role and separators, in tokens. */
const PER_TURN = 4

/** What a picture costs where nobody measures, in tokens. */
const PER_PICTURE = 800

const IMAGE = /\.(jpe?g|png|gif|bmp|webp|svg|tiff?|ico|heic)$/i

/** The content of a question: plain text, or parts when files came with it. */
export function questionContent(question: string, files: readonly Part[]): Content {
  return files.length === 0 ? question : [{ type: 'text', text: question }, ...files]
}

/** A file that is not ours, as a message holds it. An image is told by its ending. */
export function foreignPart(url: string): Part {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return IMAGE.test(path)
    ? { type: 'image_url', image_url: url }
    : { type: 'file_url', file_url: url }
}

/** The turns without the pictures and files that a model does not read: another one of the same conversation did. */
export function turnsFor(model: ChatModel, turns: readonly ChatTurn[]): ChatTurn[] {
  return turns.map(turn => {
    const { content } = turn
    if (typeof content === 'string') return turn
    const parts = content.filter(
      ({ type }) => type === 'text' || takes(model, type === 'image_url' ? 'picture' : 'document')
    )
    return { ...turn, content: parts.every(({ type }) => type === 'text') ? textOf(parts) : parts }
  })
}

/** The prompt: the preset, as many of the last turns as fit, and what is asked. */
export function promptTurns(
  preset: string,
  history: readonly ChatTurn[],
  asked: readonly ChatTurn[]
): ChatTurn[] {
  const system: ChatTurn[] = preset === '' ? [] : [{ role: 'system', content: preset }]
  // Counting takes 5 ns for each character, of which there may be millions.
  if (history.length === 0) return [...system, ...asked]
  let left = MAX_PROMPT_TOKENS - tokensOf([...system, ...asked])
  const kept: ChatTurn[] = []
  for (const turn of history.toReversed()) {
    left -= tokensOf([turn])
    if (left < 0) break
    kept.unshift(turn)
  }
  return [...system, ...kept, ...asked]
}

/** Tokens of a prompt, estimated. */
export function tokensOf(turns: readonly ChatTurn[]): number {
  return turns.reduce((sum, { content, calls = [] }) => {
    const files = typeof content === 'string' ? [] : content
    const called = calls.length === 0 ? 0 : estimateTokens(JSON.stringify(calls))
    return files.reduce(
      (all, part) => all + fileTokens(part),
      sum + PER_TURN + called + estimateTokens(textOf(content))
    )
  }, 0)
}

/** Bytes for a token: of plain text, and of a PDF, which holds pictures and fonts, too. */
const PER_TOKEN = { text: 3, pdf: 100 }

/** Tokens of a file, estimated: it is read in full, where we know how much that is. */
export function fileTokens(part: Part): number {
  if (part.type === 'text') return 0
  const { media_type: type = '', size = 0 } = part
  const bytes = isText(type)
    ? PER_TOKEN.text
    : type === 'application/pdf'
      ? PER_TOKEN.pdf
      : Infinity
  return Math.max(PER_PICTURE, Math.ceil(size / bytes))
}
