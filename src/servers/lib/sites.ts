import { randomUUID } from 'node:crypto'
import type { Base } from '#servers/lib/base.ts'
import { PLACEHOLDER } from '#core/placeholder.ts'

/** Milliseconds for which a known origin is believed to stay known; new ones are seen at once. */
const KNOWN_FOR = 5000

/** Which origins this deployment answers for. */
export type Sites = {
  /**
   * The origin that stands for the site an address belongs to: a registered origin, or the deployment's
   * placeholder for loopback addresses. Null for a host that is not ours.
   */
  originOf(address: string): Promise<string | null>
  /** May pages of this origin call across origins, and be returned to after sign-in? */
  isRegistered(origin: string): Promise<boolean>
  /** The host whose dated sub-domains are the same site, and share its sign-in; null where there are none. */
  datedHost(address: URL): Promise<string | null>
  /** Counts an origin as ours from now on: whoever holds the setup link may open the studio under any address. */
  admit(origin: string): void
  /** The one origin that stands for all loopback hosts of this deployment. */
  placeholder(): Promise<string>
  /** Asks anew from now on: a site was changed. */
  forget(): void
}

/** A site whose name may carry a date: `20261121.studio.example`. */
const DATED = /^\d{8}\.(?=.)/

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

export function createSites({ database, config, clock }: Pick<Base, 'database' | 'config' | 'clock'>): Sites {
  const configured = new Map<string, string>()
  const { hosts, testHosts, allowedOrigins } = config
  for (const origin of [...Object.values(hosts), ...Object.values(testHosts), ...allowedOrigins]) {
    if (origin !== null) configured.set(new URL(origin).host, origin)
  }
  const admitted = new Map<string, string>()
  const known = new Map<string, { origin: string; dated: boolean; until: number }>()
  let placeholder: string | null = null

  /** A site by its own name. There are as many of these as sites, so they can be remembered. */
  async function siteAt(host: string): Promise<{ origin: string; dated: boolean } | null> {
    const remembered = known.get(host)
    if (remembered !== undefined && remembered.until > clock.now()) return remembered
    const row = await database.db
      .selectFrom('site')
      .select(['origin', 'dated'])
      .where('origin', 'in', [`https://${host}`, `http://${host}`])
      .executeTakeFirst()
    if (row === undefined) return null
    const found = { origin: row.origin, dated: row.dated === 1, until: clock.now() + KNOWN_FOR }
    known.set(host, found)
    return found
  }

  async function registeredHost(host: string): Promise<string | null> {
    return (await siteAt(host))?.origin ?? configured.get(host) ?? admitted.get(host) ?? (await datedSite(host))
  }

  async function datedSite(host: string): Promise<string | null> {
    const site = DATED.test(host) ? await siteAt(host.replace(DATED, '')) : null
    return site?.dated === true ? site.origin : null
  }

  const sites: Sites = {
    async originOf(address) {
      if (!URL.canParse(address)) return null
      const url = new URL(address)
      const own = await sites.placeholder()
      if (isLoopbackHost(url.hostname) || url.origin === own) return own
      return registeredHost(url.host)
    },
    async isRegistered(origin) {
      if (!URL.canParse(origin)) return false
      const { host, origin: asked, protocol } = new URL(origin)
      const found = await registeredHost(host)
      // Under a date it is still the site, but not without the TLS that the site has.
      return found === asked || (found !== null && found === `${protocol}//${host.replace(DATED, '')}` && found === (await datedSite(host)))
    },
    async datedHost({ hostname, host }) {
      const site = isLoopbackHost(hostname) ? null : await siteAt(host.replace(DATED, ''))
      return site?.dated === true ? hostname.replace(DATED, '') : null
    },
    admit(origin) {
      admitted.set(new URL(origin).host, origin)
    },
    async placeholder() {
      placeholder ??= await readPlaceholder()
      return placeholder
    },
    forget() {
      known.clear()
      // A site exists, so the setup link is spent: its address is ours only for as long as it has a site.
      admitted.clear()
    }
  }
  return sites

  async function readPlaceholder(): Promise<string> {
    await database.db
      .insertInto('meta')
      .values({ key: 'placeholder', value: `${PLACEHOLDER}${randomUUID()}` })
      .onConflict(conflict => conflict.column('key').doNothing())
      .execute()
    const row = await database.db.selectFrom('meta').select('value').where('key', '=', 'placeholder').executeTakeFirstOrThrow()
    return row.value
  }
}
