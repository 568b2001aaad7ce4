import type { MessagePart } from '#core/chat.ts'

/** A message part in normal form: its URL is plain text. */
export type NormalizedPart =
  | Exclude<MessagePart, { type: 'image_url' | 'file_url' }>
  | Plain<'image_url'>
  | Plain<'file_url'>

type Plain<Type extends string> = { type: Type } & Record<Type, string> & {
    name?: string
    media_type?: string
    size?: number
  }

/** Normalizes a message part and drops unknown properties that a client may have added. */
export function normalizePart(part: MessagePart): NormalizedPart {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const { name, media_type, size } = part
  const known = {
    ...(name !== undefined && { name }),
    ...(media_type !== undefined && { media_type }),
    ...(size !== undefined && { size })
  }
  const address = partUrl(part)
  return part.type === 'image_url'
    ? { type: 'image_url', image_url: address, ...known }
    : { type: 'file_url', file_url: address, ...known }
}

/** Returns the URL of an image or file part, and an empty text for a text part. */
export function partUrl(part: MessagePart): string {
  if (part.type === 'text') return ''
  const link = part.type === 'image_url' ? part.image_url : part.file_url
  return typeof link === 'string' ? link : link.url
}
