export type QrContentType = 'text' | 'link' | 'email' | 'phone' | 'sms'

/**
 * URL schemes by which phones recognise the kind of a content. Phones treat a link without one as
 * text.
 */
const SCHEMES: Readonly<Record<Exclude<QrContentType, 'text'>, string>> = {
  link: 'https://',
  email: 'mailto:',
  phone: 'tel:',
  sms: 'sms:'
}

/**
 * Returns the text of a code with its scheme, so that a phone can open it: an address to write to,
 * or a number to call.
 * @param raw uses the content unchanged
 */
export function qrPayload(type: QrContentType, content: string, raw = false): string {
  if (raw || type === 'text') return content
  const trimmed = content.trim()
  if (hasScheme(type, trimmed)) return trimmed
  const told =
    type === 'phone' || type === 'sms'
      ? trimmed.replaceAll(/(?<=[\d+])[\s()./-]+(?=[\d(])/g, '')
      : trimmed
  return SCHEMES[type] + told
}

function hasScheme(type: Exclude<QrContentType, 'text'>, content: string): boolean {
  if (type === 'link') return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(content)
  return (
    content.toLowerCase().startsWith(SCHEMES[type]) || (type === 'sms' && /^smsto:/i.test(content))
  )
}
