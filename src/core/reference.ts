import type { ChatModel, Content, Part } from './chat.ts'

/** A file that goes with a question. */
export type Reference = {
  url: string
  name: string
  /** Media type, told by its bytes. */
  type: string
  /** Bytes. */
  size: number
}

/** Largest picture or document with a question, and largest text, in bytes. A text is read word for word, and costs so. */
export const MAX_FILE = 10_000_000
export const MAX_TEXT = 200_000

/** What all vendors of models that see can read. */
export const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export type ReferenceKind = 'picture' | 'document' | 'text'

const TEXT_TYPE = /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml|x-yaml|javascript|toml|sql)$)/

/** Is a file of this media type words for a model, each of which costs? */
export function isText(type: string): boolean {
  return TEXT_TYPE.test(type)
}

/** What a model would read a file of this media type as; null for what none reads. */
export function kindOf(type: string): ReferenceKind | null {
  if (PICTURES.some(each => each === type)) return 'picture'
  if (type === 'application/pdf') return 'document'
  return type.startsWith('text/') ? 'text' : null
}

/** Does a model read files of this kind? */
export function takes(
  { isFileSupported, isImageSupported }: Pick<ChatModel, 'isFileSupported' | 'isImageSupported'>,
  kind: ReferenceKind
): boolean {
  return isFileSupported || (isImageSupported && kind === 'picture')
}

/** Why a file cannot go with any question; null when it can. */
export function wrongWith({ type, size }: Pick<Reference, 'type' | 'size'>): 'not_allowed' | 'too_large' | null {
  const kind = kindOf(type)
  if (kind === null) return 'not_allowed'
  return size > (kind === 'text' ? MAX_TEXT : MAX_FILE) ? 'too_large' : null
}

/** A file of ours as a message holds it. */
export function partOf({ url, name, type, size }: Reference): Part {
  const known = { name, media_type: type, size }
  return kindOf(type) === 'picture' ? { type: 'image_url', image_url: url, ...known } : { type: 'file_url', file_url: url, ...known }
}

/** The content of a question: plain text, or parts when files go with it. */
export function contentWith(question: string, references: readonly Reference[]): Content {
  return references.length === 0 ? question : [{ type: 'text', text: question }, ...references.map(partOf)]
}

/** The address of a part; empty for words. */
export function addressIn(part: Part): string {
  if (part.type === 'text') return ''
  const link = part.type === 'image_url' ? part.image_url : part.file_url
  return typeof link === 'string' ? link : link.url
}

/** The files that went with a question, to be sent with it again. */
export function referencesIn(content: Content): Reference[] {
  const parts = typeof content === 'string' ? [] : content
  return parts.flatMap(part => {
    if (part.type === 'text') return []
    // A picture from elsewhere says no type; that it is one is known.
    const { name = '', media_type = part.type === 'image_url' ? PICTURES[0] : '', size = 0 } = part
    return [{ url: addressIn(part), name, type: media_type, size }]
  })
}
