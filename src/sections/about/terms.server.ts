import { loadPriceFormatter } from '#client/prices.server.ts'
import type { HubRequest } from '#client/hub.ts'
import type { PriceFormatter } from '#client/prices.ts'
import { createTimedCache } from '#client/kept.server.ts'
import type { Package } from '#contract/package.ts'
import type { Service } from '#contract/service.ts'
import { tryReadPlatform } from '#client/find.server.ts'
import { activePackages } from '#sections/shared/packages.ts'
import { exampleRuns, type CreditExample } from '#sections/shared/samples.ts'

/** The cost of a service, as possible customers see it. */
export type ServicePricing = {
  /**
   * The smallest credit package for the service; null where there is none, or where the service
   * could not be loaded.
   */
  package: Package | null
  /** Examples of runs that credits buy on this site. */
  samples: CreditExample[]
  /** Credits that a new account starts with. */
  free: number
  prices: PriceFormatter
}

/**
 * Caches a service as visitors of a site see it. The key contains the version of the public data,
 * so changes show immediately.
 */
const keep = createTimedCache<Service>(60)

/** Reads without the reader's token, so that the result is the same for all readers. */
function serviceOf(hub: HubRequest, alias: string): Promise<Service | null> {
  const { hosts, origin, version, locale } = hub
  return keep([hosts.platform, origin, version, locale, alias].join(' '), async () => {
    const { value } = await tryReadPlatform<Service>({ ...hub, session: null }, `services/${alias}`)
    return value
  })
}

/**
 * Loads what a service costs.
 * @param isOurs says whether the price of a chat model counts; all count by default
 */
export async function loadServicePricing(
  hub: HubRequest,
  alias: string,
  isOurs = (_: string): boolean => true
): Promise<ServicePricing> {
  const [value, prices] = await Promise.all([serviceOf(hub, alias), loadPriceFormatter(hub)])
  if (value === null) return { package: null, samples: [], free: 0, prices }
  const price = value.price.filter(each => !('model' in each) || isOurs(each.model))
  return {
    package: activePackages(value.packages, 'Usage')[0] ?? null,
    samples: exampleRuns([{ ...value, price }], value.id),
    free: value.free_amount,
    prices
  }
}
