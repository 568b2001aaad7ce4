import type { Content, Part } from '#core/chat.ts'
import { textOf } from '#core/chat.ts'
import type { ChatTurn } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'

/** Most tokens of a conversation that are sent again with a question; older turns are left out. */
const MAX_PROMPT_TOKENS = 60_000

/** What every turn costs beside its words: role and separators, in tokens. */
const PER_TURN = 4

/** What a picture costs where nobody measures, in tokens. */
const PER_PICTURE = 800

const IMAGE = /\.(jpe?g|png|gif|bmp|webp|svg|tiff?|ico|heic)$/i

/** The content of a question: plain text, or parts when files came with it. An image is told by its ending. */
export function questionContent(question: string, references: readonly string[]): Content {
  if (references.length === 0) return question
  const files = references.map((url): Part => {
    const path = URL.canParse(url) ? new URL(url).pathname : url
    return IMAGE.test(path) ? { type: 'image_url', image_url: url } : { type: 'file_url', file_url: url }
  })
  return [{ type: 'text', text: question }, ...files]
}

/** The prompt for a question: the preset, as many of the last turns as fit, the question. */
export function promptTurns(preset: string | undefined, history: readonly ChatTurn[], question: ChatTurn): ChatTurn[] {
  const system: ChatTurn[] = preset === undefined ? [] : [{ role: 'system', content: preset }]
  let left = MAX_PROMPT_TOKENS - tokensOf([...system, question])
  const kept: ChatTurn[] = []
  for (const turn of history.toReversed()) {
    left -= tokensOf([turn])
    if (left < 0) break
    kept.unshift(turn)
  }
  return [...system, ...kept, question]
}

/** Tokens of a prompt, estimated. */
export function tokensOf(turns: readonly ChatTurn[]): number {
  return turns.reduce((sum, { content }) => {
    const pictures = typeof content === 'string' ? 0 : content.filter(part => part.type !== 'text').length
    return sum + PER_TURN + estimateTokens(textOf(content)) + pictures * PER_PICTURE
  }, 0)
}
