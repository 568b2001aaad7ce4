import type { Part } from '#core/chat.ts'

/** A part in its one form: its address is a text. */
export type PlainPart = Exclude<Part, { type: 'image_url' | 'file_url' }> | Plain<'image_url'> | Plain<'file_url'>

type Plain<Type extends string> = { type: Type } & Record<Type, string> & { name?: string; media_type?: string; size?: number }

/** A part with what it is and nothing that a client may have written beside. */
export function plainPart(part: Part): PlainPart {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const { name, media_type, size } = part
  const known = {
    ...(name !== undefined && { name }),
    ...(media_type !== undefined && { media_type }),
    ...(size !== undefined && { size })
  }
  const address = addressOf(part)
  return part.type === 'image_url' ? { type: 'image_url', image_url: address, ...known } : { type: 'file_url', file_url: address, ...known }
}

/** Where a picture or a file is; empty for words. */
export function addressOf(part: Part): string {
  if (part.type === 'text') return ''
  const link = part.type === 'image_url' ? part.image_url : part.file_url
  return typeof link === 'string' ? link : link.url
}
