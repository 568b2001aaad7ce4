import type { Context } from '#servers/lib/context.ts'
import { originOfCall } from '#servers/lib/site-terms.ts'

/**
 * What the site that a call is for adds to prices, in thousandths: the one somebody signed in at, else the page's.
 * @param asker.person who is signed in; null or undefined for a guest
 */
export async function marginOf(
  { terms, sites }: Pick<Context, 'terms' | 'sites'>,
  { person, request, url }: { person?: { origin: string } | null; request: Request; url: URL }
): Promise<number> {
  return (await terms.of(person?.origin ?? (await originOfCall({ sites }, { request, url })))).margin
}
