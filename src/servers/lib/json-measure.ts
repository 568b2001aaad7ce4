/** The reason why a JSON text is too costly to parse; null when it is not. */
export type JsonExcess = 'too_deep' | 'too_many' | null

/** Deepest nesting of a body; deeper ones try to exhaust a parser. */
export const MAX_JSON_DEPTH = 64

/**
 * Most values and names in a body: no call needs more, and they parse and validate within
 * milliseconds.
 */
export const MAX_JSON_VALUES = 60_000

/** Most names in one object. V8 takes a microsecond for each new one. */
export const MAX_JSON_NAMES = 5000

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Bytes of a string to check one by one before the native search is used. */
const NEAR = 32

/**
 * Counts the values of a JSON text while its bytes arrive, so that a costly one is refused before
 * it is parsed. It does not validate: the parser refuses text that is no JSON.
 */
export function createJsonMeasure(): { read(chunk: Uint8Array): JsonExcess } {
  const open: { names: number }[] = []
  let count = 0
  let isText = false
  let isEscaped = false

  /** @returns the index after the end of the string, or the end of the chunk */
  function skipText(
    chunk: Buffer,
    from: number,
    next: (byte: number, at: number) => number
  ): number {
    for (let at = from; at < chunk.length; at++) {
      if (isEscaped) isEscaped = false
      else {
        // Long strings mostly have no escapes: the native search is a hundred times as fast.
        if (at - from > NEAR) at = Math.min(next(QUOTE, at), next(BACKSLASH, at))
        if (chunk[at] === BACKSLASH) isEscaped = true
        else if (chunk[at] === QUOTE) {
          isText = false
          return at + 1
        }
      }
    }
    return chunk.length
  }

  return {
    read(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const next = searchOnce(chunk)
      let at = 0
      while (at < chunk.length) {
        if (isText) {
          at = skipText(chunk, at, next)
          continue
        }
        const byte = chunk[at++]
        if (byte === QUOTE) isText = true
        else if (byte === COMMA) count++
        else if (byte === COLON) {
          count++
          const object = open.at(-1)
          if (object !== undefined && ++object.names > MAX_JSON_NAMES) return 'too_many'
        } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          count++
          open.push({ names: 0 })
          if (open.length > MAX_JSON_DEPTH + 1) return 'too_deep'
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open.pop()
        if (count > MAX_JSON_VALUES) return 'too_many'
      }
      return null
    }
  }
}

/**
 * Finds bytes with the native search and caches the result, so that no part of the chunk is
 * searched twice.
 */
function searchOnce(chunk: Buffer): (byte: number, at: number) => number {
  const found = new Map<number, number>()
  return (byte, at) => {
    const known = found.get(byte) ?? -1
    if (known >= at) return known
    const place = chunk.indexOf(byte, at)
    const next = place < 0 ? chunk.length : place
    found.set(byte, next)
    return next
  }
}
