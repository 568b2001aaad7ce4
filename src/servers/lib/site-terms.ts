import { findService } from '#catalog/index.ts'
import { Problem } from '#core/problem.ts'
import { isOffered, type Switches } from '#core/switches.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { Base } from '#servers/lib/base.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Sites } from '#servers/lib/sites.ts'

/** Milliseconds for which terms that another process may have changed are believed. */
const KNOWN_FOR = 5000

/** What a site offers, and what it adds to prices, in thousandths. */
export type Terms = Switches & { margin: number }

/** The terms of every site of this deployment. */
export type SiteTerms = {
  /** An origin without a site of its own has the terms of the first site: nobody gets around a price by coming from nowhere. */
  of(origin: string): Promise<Terms>
  /**
   * What all of these sites offer: what one of them has switched off is off. Origins without a site of their own count
   * for nothing; where that leaves none, the first site decides.
   * @param tx of a caller that is in a transaction
   */
  offer(origins: readonly string[], tx?: Queries): Promise<Switches>
  /** What operators have switched off everywhere, by the catalogue's ids. */
  switchedOff(tx?: Queries): Promise<string[]>
  /** Asks anew from now on: something was changed. */
  forget(): void
}

/** `own`: of a site that has this very origin. */
type Known = { terms: Terms; own: boolean; until: number }

export function createSiteTerms({ database, clock }: Pick<Base, 'database' | 'clock'>): SiteTerms {
  let known = new Map<string, Known>()

  async function switchedOff(db: Queries = database.db): Promise<string[]> {
    const rows = await db.selectFrom('service_change').select(['service_id', 'changes']).execute()
    const off = rows.filter(row => (JSON.parse(row.changes) as { enabled?: unknown }).enabled === false)
    return off.map(row => findService(row.service_id)?.id ?? row.service_id)
  }

  async function read(origin: string, db: Queries = database.db): Promise<Known> {
    // What is read before a change must not be remembered after it.
    const memory = known
    const remembered = memory.get(origin)
    if (remembered !== undefined && remembered.until > clock.now()) return remembered
    const sites = db.selectFrom('site').select(['features', 'margin']).limit(1)
    const site = await sites.where('origin', '=', origin).executeTakeFirst()
    const row = site ?? (await sites.orderBy('created_at').executeTakeFirst())
    const features = row === undefined ? {} : (JSON.parse(row.features) as Terms['features'])
    const terms = { features, margin: row?.margin ?? 0, switched_off: await switchedOff(db) }
    const found = { terms, own: site !== undefined, until: clock.now() + KNOWN_FOR }
    memory.set(origin, found)
    return found
  }

  return {
    of: async origin => (await read(origin)).terms,
    async offer(origins, tx) {
      const all: Known[] = []
      // One after the other: a transaction has one line to its database.
      for (const origin of new Set(origins)) all.push(await read(origin, tx))
      const own = all.filter(each => each.own)
      const deciding = own.length > 0 ? own : [await read('', tx)]
      const off = deciding.flatMap(({ terms }) => [
        ...terms.switched_off,
        ...Object.keys(terms.features).filter(id => !isOffered(terms, id))
      ])
      return { features: {}, switched_off: [...new Set(off)] }
    },
    switchedOff,
    forget: () => {
      known = new Map()
    }
  }
}

/** A call: where it came in, who makes it. */
type Asked = { request: Request; url: URL; person?: Person | null; credential?: CredentialCaller | null }

/**
 * The site that a call is for: the page's that sends it, else the one it was sent to; empty for none of ours. A page that
 * is not ours counts for nothing: what a caller writes into a header opens no door.
 */
export async function originOfCall({ sites }: { sites: Sites }, { request, url }: Asked): Promise<string> {
  return (await siteOf(sites, request.headers.get('origin'))) ?? (await siteOf(sites, url.origin)) ?? ''
}

/**
 * All sites that a call has to do with: the page's, the one it was sent to, the one its credential was made for, and the
 * one its person signed in at. What is to be done must be offered by each, since some of them the caller can choose.
 */
export async function sitesOfCall({ sites, config }: Pick<Base, 'config'> & { sites: Sites }, call: Asked): Promise<string[]> {
  const { request, url, person, credential } = call
  // The API's own address serves all sites alike.
  const shared = url.origin === config.hosts.api || url.origin === config.testHosts.api
  const named = [request.headers.get('origin'), shared ? null : url.origin, credential?.host, person?.origin]
  const found = await Promise.all(named.map(each => siteOf(sites, each)))
  return found.filter(each => each !== null)
}

async function siteOf(sites: Sites, address: string | null | undefined): Promise<string | null> {
  return address ? sites.originOf(address) : null
}

/** @throws Problem `forbidden` when one of these services, or groups of chat models, is switched off */
export function checkOffered(terms: Switches, ...ids: readonly string[]): void {
  const off = ids.find(id => !isOffered(terms, id))
  if (off === undefined) return
  throw new Problem('forbidden', { detail: `${off} is switched off at this site`, issues: [{ field: off, code: 'switched_off' }] })
}
