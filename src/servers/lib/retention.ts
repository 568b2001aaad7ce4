import type { Site } from '#contract/site.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

const DAY = 24 * 3_600_000

/** The part of a user's data that a site keeps for a time. */
export type KeptPart = keyof Site['retention']

/** Reads a stored retention. A part that is not stored is kept forever. */
export function parseRetention(text: string): Site['retention'] {
  const stored = JSON.parse(text) as Partial<Site['retention']>
  return { chats: null, results: null, logs: null, ...stored }
}

/**
 * Lists the sites that keep a part for a limited time.
 * @param now unix milliseconds
 * @returns for each site its origin, and the unix milliseconds before which data is too old
 */
export async function listRetentions(
  db: Queries,
  part: KeptPart,
  now: number
): Promise<{ origin: string; before: number }[]> {
  const sites = await db
    .selectFrom('site')
    .select(['origin', 'retention'])
    .where('retention', '<>', '{}')
    .execute()
  return sites.flatMap(({ origin, retention }) => {
    const days = parseRetention(retention)[part]
    return days === null ? [] : [{ origin, before: now - days * DAY }]
  })
}
