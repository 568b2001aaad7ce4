import { randomUUID } from 'node:crypto'
import type { BaseContext } from '#servers/lib/base.ts'
import { PLACEHOLDER_PREFIX } from '#core/placeholder.ts'
import { KNOWN_FOR } from '#servers/lib/known-for.ts'

/** The origins that this deployment serves. */
export type Sites = {
  /**
   * Returns the origin of the site to which an address belongs: a registered origin, or the
   * deployment's placeholder for loopback addresses. Null for a host that is not ours.
   */
  originOf(address: string): Promise<string | null>
  /**
   * Tells whether pages of this origin may call across origins, and whether the browser may return
   * there after sign-in.
   */
  isRegistered(origin: string): Promise<boolean>
  /**
   * Returns the host whose dated sub-domains belong to the same site and share its sign-in; null if
   * the site has none.
   */
  datedHost(address: URL): Promise<string | null>
  /**
   * Accepts an origin for as long as there is no site: with the setup link, the studio can be
   * opened at any address.
   */
  admit(origin: string): void
  /** Returns the one origin that identifies all loopback hosts of this deployment. */
  placeholder(): Promise<string>
  /** Clears the cache after a site has changed. */
  forget(): void
  /** Clears the cache after a change that may concern sites, for example by another process. */
  reread(): void
}

/** A host name with a date: `20261121.studio.example`. */
const DATED = /^\d{8}\.(?=.)/

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

export function createSites(needs: Pick<BaseContext, 'database' | 'config' | 'clock'>): Sites {
  return new ServedSites(needs)
}

class ServedSites implements Sites {
  readonly #needs: Pick<BaseContext, 'database' | 'clock'>
  /**
   * Origins by host: `configured` are those of the configuration, `admitted` those that a setup
   * link has added.
   */
  readonly #configured: ReadonlyMap<string, string>
  readonly #admitted = new Map<string, string>()
  #known = new Map<string, { origin: string; dated: boolean; until: number }>()
  #placeholder: string | null = null

  constructor({ database, config, clock }: Pick<BaseContext, 'database' | 'config' | 'clock'>) {
    this.#needs = { database, clock }
    const { hosts, testHosts, allowedOrigins } = config
    const all = [...Object.values(hosts), ...Object.values(testHosts), ...allowedOrigins]
    this.#configured = new Map(
      all.filter(origin => origin !== null).map(origin => [new URL(origin).host, origin])
    )
  }

  async originOf(address: string): Promise<string | null> {
    if (!URL.canParse(address)) return null
    const url = new URL(address)
    const own = await this.placeholder()
    if (isLoopbackHost(url.hostname) || url.origin === own) return own
    return this.#registeredHost(url.host)
  }

  async isRegistered(origin: string): Promise<boolean> {
    if (!URL.canParse(origin)) return false
    const { host, origin: asked, protocol } = new URL(origin)
    const found = await this.#registeredHost(host)
    // A dated host belongs to the site, but only with the site's scheme, so that an attacker cannot
    // serve it without TLS.
    return (
      found === asked ||
      (found !== null &&
        found === `${protocol}//${host.replace(DATED, '')}` &&
        found === (await this.#datedSite(host)))
    )
  }

  async datedHost({ hostname, host }: URL): Promise<string | null> {
    const site = isLoopbackHost(hostname) ? null : await this.#siteAt(host.replace(DATED, ''))
    return site?.dated === true ? hostname.replace(DATED, '') : null
  }

  admit(origin: string): void {
    this.#admitted.set(new URL(origin).host, origin)
  }

  async placeholder(): Promise<string> {
    this.#placeholder ??= await readPlaceholder(this.#needs)
    return this.#placeholder
  }

  reread(): void {
    // A read that began before a change must not enter the cache after it.
    this.#known = new Map()
  }

  forget(): void {
    this.reread()
    // There is a site now, so the setup link no longer works. An origin that it had admitted is
    // ours only if it has a site.
    this.#admitted.clear()
  }

  /** Finds a site by its own host name. The cache has at most one entry per site. */
  async #siteAt(host: string): Promise<{ origin: string; dated: boolean } | null> {
    const { database, clock } = this.#needs
    const known = this.#known
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

  async #registeredHost(host: string): Promise<string | null> {
    return (
      (await this.#siteAt(host))?.origin ??
      this.#configured.get(host) ??
      this.#admitted.get(host) ??
      (await this.#datedSite(host))
    )
  }

  async #datedSite(host: string): Promise<string | null> {
    const site = DATED.test(host) ? await this.#siteAt(host.replace(DATED, '')) : null
    return site?.dated === true ? site.origin : null
  }
}

async function readPlaceholder({ database }: Pick<BaseContext, 'database'>): Promise<string> {
  await database.db
    .insertInto('meta')
    .values({ key: 'placeholder', value: `${PLACEHOLDER_PREFIX}${randomUUID()}` })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const row = await database.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'placeholder')
    .executeTakeFirstOrThrow()
  return row.value
}
