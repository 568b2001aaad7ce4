import { randomUUID } from 'node:crypto'
import type { ConversationRequest, Message } from '#contract/conversation.ts'
import type { MessageContent, Role } from '#core/chat.ts'
import { partUrl, normalizePart } from '#core/chat-part.ts'
import { formatIssues, Problem, type Issue } from '#core/problem.ts'
import { MAX_CONVERSATION_BYTES, messageSize } from '#servers/conversations/size.ts'

/**
 * A message as it is stored: with a new id, and with the id of the message that it answers as
 * parent. Times are in unix milliseconds.
 */
export type ImportedMessageRow = {
  id: string
  parentId: string | null
  role: Role
  model: string | null
  content: MessageContent
  reasoning: string
  /** Milliseconds that the model thought. */
  thought: number | null
  createdAt: number
}

/** Longest message of an import, in characters. */
const MAX_IMPORTED = 100_000

/** Maximum number of parts in a message. */
const MAX_PARTS = 100

/** Longest name of a model. */
const MAX_MODEL = 100

/** Maximum number of wrong fields in one error. */
const MAX_ISSUES = 20

/** A message, and the index of the message that it answers. */
type Node = { message: Message; parent: number | null }

/**
 * Reads the messages of an import: a list in which each answers the previous one, or a tree by
 * `parent_id`.
 * @param now unix milliseconds; later times become this one
 * @returns the messages, and the last one that is shown
 * @throws Problem `bad_request` naming each wrong field; `content_too_large`
 */
export function parseImport(
  { messages = [], leaf_id }: ConversationRequest,
  now: number
): { messages: ImportedMessageRow[]; leaf: string } {
  if (messages.length === 0) throw refused([{ field: 'messages', code: 'required' }])
  const { nodes, issues, places } = readTree(messages)
  issues.push(...messages.flatMap((message, index) => wrongIn(message, `messages.${index}`)))
  if (leaf_id !== undefined && !places.has(leaf_id))
    issues.push({ field: 'leaf_id', code: 'not_allowed' })
  if (issues.length > 0) throw refused(issues)
  checkImportSize(messages)
  const order = inOrder(nodes)
  const ids = nodes.map(() => randomUUID())
  const imported = order.map((place): ImportedMessageRow => {
    const { message, parent } = nodes[place] ?? {
      message: { role: 'user', content: '' },
      parent: null
    }
    return toImported(
      message,
      ids[place] ?? '',
      parent === null ? null : (ids[parent] ?? null),
      now
    )
  })
  const shown =
    leaf_id === undefined
      ? (order.at(-1) ?? 0)
      : newestBelow(nodes, order, places.get(leaf_id) ?? 0)
  return { messages: imported, leaf: ids[shown] ?? '' }
}

/** @throws Problem `content_too_large` when a conversation cannot hold as many */
function checkImportSize(messages: readonly Message[]): void {
  const size = messages.reduce(
    (sum, { content, reasoning = '' }) =>
      sum + messageSize({ content: JSON.stringify(content), reasoning }),
    0
  )
  if (size <= MAX_CONVERSATION_BYTES) return
  throw new Problem('content_too_large', {
    detail: `the messages have ${size} bytes; a conversation holds at most ${MAX_CONVERSATION_BYTES}`,
    issues: [{ field: 'messages', code: 'too_large' }]
  })
}

/** Finds which message answers which. Without any `parent_id`, each answers the previous one. */
function readTree(messages: readonly Message[]): {
  nodes: Node[]
  issues: Issue[]
  places: Map<string, number>
} {
  const issues: Issue[] = []
  const places = new Map<string, number>()
  for (const [index, { id }] of messages.entries()) {
    if (id === undefined) continue
    if (places.has(id)) issues.push({ field: `messages.${index}.id`, code: 'not_allowed' })
    else places.set(id, index)
  }
  const linear = messages.every(message => message.parent_id === undefined)
  const nodes = messages.map((message, index): Node => {
    if (linear) return { message, parent: index === 0 ? null : index - 1 }
    if (message.parent_id == null) return { message, parent: null }
    const parent = places.get(message.parent_id)
    if (parent === undefined)
      issues.push({ field: `messages.${index}.parent_id`, code: 'not_allowed' })
    return { message, parent: parent ?? null }
  })
  issues.push(...circles(nodes))
  return { nodes, issues, places }
}

/** Finds messages that are their own ancestors. */
function circles(nodes: readonly Node[]): Issue[] {
  const ends = new Set<number>()
  return nodes.flatMap((_, index) => {
    const seen = new Set<number>()
    let at: number | null = index
    while (at !== null && !ends.has(at) && !seen.has(at)) {
      seen.add(at)
      at = nodes[at]?.parent ?? null
    }
    if (at !== null && seen.has(at))
      return [{ field: `messages.${index}.parent_id`, code: 'invalid' }]
    for (const each of seen) ends.add(each)
    return []
  })
}

function wrongIn({ content, model = '', reasoning = '' }: Message, field: string): Issue[] {
  const issues: Issue[] = []
  const tooLong = (text: string, name: string): void => {
    if (text.length > MAX_IMPORTED) issues.push({ field: `${field}.${name}`, code: 'too_long' })
  }
  if (model.length > MAX_MODEL) issues.push({ field: `${field}.model`, code: 'too_long' })
  tooLong(reasoning, 'reasoning')
  if (typeof content === 'string') tooLong(content, 'content')
  else if (content.length > MAX_PARTS) issues.push({ field: `${field}.content`, code: 'too_many' })
  else {
    for (const [index, part] of content.entries()) {
      if (part.type === 'text') tooLong(part.text, `content.${index}.text`)
      else if (!isAddress(partUrl(part)))
        issues.push({ field: `${field}.content.${index}.${part.type}`, code: 'invalid' })
      else if (!isKnown(part)) issues.push({ field: `${field}.content.${index}`, code: 'invalid' })
    }
  }
  return issues
}

/**
 * Accepts the address of a file only with http or https, since a browser would run others, such as
 * `javascript:`.
 */
function isAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/**
 * Tells whether the name, media type and size of a file are valid. They are stored unchanged, other
 * fields are dropped.
 */
function isKnown({ name = '', media_type = '', size = 0 }: Record<string, unknown>): boolean {
  return isShort(name) && isShort(media_type) && typeof size === 'number' && Number.isFinite(size)
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 255
}

/** Sorts messages so that each follows the one that it answers, and otherwise keeps their order. */
function inOrder(nodes: readonly Node[]): number[] {
  const done = new Set<number>()
  for (const index of nodes.keys()) {
    const above: number[] = []
    for (
      let at: number | null = index;
      at !== null && !done.has(at);
      at = nodes[at]?.parent ?? null
    )
      above.push(at)
    for (const place of above.toReversed()) done.add(place)
  }
  return [...done]
}

/** Returns the newest message below a message. */
function newestBelow(nodes: readonly Node[], order: readonly number[], from: number): number {
  // If several answer the same message, the map keeps the last.
  const newest = new Map(order.map(place => [nodes[place]?.parent ?? null, place]))
  let at = from
  for (let next = newest.get(at); next !== undefined; next = newest.get(at)) at = next
  return at
}

function toImported(
  message: Message,
  id: string,
  parentId: string | null,
  now: number
): ImportedMessageRow {
  const { role, content, model = '', reasoning = '', thought, created_at } = message
  const isTime = created_at !== undefined && Number.isFinite(created_at) && created_at > 0
  return {
    id,
    parentId,
    role,
    model: role === 'assistant' && model !== '' ? model : null,
    content: typeof content === 'string' ? content : content.map(normalizePart),
    reasoning: role === 'assistant' ? reasoning : '',
    thought:
      thought !== undefined && thought >= 0 && thought < 1e6 ? Math.round(thought * 1000) : null,
    createdAt: isTime ? Math.min(Math.round(created_at * 1000), now) : now
  }
}

function refused(issues: readonly Issue[]): Problem {
  const named = issues.slice(0, MAX_ISSUES)
  return new Problem('bad_request', { detail: formatIssues(named), issues: named })
}
