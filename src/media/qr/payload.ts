export type QrContentType = 'text' | 'link' | 'email' | 'phone' | 'sms'

/** What telephones open by: a link without one is taken for words. */
const SCHEMES: Readonly<Record<Exclude<QrContentType, 'text'>, string>> = {
  link: 'https://',
  email: 'mailto:',
  phone: 'tel:',
  sms: 'sms:'
}

/**
 * What a code says, so that a telephone knows what to do with it: an address to write to, a number to call.
 * @param raw exactly as it was written
 */
export function payloadOf(type: QrContentType, content: string, raw = false): string {
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
