import { isJsonRecord } from '#client/json.ts'
import type { ImportedConversation } from '#client/conversation-copies.ts'
import { parseChatgptExport } from '#client/import-chatgpt.ts'
import { parseOwnExport } from '#client/import-own.ts'

/** The most conversations per import. */
export const MAX_IMPORT_COUNT = 50

/**
 * The largest file to read, in bytes. While it is read, both its text and the parsed data are in
 * memory.
 */
const MAX_FILE = 100 * 1024 * 1024

/** The reason why a file could not be read. `chat.import.` has a sentence for each. */
export type UnreadableReason = 'too_large' | 'unknown' | 'empty'

/**
 * Reads a file of conversations: our own export, or the `conversations.json` of a ChatGPT export;
 * one or many.
 * @returns its conversations without the empty ones, or why it is not accepted
 */
export async function readImportFile(
  file: Pick<File, 'size' | 'text'>
): Promise<readonly ImportedConversation[] | UnreadableReason> {
  if (file.size > MAX_FILE) return 'too_large'
  return parseImportFile(await file.text().catch(() => ''))
}

/** Does the same as {@link readImportFile} with a file's text. */
export function parseImportFile(text: string): readonly ImportedConversation[] | UnreadableReason {
  const value = parse(text.replace(/^\ufeff/, ''))
  const entries = Array.isArray(value) ? value : [value]
  const known = entries
    .filter(isJsonRecord)
    .flatMap(entry => parseOwnExport(entry) ?? parseChatgptExport(entry) ?? [])
  if (known.length === 0) return Array.isArray(value) && value.length === 0 ? 'empty' : 'unknown'
  const spoken = known.filter(({ messages }) => messages.length > 0)
  return spoken.length === 0 ? 'empty' : spoken
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
