import type { ChatModel, MessageContent, MessagePart } from './chat.ts'
import { partUrl } from './chat-part.ts'
import { READABLE_IMAGE_TYPES } from './readable-pictures.ts'

/** A file attached to a user message. */
export type Reference = {
  url: string
  name: string
  /** Media type, detected from its bytes. */
  type: string
  /** Size in bytes. */
  size: number
}

/**
 * Largest image or document, and largest text file, in bytes. A model reads every word of a text
 * file, which costs tokens.
 */
export const MAX_REFERENCE_FILE = 10_000_000
export const MAX_REFERENCE_TEXT = 200_000

export type ReferenceKind = 'picture' | 'document' | 'text'

const TEXT_TYPE = /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml|x-yaml|javascript|toml|sql)$)/

/** Checks whether a model reads this media type as text, which costs tokens. */
export function isTextFileType(type: string): boolean {
  return TEXT_TYPE.test(type)
}

/** Returns how a model reads a media type; null if no model can. */
export function referenceKind(type: string): ReferenceKind | null {
  if (READABLE_IMAGE_TYPES.some(each => each === type)) return 'picture'
  if (type === 'application/pdf') return 'document'
  return isTextFileType(type) ? 'text' : null
}

/** Checks whether a model can read files of this kind. */
export function supportsFileKind(
  { isFileSupported, isImageSupported }: Pick<ChatModel, 'isFileSupported' | 'isImageSupported'>,
  kind: ReferenceKind
): boolean {
  return isFileSupported || (isImageSupported && kind === 'picture')
}

/** Returns why a file cannot be attached to any message; null if it can. */
export function referenceIssue({
  type,
  size
}: Pick<Reference, 'type' | 'size'>): 'not_allowed' | 'too_large' | null {
  const kind = referenceKind(type)
  if (kind === null) return 'not_allowed'
  return size > (kind === 'text' ? MAX_REFERENCE_TEXT : MAX_REFERENCE_FILE) ? 'too_large' : null
}

/** Converts an attached file to a message part. */
export function referenceToPart({ url, name, type, size }: Reference): MessagePart {
  const known = { name, media_type: type, size }
  return referenceKind(type) === 'picture'
    ? { type: 'image_url', image_url: url, ...known }
    : { type: 'file_url', file_url: url, ...known }
}

/** Builds the content of a user message: plain text, or parts if files are attached. */
export function createMessageContent(
  question: string,
  references: readonly Reference[]
): MessageContent {
  return references.length === 0
    ? question
    : [{ type: 'text', text: question }, ...references.map(referenceToPart)]
}

/** Returns the files attached to a message, so that they can be sent again. */
export function contentReferences(content: MessageContent): Reference[] {
  const parts = typeof content === 'string' ? [] : content
  return parts.flatMap(part => {
    if (part.type === 'text') return []
    // An external image has no media type, so any image type will do.
    const {
      name = '',
      media_type = part.type === 'image_url' ? READABLE_IMAGE_TYPES[0] : '',
      size = 0
    } = part
    return [{ url: partUrl(part), name, type: media_type, size }]
  })
}
