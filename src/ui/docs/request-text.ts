/** Stands for the key: whoever looks over a shoulder, or at a picture of the screen, does not get it. */
const HIDDEN = '$API_KEY'

/** A call as it goes over the wire, without its key. */
export function requestText(url: string, body: string): string {
  const { pathname, host } = new URL(url)
  return `POST ${pathname} HTTP/1.1\nHost: ${host}\nAuthorization: Bearer ${HIDDEN}\nContent-Type: application/json\n\n${body}`
}
