/** Stands for the key: whoever looks over a shoulder, or at a picture of the screen, does not get it. */
const HIDDEN = '$API_KEY'

/** A call as it goes over the wire, without its key. */
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
