import type { ChatModel, MessageContent, MessagePart } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatTurn } from '#core/provider.ts'
import { partUrl } from '#core/chat-part.ts'
import {
  referenceKind,
  referenceToPart,
  supportsFileKind,
  referenceIssue,
  type ReferenceKind
} from '#core/reference.ts'
import { fileTokens, foreignPart } from '#servers/api/chat/turns.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { findFile, type FileRow } from '#servers/files/keep.ts'
import type { Context } from '#servers/lib/context.ts'

/** Maximum bytes of our own files in one prompt; older files are left out. */
const MOST_BYTES = 20_000_000

type Asked = { caller: { userId: string }; references: readonly string[] }

/**
 * Returns the files of a question: the caller's own, known by their row, and addresses elsewhere,
 * known by their ending.
 * @throws Problem `bad_request` with the issue `not_found` for a file of somebody else, or
 *   `not_allowed` for a file that the model does not read; `content_too_large`
 */
export async function readReferences(
  context: Context,
  { caller, references }: Asked,
  model: ChatModel
): Promise<MessagePart[]> {
  if (references.length === 0) return []
  const files = createFileStore({ context })
  const parts: MessagePart[] = []
  let size = 0
  for (const url of references) {
    const file = await ownFile(context, files, url, caller.userId)
    if (file === null)
      throw refused('not_found', 'a file does not exist or belongs to another user')
    const wrong = file === 'foreign' ? null : referenceIssue(file)
    size += file === 'foreign' ? 0 : file.size
    if (wrong === 'too_large' || size > MOST_BYTES) throw tooLarge()
    const part =
      file === 'foreign'
        ? foreignPart(url)
        : referenceToPart({ url, name: file.name, type: file.type, size: file.size })
    const kind = file === 'foreign' ? foreignKind(part) : referenceKind(file.type)
    if (kind === null || !supportsFileKind(model, kind))
      throw refused('not_allowed', `${model.name} cannot read this type of file`)
    parts.push(part)
  }
  return parts
}

/**
 * Returns the turns as a provider can read them. The user's own files are sent as bytes, the newest
 * first, up to {@link MOST_BYTES} in all. Files that are gone or belong to somebody else are left
 * out.
 */
export async function loadTurnFiles(
  context: Context,
  userId: string,
  turns: readonly ChatTurn[]
): Promise<ChatTurn[]> {
  const files = createFileStore({ context })
  const read: ChatTurn[] = []
  const left = { bytes: MOST_BYTES }
  for (const { content, ...turn } of turns.toReversed()) {
    if (typeof content === 'string') read.unshift({ ...turn, content })
    else
      read.unshift({
        ...turn,
        content: await contentWithBytes({ context, files, userId, left }, content)
      })
  }
  return read
}

type Reading = { context: Context; files: FileStore; userId: string; left: { bytes: number } }

async function contentWithBytes(
  reading: Reading,
  content: Exclude<MessageContent, string>
): Promise<MessagePart[]> {
  const parts: MessagePart[] = []
  for (const part of content) {
    const read = part.type === 'text' ? part : await partWithBytes(reading, part)
    if (read !== null) parts.push(read)
  }
  return parts
}

async function partWithBytes(
  { context, files, userId, left }: Reading,
  part: Exclude<MessagePart, { type: 'text' }>
): Promise<MessagePart | null> {
  const file = await ownFile(context, files, partUrl(part), userId)
  if (file === 'foreign') return part
  if (file === null || file.size > left.bytes || referenceIssue(file) !== null) return null
  const known = { name: file.name, type: file.type, size: file.size }
  // The tokens were counted and paid by the type and size in the stored message, which any client
  // may have written. A file that costs more is left out.
  if (fileTokens(referenceToPart({ url: '', ...known })) > fileTokens(part)) return null
  const body = await context.blobs.get(file.blob)
  if (body === null) return null
  left.bytes -= file.size
  const url = `data:${file.type};base64,${Buffer.from(await new Response(body).arrayBuffer()).toString('base64')}`
  return referenceToPart({ url, ...known })
}

/**
 * Returns a file of the user; `foreign` for an address elsewhere; null for a file of ours that is
 * gone or belongs to somebody else.
 */
async function ownFile(
  context: Context,
  files: FileStore,
  address: string,
  userId: string
): Promise<FileRow | 'foreign' | null> {
  if (!(await files.isOurs(address))) return 'foreign'
  const row = await findFile(context.database, fileIdIn(new URL(address).pathname) ?? '')
  return row?.user_id === userId ? row : null
}

function foreignKind(part: MessagePart): ReferenceKind {
  return part.type === 'image_url' ? 'picture' : 'document'
}

function refused(code: 'not_found' | 'not_allowed', detail: string): Problem {
  return new Problem('bad_request', { detail, issues: [{ field: 'references', code }] })
}

function tooLarge(): Problem {
  return new Problem('content_too_large', {
    detail: 'a file is too large to be read',
    issues: [{ field: 'references', code: 'too_large' }]
  })
}
