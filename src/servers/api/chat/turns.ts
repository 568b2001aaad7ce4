import { contentText, type ChatModel, type MessageContent, type MessagePart } from '#core/chat.ts'
import type { ChatTurn } from '#core/provider.ts'
import { isTextFileType, supportsFileKind } from '#core/reference.ts'
import { estimateTokens } from '#core/tokens.ts'

/** Maximum tokens of a conversation that are sent with a question; older turns are left out. */
const MAX_PROMPT_TOKENS = 60_000

/** Tokens of every turn besides its words: the role and separators. */
const PER_TURN = 4

/** Estimated tokens of an image, for providers that report no usage. */
const PER_PICTURE = 800

const IMAGE = /\.(jpe?g|png|gif|bmp|webp|svg|tiff?|ico|heic)$/i

/** Returns the content of a question: plain text, or parts if it has files. */
export function questionContent(question: string, files: readonly MessagePart[]): MessageContent {
  return files.length === 0 ? question : [{ type: 'text', text: question }, ...files]
}

/**
 * Returns a file at a foreign address as part of a message. The ending of the address tells whether
 * it is an image.
 */
export function foreignPart(url: string): MessagePart {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return IMAGE.test(path)
    ? { type: 'image_url', image_url: url }
    : { type: 'file_url', file_url: url }
}

/**
 * Returns the turns without images and files that the model cannot read. Another model of the
 * conversation could.
 */
export function readableTurns(model: ChatModel, turns: readonly ChatTurn[]): ChatTurn[] {
  return turns.map(turn => {
    const { content } = turn
    if (typeof content === 'string') return turn
    const parts = content.filter(
      ({ type }) =>
        type === 'text' || supportsFileKind(model, type === 'image_url' ? 'picture' : 'document')
    )
    return {
      ...turn,
      content: parts.every(({ type }) => type === 'text') ? contentText(parts) : parts
    }
  })
}

/** Returns the prompt: the preset, as many of the last turns as fit, and the question. */
export function promptTurns(
  preset: string,
  history: readonly ChatTurn[],
  asked: readonly ChatTurn[]
): ChatTurn[] {
  const system: ChatTurn[] = preset === '' ? [] : [{ role: 'system', content: preset }]
  // Counting tokens takes 5 ns a character, and a history may have millions of characters.
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

/** Estimates the tokens of a prompt. */
export function tokensOf(turns: readonly ChatTurn[]): number {
  return turns.reduce((sum, { content, calls = [] }) => {
    const files = typeof content === 'string' ? [] : content
    const called = calls.length === 0 ? 0 : estimateTokens(JSON.stringify(calls))
    return files.reduce(
      (all, part) => all + fileTokens(part),
      sum + PER_TURN + called + estimateTokens(contentText(content))
    )
  }, 0)
}

/** Bytes of a token: in plain text, and in a PDF, which also contains images and fonts. */
const PER_TOKEN = { text: 3, pdf: 100 }

/** Estimates the tokens of a file from its size, if we know it, since a model reads all of it. */
export function fileTokens(part: MessagePart): number {
  if (part.type === 'text') return 0
  const { media_type: type = '', size = 0 } = part
  const bytes = isTextFileType(type)
    ? PER_TOKEN.text
    : type === 'application/pdf'
      ? PER_TOKEN.pdf
      : Infinity
  return Math.max(PER_PICTURE, Math.ceil(size / bytes))
}
