import type { MessageContent, MessagePart } from '#core/chat.ts'
import { partUrl } from '#core/chat-part.ts'
import { isTextFileType, referenceKind, referenceIssue } from '#core/reference.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { findFile } from '#servers/files/keep.ts'
import type { Context } from '#servers/lib/context.ts'
import type { PromptFile } from '#servers/lib/moderation.ts'

/** The bytes of a data address. */
const INLINE = /^data:([\w.+-]+\/[\w.+-]+)(?=;)[^,]{0,100};base64,/i

type Reading = { context: Context; files: FileStore; userId: string }

/**
 * Reads the text files that a model would get word for word: the user's own files, each once, and
 * those of data addresses. It reads no images, documents or files elsewhere.
 */
export async function findTextFiles(
  context: Context,
  userId: string,
  contents: readonly (readonly [field: string, content: MessageContent])[]
): Promise<PromptFile[]> {
  const reading = { context, files: createFileStore({ context }), userId }
  const found = new Map<string, PromptFile>()
  for (const [field, content] of contents) {
    for (const part of typeof content === 'string' ? [] : content) {
      const file = part.type === 'text' ? null : await textFile(reading, field, part)
      if (file !== null && !found.has(file.id)) found.set(file.id, file)
    }
  }
  return [...found.values()]
}

async function textFile(
  { context, files, userId }: Reading,
  field: string,
  part: MessagePart
): Promise<PromptFile | null> {
  const address = partUrl(part)
  const inline = INLINE.exec(address)
  if (inline !== null)
    return isTextFileType((inline[1] ?? '').toLowerCase()) ? inlineFile(field, address) : null
  if (!(await files.isOurs(address))) return null
  const file = await findFile(context.database, fileIdIn(new URL(address).pathname) ?? '')
  if (
    file?.user_id !== userId ||
    referenceKind(file.type) !== 'text' ||
    referenceIssue(file) !== null
  )
    return null
  return {
    field,
    id: file.id,
    size: file.size,
    read: async () => textIn(await bytesOf(context, file.blob))
  }
}

function inlineFile(field: string, address: string): PromptFile {
  const bytes = (): Buffer => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  return { field, id: address, size: address.length, read: () => Promise.resolve(textIn(bytes())) }
}

async function bytesOf({ blobs }: Context, blob: string): Promise<Uint8Array> {
  const body = await blobs.get(blob)
  return body === null ? new Uint8Array() : new Response(body).bytes()
}

/** Decodes the bytes of a text. The first ones tell whether it is UTF-16. */
function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
