import type { Package } from '#contract/package.ts'

/** Seconds per day. */
const DAY = 86_400

type Priced = Pick<Package, 'price' | 'amount'>

/** Returns the active packages of a type, smallest first. */
export function activePackages(
  packages: readonly Package[] | undefined,
  type: Package['type']
): Package[] {
  const fitting = (packages ?? []).filter(each => each.type === type && each.active)
  return fitting.toSorted(
    (a, b) => a.duration - b.duration || a.amount - b.amount || a.price - b.price
  )
}

/**
 * Returns how much less a credit costs in this package than in the first, in whole per cent. It
 * rounds down, so that the page never promises too much. Returns 0 where the credit is not cheaper.
 */
export function discountOf(first: Priced | undefined, { price, amount }: Priced): number {
  if (first === undefined || first.price <= 0 || first.amount <= 0 || amount <= 0) return 0
  return Math.max(0, Math.floor(100 * (1 - (price * first.amount) / (amount * first.price)) + 1e-9))
}

/** Returns the whole days of a period; 0 for credits that never expire. */
export function daysOfPackage({ duration }: Pick<Package, 'duration'>): number {
  return Math.round(duration / DAY)
}

/**
 * Returns the price of one day of a period in US dollars; infinite for credits that never expire.
 */
export function pricePerDay({ price, duration }: Pick<Package, 'price' | 'duration'>): number {
  return duration <= 0 ? Infinity : (price * DAY) / duration
}

/**
 * Returns the longest period if its price per day and per credit is lower than in every other one;
 * otherwise null.
 */
export function recommendedPeriod(periods: readonly Package[]): Package | null {
  const last = periods.at(-1)
  if (last === undefined || periods.length < 2) return null
  const better = (each: Package): boolean =>
    pricePerDay(last) < pricePerDay(each) && last.price * each.amount < each.price * last.amount
  return periods.every(each => each === last || better(each)) ? last : null
}

/** Returns the period of about a month, which suits most people, else the shortest one. */
export function usualPeriod(periods: readonly Package[]): Package | undefined {
  return periods.find(each => [28, 29, 30, 31].includes(daysOfPackage(each))) ?? periods[0]
}

/** Returns the package that an address or form names, else the default, else the first. */
export function choosePackage(
  packages: readonly Package[],
  named: string | null,
  otherwise: Package | null | undefined
): Package | undefined {
  return packages.find(({ id }) => id === named) ?? otherwise ?? packages[0]
}
