import type { HubRequest } from '#client/hub.ts'
import { pricesOf } from '#client/prices.server.ts'
import type { Prices } from '#client/prices.ts'
import { kept } from '#client/kept.server.ts'
import type { Package } from '#contract/package.ts'
import type { Service } from '#contract/service.ts'
import { find } from '#client/find.server.ts'
import { packagesOf } from '#sections/shared/packages.ts'
import { samplesOf, type Sample } from '#sections/shared/samples.ts'

/** What somebody who thinks about using a service is told of money. */
export type Terms = {
  /** The smallest number of credits that is sold for it; null where none are, or where that cannot be had. */
  package: Package | null
  /** What credits buy here. */
  samples: Sample[]
  /** Credits that a new account begins with. */
  free: number
  prices: Prices
}

/** What a service is, as visitors of a site see it: changes of the site show at once, those of operators within a minute. */
const keep = kept<Service>(60)

async function serviceOf(hub: HubRequest, alias: string): Promise<Service | null> {
  const load = async (): Promise<Service | null> => (await find<Service>(hub, `services/${alias}`)).value
  const { hosts, origin, site, locale } = hub
  return hub.session === null ? keep([hosts.platform, origin, site.id, site.version, locale, alias].join(' '), load) : load()
}

/** @param isOurs of the chat, which of its prices are looked at; all when not given */
export async function loadTerms(hub: HubRequest, alias: string, isOurs = (_: string): boolean => true): Promise<Terms> {
  const [value, prices] = await Promise.all([serviceOf(hub, alias), pricesOf(hub)])
  if (value === null) return { package: null, samples: [], free: 0, prices }
  const price = value.price.filter(each => !('model' in each) || isOurs(each.model))
  return {
    package: packagesOf(value.packages, 'Usage')[0] ?? null,
    samples: samplesOf([{ ...value, price }], value.id),
    free: value.free_amount,
    prices
  }
}
