import type { Context } from '#servers/lib/context.ts'
import { findCallOrigin } from '#servers/lib/site-terms.ts'

/**
 * Returns the margin, in thousandths, that a site adds to prices. The site is the one the user
 * signed in at, otherwise the page's.
 * @param asker.person the signed-in user; null or undefined for a guest
 */
export async function readMargin(
  { terms, sites }: Pick<Context, 'terms' | 'sites'>,
  { person, request, url }: { person?: { origin: string } | null; request: Request; url: URL }
): Promise<number> {
  return (await terms.of(person?.origin ?? (await findCallOrigin({ sites }, { request, url }))))
    .margin
}
