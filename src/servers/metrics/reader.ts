import { createHash, timingSafeEqual } from 'node:crypto'

/** The content type of the text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Tells whether an `Authorization` header has the token. Its time does not depend on the token. */
export function mayReadMetrics(header: string | null | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const [, given = ''] = /^Bearer\s+(\S+)$/i.exec(header ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}
