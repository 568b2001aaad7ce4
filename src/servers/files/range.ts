/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * The one range that a request asks for. Null: all of it, also for what is not understood, for several ranges, and for
 * a range of another version of the file.
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
