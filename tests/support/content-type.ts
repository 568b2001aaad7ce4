/** The first bytes of formats, in Latin-1. */
const MAGIC: Readonly<Record<string, RegExp>> = {
  'image/png': /^\u0089PNG/,
  'image/jpeg': /^\u00ff\u00d8/,
  'image/webp': /^RIFF....WEBP/s,
  'image/svg+xml': /^\s*</,
  'video/mp4': /^....ftyp/s,
  'audio/mpeg': /^(ID3|\u00ff)/,
  'application/zip': /^PK/,
  'application/pdf': /^%PDF-/,
  'text/html': /^\s*</,
  'text/csv': /^(?!\s*[<{])/,
  'text/plain': /^(?!\s*<(!doctype|html))/i
}

/** Types of text, which must name their encoding. JSON is always UTF-8 (RFC 8259, 8.1). */
const TEXT = /^(text\/|application\/(xml|xhtml\+xml|javascript)|image\/svg\+xml)/

/** Says that a type of text names no encoding; null if it does, and for other types. */
export function missingCharset(type: string): string | null {
  return TEXT.test(type) && !/;\s*charset=utf-8\b/i.test(type) ? `${type} names no encoding` : null
}

/**
 * Compares the type of an answer with its content.
 * @param type the header; empty if there is none
 * @returns a sentence about the difference; null if there is none
 */
export function mistypedContent(type: string, bytes: Uint8Array): string | null {
  if (bytes.length === 0) return null
  if (type === '') return 'content has no type'
  const [plain = ''] = type.toLowerCase().split(';')
  const text = Buffer.from(bytes).toString('utf8')
  if (plain === 'application/json' || plain.endsWith('+json')) return notJson(text)
  if (plain === 'application/x-ndjson')
    return (
      text
        .trimEnd()
        .split('\n')
        .map(notJson)
        .find(wrong => wrong !== null) ?? null
    )
  const magic = MAGIC[plain]
  const start = Buffer.from(bytes.subarray(0, 64))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  if (magic === undefined && plain !== 'application/octet-stream') return `${plain} is unknown here`
  return missingCharset(type) ?? (magic?.test(start) === false ? `this is no ${plain}` : null)
}

function notJson(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    return 'this is no JSON'
  }
}
