/** More events than any run has, and what a database's integer still holds. */
const MOST = 2 ** 31 - 1

/**
 * The number of the event after which a reader goes on: as asked for, else by the header of one that resumes. Anything
 * that is no number of an event is the beginning.
 */
export function lastEventId(request: Request, after: number | undefined): number {
  const header = request.headers.get('last-event-id') ?? ''
  return Math.min(after ?? (/^\d{1,15}$/.test(header) ? Number(header) : 0), MOST)
}
