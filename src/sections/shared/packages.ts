import type { Package } from '#contract/package.ts'

/** Seconds of a day. */
const DAY = 86_400

type Priced = Pick<Package, 'price' | 'amount'>

/** Packages of a type, the smallest first. */
export function packagesOf(packages: readonly Package[] | undefined, type: Package['type']): Package[] {
  const fitting = (packages ?? []).filter(each => each.type === type && each.active)
  return fitting.toSorted((a, b) => a.duration - b.duration || a.amount - b.amount || a.price - b.price)
}

/**
 * How much less a credit of a package costs than one of the first, in whole per cent: rounded down, so that nothing is
 * promised that is not so. 0 for no less.
 */
export function discountOf(first: Priced | undefined, { price, amount }: Priced): number {
  if (first === undefined || first.price <= 0 || first.amount <= 0 || amount <= 0) return 0
  return Math.max(0, Math.floor(100 * (1 - (price * first.amount) / (amount * first.price)) + 1e-9))
}

/** Whole days of a period; 0 for credits that do not end. */
export function daysOf({ duration }: Pick<Package, 'duration'>): number {
  return Math.round(duration / DAY)
}

/** US dollars that a day of a period costs. */
export function perDay({ price, duration }: Pick<Package, 'price' | 'duration'>): number {
  return duration <= 0 ? Infinity : (price * DAY) / duration
}

/** The longest period, where a day and a credit of it cost less than of every other one; null where that is not so. */
export function recommended(periods: readonly Package[]): Package | null {
  const last = periods.at(-1)
  if (last === undefined || periods.length < 2) return null
  const better = (each: Package): boolean => perDay(last) < perDay(each) && last.price * each.amount < each.price * last.amount
  return periods.every(each => each === last || better(each)) ? last : null
}

/** The package that an address or a form names; else what is chosen by itself. */
export function chosenOf(packages: readonly Package[], named: string | null, otherwise: Package | null | undefined): Package | undefined {
  return packages.find(({ id }) => id === named) ?? otherwise ?? packages[0]
}
