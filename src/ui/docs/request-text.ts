/** Replaces the API key, so that nobody reads it over the user's shoulder or in a screenshot. */
const HIDDEN = '$API_KEY'

/** Returns a request as it is sent, but without its key. */
export function requestText(url: string, body: string, locale: string): string {
  const { pathname, host } = new URL(url)
  const headers = [
    `Host: ${host}`,
    `Authorization: Bearer ${HIDDEN}`,
    'Content-Type: application/json',
    'Accept: application/json',
    `Accept-Language: ${locale}`
  ]
  return `POST ${pathname} HTTP/1.1\n${headers.join('\n')}\n\n${body}`
}
