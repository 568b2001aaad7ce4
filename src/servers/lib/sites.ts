import { randomUUID } from 'node:crypto'
import type { Base } from '#servers/lib/base.ts'
import { PLACEHOLDER } from '#core/placeholder.ts'

/** Milliseconds that a known origin is cached; new ones are seen immediately. */
const KNOWN_FOR = 5000

/** The origins that this deployment serves. */
export type Sites = {
  /**
   * The origin that identifies the site of an address: a registered origin, or the deployment's
   * placeholder for loopback addresses. Null for a foreign host.
   */
  originOf(address: string): Promise<string | null>
  /**
   * True when pages of this origin may call across origins and receive the browser after sign-in.
   */
  isRegistered(origin: string): Promise<boolean>
  /**
   * The host whose dated sub-domains are the same site and share its sign-in; null where there are
   * none.
   */
  datedHost(address: URL): Promise<string | null>
  /** Adds an origin: with the setup link, a user may open the studio under any address. */
  admit(origin: string): void
  /** The one origin that identifies all loopback hosts of this deployment. */
  placeholder(): Promise<string>
  /** Clears the cache after a site has changed. */
  forget(): void
}

/** A host name with a date: `20261121.studio.example`. */
const DATED = /^\d{8}\.(?=.)/

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

export function createSites({
  database,
  config,
  clock
}: Pick<Base, 'database' | 'config' | 'clock'>): Sites {
  const configured = new Map<string, string>()
  const { hosts, testHosts, allowedOrigins } = config
  for (const origin of [...Object.values(hosts), ...Object.values(testHosts), ...allowedOrigins]) {
    if (origin !== null) configured.set(new URL(origin).host, origin)
  }
  const admitted = new Map<string, string>()
  const known = new Map<string, { origin: string; dated: boolean; until: number }>()
  let placeholder: string | null = null

  /** Finds a site by its own name. The cache is bounded by the number of sites. */
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
    return (
      (await siteAt(host))?.origin ??
      configured.get(host) ??
      admitted.get(host) ??
      (await datedSite(host))
    )
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
      // A dated host is the same site, but only with the TLS that the site has.
      return (
        found === asked ||
        (found !== null &&
          found === `${protocol}//${host.replace(DATED, '')}` &&
          found === (await datedSite(host)))
      )
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
      // A site exists, so the setup link is used up: its address is ours only while it has a site.
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
    const row = await database.db
      .selectFrom('meta')
      .select('value')
      .where('key', '=', 'placeholder')
      .executeTakeFirstOrThrow()
    return row.value
  }
}
