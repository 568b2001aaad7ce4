import type { Hosts } from '#client/hub.ts'
import type { Context } from '#servers/lib/context.ts'

/** Where a request stands: whose site it is, and which hosts its page talks to. */
export type Place = {
  /** The origin that stands for the site. */
  origin: string
  hosts: Hosts
  /** Did it come to the hub's test address? Then it uses the test hosts and says so. */
  test: boolean
}

/**
 * @param url the public address of the request
 * @returns null for a host that is not ours
 */
export async function placeOf({ config, sites }: Pick<Context, 'config' | 'sites'>, url: URL): Promise<Place | null> {
  const origin = await sites.originOf(url.href)
  if (origin === null) return null
  const test = config.testHosts.hub === url.origin
  const configured = test ? config.testHosts : config.hosts
  const host = (part: keyof Hosts): string => configured[part] ?? url.origin
  return { origin, test, hosts: { hub: url.origin, platform: host('platform'), auth: host('auth'), api: host('api') } }
}
