/** More events than any run has. A database's integer can hold it. */
const MOST = 2 ** 31 - 1

/**
 * Returns the number of the event after which a reader resumes, from the query or else the header.
 * Anything else than a number means the beginning.
 */
export function lastEventId(request: Request, after: number | undefined): number {
  const header = request.headers.get('last-event-id') ?? ''
  return Math.min(after ?? (/^\d{1,15}$/.test(header) ? Number(header) : 0), MOST)
}
