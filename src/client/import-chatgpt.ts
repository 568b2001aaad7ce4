import type { ImportedConversation, ImportedMessage } from '#client/conversation-copies.ts'
import {
  cleanText,
  importTree,
  omitEmptyFields,
  numberAt,
  type ImportNode
} from '#client/import-tree.ts'
import { isJsonRecord, textAt } from '#client/json.ts'

const MAX_TITLE = 200

/** Content types of messages that the user sees. The others belong to the model's tools. */
const SAID = /^(text|multimodal_text)$/

/**
 * Reads a conversation of a ChatGPT export: a `mapping` of nodes, each with its parent, its
 * children, and maybe a message. That file has no images or other files, so only the text is
 * imported.
 * @returns null for anything else
 */
export function parseChatgptExport(entry: Record<string, unknown>): ImportedConversation | null {
  const mapping = entry['mapping']
  if (!isJsonRecord(mapping)) return null
  const places = inOrder(mapping)
  const tree = importTree(places, textAt(entry, 'current_node') || null)
  const lastModel = tree.messages.findLast(({ model }) => model !== undefined)?.model
  return {
    title: cleanText(entry['title']).slice(0, MAX_TITLE).toWellFormed(),
    model: cleanText(entry['default_model_slug']).slice(0, 100) || (lastModel ?? ''),
    ...tree
  }
}

/**
 * Sorts the nodes by time, so that the newest of several versions comes last. A node without a time
 * keeps its position.
 */
function inOrder(mapping: Record<string, unknown>): ImportNode[] {
  let latest = 0
  const timed = Object.entries(mapping).flatMap(([id, place]) => {
    if (!isJsonRecord(place)) return []
    const message = messageOf(place['message'])
    latest = message?.created_at ?? latest
    return [{ at: latest, node: { id, parent: textAt(place, 'parent') || null, message } }]
  })
  return timed.toSorted((a, b) => a.at - b.at).map(({ node }) => node)
}

function messageOf(value: unknown): ImportNode['message'] {
  if (!isJsonRecord(value)) return null
  const { author, content, metadata, recipient } = value
  const role = textAt(author, 'role')
  if (role !== 'user' && role !== 'assistant') return null
  // Skip messages to tools and messages that ChatGPT itself hides.
  if (typeof recipient === 'string' && recipient !== 'all') return null
  if (isJsonRecord(metadata) && metadata['is_visually_hidden_from_conversation'] === true)
    return null
  const text =
    isJsonRecord(content) && SAID.test(textAt(content, 'content_type'))
      ? textOf(content['parts'])
      : ''
  if (text === '') return null
  const model = role === 'assistant' ? cleanText(textAt(metadata, 'model_slug')).slice(0, 100) : ''
  return {
    role,
    content: text,
    ...omitEmptyFields<Pick<ImportedMessage, 'model' | 'created_at'>>({
      model,
      created_at: numberAt(value, 'create_time')
    })
  }
}

function textOf(parts: unknown): string {
  if (!Array.isArray(parts)) return ''
  const texts = parts.map(part => (isJsonRecord(part) ? cleanText(part['text']) : cleanText(part)))
  return texts.filter(text => text.trim() !== '').join('\n\n')
}
