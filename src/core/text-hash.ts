/**
 * Returns a number of 32 bits for a text: FNV-1a, see https://datatracker.ietf.org/doc/html/rfc9923.
 * It is quick, and not secret.
 * @param start the number of the text before it, if any
 */
export function hashText(text: string, start = 2_166_136_261): number {
  let value = start
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 16_777_619)
  return value >>> 0
}
