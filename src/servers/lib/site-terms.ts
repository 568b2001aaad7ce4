import { findService } from '#catalog/index.ts'
import { Problem } from '#core/problem.ts'
import { isOffered, type Switches } from '#core/switches.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'

/** Milliseconds for which terms that another process may have changed are believed. */
const KNOWN_FOR = 5000

/** What a site offers, and what it adds to prices, in thousandths. */
export type Terms = Switches & { margin: number }

/** The terms of every site of this deployment. */
export type SiteTerms = {
  /**
   * An origin without a site of its own has the terms of the first site: nobody gets around a switch or a price by
   * coming from nowhere.
   * @param tx of a caller that is in a transaction
   */
  of(origin: string, tx?: Queries): Promise<Terms>
  /** What operators have switched off everywhere, by the catalogue's ids. */
  switchedOff(tx?: Queries): Promise<string[]>
  /** Asks anew from now on: something was changed. */
  forget(): void
}

export function createSiteTerms({ database, clock }: Pick<Context, 'database' | 'clock'>): SiteTerms {
  const known = new Map<string, { terms: Terms; until: number }>()

  async function switchedOff(db: Queries = database.db): Promise<string[]> {
    const rows = await db.selectFrom('service_change').select(['service_id', 'changes']).execute()
    const off = rows.filter(row => (JSON.parse(row.changes) as { enabled?: unknown }).enabled === false)
    return off.map(row => findService(row.service_id)?.id ?? row.service_id)
  }

  return {
    async of(origin, tx) {
      const remembered = known.get(origin)
      if (remembered !== undefined && remembered.until > clock.now()) return remembered.terms
      const db = tx ?? database.db
      const sites = db.selectFrom('site').select(['features', 'margin']).limit(1)
      const row = (await sites.where('origin', '=', origin).executeTakeFirst()) ?? (await sites.orderBy('created_at').executeTakeFirst())
      const features = row === undefined ? {} : (JSON.parse(row.features) as Terms['features'])
      const terms = { features, margin: row?.margin ?? 0, switched_off: await switchedOff(db) }
      known.set(origin, { terms, until: clock.now() + KNOWN_FOR })
      return terms
    },
    switchedOff,
    forget: () => known.clear()
  }
}

/** The site that a call is for: the page's that sends it, else the one it was sent to; empty for none of ours. */
export async function originOfCall({ sites }: Pick<Context, 'sites'>, { request, url }: { request: Request; url: URL }): Promise<string> {
  return (await sites.originOf(request.headers.get('origin') ?? url.origin)) ?? ''
}

/** @throws Problem `forbidden` when one of these services, or groups of chat models, is switched off */
export function checkOffered(terms: Terms, ...ids: readonly string[]): void {
  const off = ids.find(id => !isOffered(terms, id))
  if (off === undefined) return
  throw new Problem('forbidden', { detail: `${off} is switched off at this site`, issues: [{ field: off, code: 'switched_off' }] })
}
