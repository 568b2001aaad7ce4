import type { MessageContent } from '#core/chat.ts'
import { partUrl } from '#core/chat-part.ts'
import { pictureSize } from '#media/picture-size.ts'

/**
 * Describes the files of a question: images by their size in pixels, other files by their bytes.
 */
export function inputFiles(content: MessageContent): string[] {
  const parts = typeof content === 'string' ? [] : content
  return parts.flatMap(part => {
    if (part.type === 'text') return []
    const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(partUrl(part)) ?? []
    // The sandbox makes no requests, so it cannot inspect a file at another address.
    return [
      data === undefined
        ? plain(partUrl(part))
        : looked(plain(part.name ?? ''), Buffer.from(data, 'base64'))
    ]
  })
}

function looked(name: string, bytes: Buffer): string {
  const size = pictureSize(bytes)
  return size === null ? `${name} (${bytes.length} B)` : `${name} (${size.width} × ${size.height})`
}

/** Quotes a name as code, so that Markdown in it has no effect. */
function plain(name: string): string {
  return `\`${name.replaceAll('`', "'")}\``
}
