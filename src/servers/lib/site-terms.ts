import { Problem } from '#core/problem.ts'
import { isServiceOffered, type SiteSwitches } from '#core/switches.ts'
import type { ToolTerms } from '#core/tool-terms.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Sites } from '#servers/lib/sites.ts'
import {
  readServiceDecisions,
  readSwitchedOff,
  type DecisionSources
} from '#servers/lib/service-changes.ts'
import { createKnown, KNOWN_FOR } from '#servers/lib/known-for.ts'

/** The services and features that a site offers, and its price margin in thousandths. */
type Terms = SiteSwitches & { margin: number }

/** The terms of every site of this deployment. */
export type SiteTerms = {
  /**
   * Returns the terms of a site. An origin without a site gets the terms of the first site, so that
   * no caller avoids a price by inventing an origin.
   */
  of(origin: string): Promise<Terms>
  /**
   * Returns what all of these sites offer: a service that is off at one of them is off. Origins
   * without a site are ignored. If none of them has a site, the first site decides.
   * @param tx the transaction of the caller, if there is one
   */
  offer(origins: readonly string[], tx?: Queries): Promise<SiteSwitches>
  /** Returns the decisions of operators about the models and prices of tools, as of today. */
  tools(): Promise<ToolTerms>
  /** Clears the cache after a change. */
  forget(): void
}

/** `own`: a site with this exact origin exists. */
type Known = { terms: Terms; own: boolean; until: number }

export function createSiteTerms(sources: DecisionSources): SiteTerms {
  const { database, clock } = sources
  let known = new Map<string, Known>()
  const decisions = createKnown(clock, () => readServiceDecisions(sources))

  async function read(origin: string, db: Queries = database.db): Promise<Known> {
    // A read that began before a change must not enter the cache after it.
    const memory = known
    const remembered = memory.get(origin)
    if (remembered !== undefined && remembered.until > clock.now()) return remembered
    const sites = db.selectFrom('site').select(['features', 'margin']).limit(1)
    const site = await sites.where('origin', '=', origin).executeTakeFirst()
    const row = site ?? (await sites.orderBy('created_at').executeTakeFirst())
    const features = row === undefined ? {} : (JSON.parse(row.features) as Terms['features'])
    const switched_off = await readSwitchedOff(db)
    const terms = { features, margin: row?.margin ?? 0, switched_off }
    const found = { terms, own: site !== undefined, until: clock.now() + KNOWN_FOR }
    memory.set(origin, found)
    return found
  }

  return {
    of: async origin => (await read(origin)).terms,
    async offer(origins, tx) {
      const all: Known[] = []
      // The sites are read one after another, since a transaction has a single connection.
      for (const origin of new Set(origins)) all.push(await read(origin, tx))
      const own = all.filter(each => each.own)
      const deciding = own.length > 0 ? own : [await read('', tx)]
      const off = deciding.flatMap(({ terms }) => [
        ...terms.switched_off,
        ...Object.keys(terms.features).filter(id => !isServiceOffered(terms, id))
      ])
      return { features: {}, switched_off: [...new Set(off)] }
    },
    tools: async () => (await decisions.get()).tools,
    forget: () => {
      known = new Map()
      decisions.forget()
    }
  }
}

/** A call: its address and its caller. */
type Asked = {
  request: Request
  url: URL
  person?: Person | null
  credential?: CredentialCaller | null
}

/**
 * Returns the origin of the site that a call is for: that of the page that sends it, or else that
 * of its address; empty for neither. A page of an unknown origin is ignored, since a caller can
 * write anything into the Origin header.
 */
export async function findCallOrigin(
  { sites }: { sites: Sites },
  { request, url }: Asked
): Promise<string> {
  return (
    (await siteOf(sites, request.headers.get('origin'))) ?? (await siteOf(sites, url.origin)) ?? ''
  )
}

/**
 * Returns all sites of a call: those of the page, of the address, and of the credential, and the
 * one where the user signed in. Each of them must offer the work, since the caller can choose some
 * of them.
 */
export async function findCallSites(
  { sites, config }: Pick<BaseContext, 'config'> & { sites: Sites },
  call: Asked
): Promise<string[]> {
  const { request, url, person, credential } = call
  // The API's own address serves all sites.
  const shared = url.origin === config.hosts.api || url.origin === config.testHosts.api
  const named = [
    request.headers.get('origin'),
    shared ? null : url.origin,
    credential?.host,
    person?.origin
  ]
  const found = await Promise.all(named.map(each => siteOf(sites, each)))
  return found.filter(each => each !== null)
}

async function siteOf(sites: Sites, address: string | null | undefined): Promise<string | null> {
  return address ? sites.originOf(address) : null
}

/**
 * @throws Problem `forbidden` when one of these services, or groups of chat models, is switched off
 */
export function checkOffered(terms: SiteSwitches, ...ids: readonly string[]): void {
  const off = ids.find(id => !isServiceOffered(terms, id))
  if (off === undefined) return
  throw new Problem('forbidden', {
    detail: `${off} is switched off at this site`,
    issues: [{ field: off, code: 'switched_off' }]
  })
}
