import type { Conversation, Message } from '#contract/conversation.ts'
import { contentText } from '#core/chat.ts'
import { partUrl } from '#core/chat-part.ts'
import { formatTime } from '#core/format.ts'
import { messageBranch } from '#core/message-tree.ts'

/** The translated words of an exported text. */
type ExportWords = {
  /** For a conversation without a title. */
  untitled: string
  /** Headings of questions and of answers. */
  you: string
  answer: string
  /** For an attached file without a name. */
  file: string
}

/**
 * Exports a conversation with all its versions as a file that can be imported again:
 *
 * ```json
 * {
 *   "polymuse": 1,
 *   "title": "Tides", "model": "gpt-5-all", "preset": "", "temperature": null, "created_at": 1763760000,
 *   "leaf": "b",
 *   "messages": [
 *     { "id": "a", "parent": null, "role": "user", "content": "Why?", "created_at": 1763760000 },
 *     { "id": "b", "parent": "a", "role": "assistant", "content": "…", "model": "gpt-5-all",
 *       "reasoning": "…", "thought": 2.5, "created_at": 1763760003 }
 *   ]
 * }
 * ```
 *
 * Messages with the same `parent` are versions of each other. `leaf` is the last message of the
 * shown branch. `content` is a text, or a list of parts as in the API. Times are unix seconds,
 * `thought` is seconds.
 */
export function toJson(conversation: Conversation): string {
  const { title, model, preset = '', temperature = null, created_at } = conversation
  const messages = withParents(conversation.messages ?? [])
  const file = {
    polymuse: 1,
    title,
    model,
    preset,
    temperature,
    created_at,
    leaf: leafOf(conversation, messages),
    messages: messages.map(
      ({ id, parent_id, role, content, reasoning, thought, created_at: at, ...message }) => ({
        id,
        parent: parent_id,
        role,
        content,
        ...(message.model !== undefined && { model: message.model }),
        ...(reasoning !== undefined && reasoning !== '' && { reasoning }),
        ...(thought !== undefined && { thought }),
        ...(at !== undefined && { created_at: at })
      })
    )
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Exports the shown branch as Markdown: each message with its author and time as a heading. */
export function toMarkdown(conversation: Conversation, words: ExportWords): string {
  const sections = wayOf(conversation)
    .filter(({ role }) => role !== 'system')
    .map(message => `## ${headingOf(message, words)}\n\n${bodyOf(message, words)}`.trimEnd())
  const title = conversation.title.replaceAll(/\s+/g, ' ').trim() || words.untitled
  return (
    [`# ${escaped(title)}`, conversation.model, ...sections]
      .filter(part => part !== '')
      .join('\n\n') + '\n'
  )
}

function headingOf({ role, model, created_at }: Message, { you, answer }: ExportWords): string {
  const time = created_at === undefined ? '' : `${formatTime(created_at * 1000, 'UTC')} UTC`
  return [role === 'user' ? you : answer, model ?? '', time].filter(part => part !== '').join(' · ')
}

function bodyOf({ content }: Message, { file }: ExportWords): string {
  const parts = typeof content === 'string' ? [] : content
  const links = parts.flatMap(part => {
    if (part.type === 'text') return []
    const address = partUrl(part)
    const known = part['name']
    const name = typeof known === 'string' && known !== '' ? known : file
    return [
      `${part.type === 'image_url' ? '!' : ''}[${escaped(name)}](<${address.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
    ]
  })
  return [closeCodeFences(contentText(content)), ...links].filter(text => text !== '').join('\n\n')
}

/** Escapes characters that Markdown would interpret in a heading or a link. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#]/g, sign => `\\${sign}`)
}

/**
 * Closes a code block that a text leaves open. Otherwise everything after it would count as code.
 */
export function closeCodeFences(text: string): string {
  let open: { indent: string; sign: string } | null = null
  for (const line of text.split('\n')) {
    const [, indent = '', sign = '', rest = ''] =
      /^( {0,3})(`{3,}(?!`)|~{3,}(?!~))(.*)$/.exec(line) ?? []
    if (sign === '') continue
    if (open === null) open = sign.startsWith('`') && rest.includes('`') ? null : { indent, sign }
    else if (sign.startsWith(open.sign) && rest.trim() === '') open = null
  }
  return open === null ? text : `${text.trimEnd()}\n${open.indent}${open.sign}`
}

type Linked = Message & { id: string; parent_id: string | null }

/**
 * Adds ids and parents to messages of old servers, which sent neither. Each message then follows
 * the one before it.
 */
function withParents(messages: readonly Message[]): Linked[] {
  const known = messages.some(({ parent_id }) => parent_id !== undefined)
  const ids = messages.map(({ id }, index) => id ?? `m${index}`)
  return messages.map((message, index) => ({
    ...message,
    id: ids[index] ?? '',
    parent_id: known ? (message.parent_id ?? null) : (ids[index - 1] ?? null)
  }))
}

function leafOf({ leaf_id }: Conversation, messages: readonly Linked[]): string | null {
  return leaf_id ?? messages.at(-1)?.id ?? null
}

function wayOf(conversation: Conversation): Linked[] {
  const messages = withParents(conversation.messages ?? [])
  return messageBranch(messages, leafOf(conversation, messages))
}
