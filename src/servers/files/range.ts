/** First and last byte, both inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Returns the range of a request. Null means the whole file: for an invalid range, several ranges,
 * or a range of another version.
 */
export function rangeOf(
  request: Request,
  etag: string,
  size: number
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range')?.trim() ?? '') ?? []
  const version = request.headers.get('if-range')
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (version !== null && version !== etag) return null
  if (first === '') return lastBytes(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  return start >= size
    ? 'unsatisfiable'
    : { start, end: Math.min(last === '' ? Infinity : Number(last), size - 1) }
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return count === 0 || size === 0
    ? 'unsatisfiable'
    : { start: Math.max(0, size - count), end: size - 1 }
}
