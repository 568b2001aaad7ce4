/** Why a JSON text is more than a call may bring. */
export type Immoderate = 'too_deep' | 'too_many' | null

/** Deepest nesting of a body; deeper ones are somebody's attempt to exhaust a parser. */
export const MAX_DEPTH = 64

/** Most values and names in a body: more than any call needs, and few enough to be parsed and checked within milliseconds. */
export const MAX_VALUES = 60_000

/** Most names in one object. V8 takes a microsecond for each new one. */
export const MAX_NAMES = 5000

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Bytes of a text that are looked at one by one. */
const NEAR = 32

/**
 * Counts what a JSON text holds while its bytes arrive, so that a costly one is refused before it is parsed. Texts that
 * are no JSON are left to the parser.
 */
export function createJsonMeasure(): { read(chunk: Uint8Array): Immoderate } {
  const open: { names: number }[] = []
  let count = 0
  let isText = false
  let isEscaped = false

  /** @returns the place behind the end of the text, or the end of the chunk */
  function skipText(chunk: Buffer, from: number, next: (byte: number, at: number) => number): number {
    for (let at = from; at < chunk.length; at++) {
      if (isEscaped) isEscaped = false
      else {
        // Long texts mostly have no escapes: the native search is a hundred times as quick.
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
          if (object !== undefined && ++object.names > MAX_NAMES) return 'too_many'
        } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          count++
          open.push({ names: 0 })
          if (open.length > MAX_DEPTH + 1) return 'too_deep'
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open.pop()
        if (count > MAX_VALUES) return 'too_many'
      }
      return null
    }
  }
}

/** Finds bytes by the native search, and remembers what it found: no part of the chunk is searched twice. */
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
