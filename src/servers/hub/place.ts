import type { Hosts } from '#client/hub.ts'
import type { Context } from '#servers/lib/context.ts'

/** The site of a request, and the hosts that its page calls. */
export type PagePlace = {
  /** The origin that identifies the site. */
  origin: string
  hosts: Hosts
  /** True at the hub's test address: the page then uses the test hosts and says so. */
  test: boolean
}

/**
 * Finds a request's site, and the hosts that its page calls.
 * @param url the public address of the request
 * @returns null for a host that is not ours
 */
export async function findPagePlace(
  { config, sites }: Pick<Context, 'config' | 'sites'>,
  url: URL
): Promise<PagePlace | null> {
  const origin = await sites.originOf(url.href)
  if (origin === null) return null
  const test = config.testHosts.hub === url.origin
  const configured = test ? config.testHosts : config.hosts
  const host = (part: keyof Hosts): string => configured[part] ?? url.origin
  return {
    origin,
    test,
    hosts: { hub: url.origin, platform: host('platform'), auth: host('auth'), api: host('api') }
  }
}
