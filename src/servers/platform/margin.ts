import type { Context } from '#servers/lib/context.ts'

/**
 * What the site that a call is for adds to prices, in thousandths: the one somebody signed in at, else the page's.
 * @param asker.origin of the sign-in; undefined for a guest
 */
export async function marginOf(
  { terms, sites }: Pick<Context, 'terms' | 'sites'>,
  asker: { origin: string | undefined; request: Request; url: URL }
): Promise<number> {
  const origin = asker.origin ?? (await sites.originOf(asker.request.headers.get('origin') ?? asker.url.href))
  return (await terms.of(origin ?? '')).margin
}
