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
const MAX_PRESET = 8000

/**
 * Reads a conversation of our own export; null for anything else. Invalid messages are left out.
 */
export function parseOwnExport(entry: Record<string, unknown>): ImportedConversation | null {
  const list = entry['messages']
  if (entry['polymuse'] !== 1 || !Array.isArray(list)) return null
  const nodes = list.flatMap((each: unknown, index): ImportNode[] => {
    if (!isJsonRecord(each)) return []
    return [
      {
        id: textAt(each, 'id') || `#${index}`,
        parent: textAt(each, 'parent') || null,
        message: messageOf(each)
      }
    ]
  })
  const temperature = numberAt(entry, 'temperature')
  return {
    title: cleanText(entry['title']).slice(0, MAX_TITLE).toWellFormed(),
    model: cleanText(entry['model']).slice(0, 100),
    ...omitEmptyFields({
      preset: cleanText(entry['preset']).slice(0, MAX_PRESET),
      temperature: temperature && Math.min(temperature, 2)
    }),
    ...importTree(nodes, textAt(entry, 'leaf') || null)
  }
}

function messageOf(entry: Record<string, unknown>): ImportNode['message'] {
  const role = entry['role']
  const content = contentOf(entry['content'])
  if ((role !== 'user' && role !== 'assistant' && role !== 'system') || content === null)
    return null
  return {
    role,
    content,
    ...omitEmptyFields<Pick<ImportedMessage, 'model' | 'reasoning' | 'thought' | 'created_at'>>({
      model: cleanText(entry['model']).slice(0, 100),
      reasoning: cleanText(entry['reasoning']),
      thought: numberAt(entry, 'thought'),
      created_at: numberAt(entry, 'created_at')
    })
  }
}

function contentOf(content: unknown): ImportedMessage['content'] | null {
  if (typeof content === 'string') return cleanText(content)
  return Array.isArray(content) ? content.filter(isJsonRecord).flatMap(partOf) : null
}

function partOf(part: Record<string, unknown>): Record<string, unknown>[] {
  const type = part['type']
  if (type === 'text') return [{ type, text: cleanText(part['text']) }]
  if (type !== 'image_url' && type !== 'file_url') return []
  const link = part[type]
  const address = cleanText(isJsonRecord(link) ? link['url'] : link)
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return []
  const [name, media_type, size] = [
    cleanText(part['name']).slice(0, 255),
    cleanText(part['media_type']),
    numberAt(part, 'size')
  ]
  return [{ type, [type]: address, ...omitEmptyFields({ name, media_type, size }) }]
}
