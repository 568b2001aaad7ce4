import { isJsonRecord, textAt } from '#client/json.ts'

/** A message of the framed login page: the user has signed in, or may scan a link with a phone. */
type PopupMessage = { name: 'login'; refreshToken: string } | { name: 'show_qr'; link: string }

/** Longest accepted token and link, in characters. */
const MAX_TOKEN = 4096
const MAX_LINK = 2048

/**
 * Reads a message of the login page. The caller has already checked its origin and window.
 * @param auth the login page's origin; a link for a phone must lead there
 * @returns null for an invalid message, of which nothing may be used
 */
export function readPopupMessage(message: unknown, auth: string): PopupMessage | null {
  if (!isJsonRecord(message) || !isJsonRecord(message['data'])) return null
  const { name, data } = message
  if (name === 'login')
    return isToken(data) ? { name, refreshToken: textAt(data, 'refresh_token') } : null
  if (name !== 'show_qr') return null
  const link = textAt(data, 'qrLink')
  return isLink(link, auth) ? { name, link } : null
}

function isToken(data: Record<string, unknown>): boolean {
  const fits = (field: string): boolean =>
    /^[\w.~+/=-]+$/.test(textAt(data, field)) && textAt(data, field).length <= MAX_TOKEN
  const { expires_in: seconds } = data
  return (
    fits('access_token') &&
    fits('refresh_token') &&
    typeof seconds === 'number' &&
    seconds > 0 &&
    Number.isFinite(seconds)
  )
}

function isLink(text: string, auth: string): boolean {
  if (text.length > MAX_LINK || !URL.canParse(text)) return false
  const { origin, protocol, username, password } = new URL(text)
  return origin === auth && /^https?:$/.test(protocol) && username === '' && password === ''
}
