import type { Content } from '#core/chat.ts'
import { addressIn } from '#core/reference.ts'
import { pictureSize } from '#providers/picture-size.ts'

/** What came with a question, as somebody tells who has looked at it: a picture by its size in pixels, all else by its bytes. */
export function filesIn(content: Content): string[] {
  const parts = typeof content === 'string' ? [] : content
  return parts.flatMap(part => {
    if (part.type === 'text') return []
    const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(addressIn(part)) ?? []
    // Elsewhere it cannot be looked at: the sandbox goes nowhere.
    return [data === undefined ? plain(addressIn(part)) : looked(plain(part.name ?? ''), Buffer.from(data, 'base64'))]
  })
}

function looked(name: string, bytes: Buffer): string {
  const size = pictureSize(bytes)
  return size === null ? `${name} (${bytes.length} B)` : `${name} (${size.width} × ${size.height})`
}

/** A name says nothing in Markdown. */
function plain(name: string): string {
  return `\`${name.replaceAll('`', "'")}\``
}
