import { evaluateCondition, type Condition, type FieldValues } from '#core/condition.ts'
import { billedMegapixels } from '#core/factor.ts'
import { isRecord, type Json } from '#core/json.ts'
import type { VendorCost } from '#core/provider.ts'

/**
 * A line of a vendor's price list for one endpoint. The first line whose condition holds counts.
 * Conditions and factors are fields of the request, by the vendor's names. A field in an object has
 * the name of the object and a dot before it. Measures of files, such as `audio_url:seconds`, have
 * the names of our own fields.
 */
type CostRule = {
  when?: Condition
  dollars: number
  /**
   * Fields that multiply the dollars, such as `num_images` or `duration`. `megapixels` is computed
   * from the requested size, and `text:characters` is the number of characters in the field `text`.
   * A field that the request leaves out counts as 1. `megapixels+image_url:area` is a sum.
   */
  times?: readonly string[]
  /** Dollars that are added once. */
  plus?: number
}

/** The price of one endpoint of a vendor. */
type EndpointCost = {
  /** Dollars for one billable unit, for answers that report how many units were billed. */
  unit?: number
  /**
   * The price list, for answers that do not report units. Without a list, their cost is unknown.
   */
  list?: readonly CostRule[]
  /** Computes the dollars of a request, if no list can express them. */
  dollars?(body: FieldValues): number
}

/** The prices of a vendor by endpoint, which is the path of the request. */
export type VendorCosts = Readonly<Record<string, EndpointCost>>

/**
 * The cost of one request in whole micro-US-dollars: by the price list, and for each unit that the
 * vendor will report.
 */
export type RequestCost = { listed: number | null; unit: number | null }

/** Micro-US-dollars in one US dollar. */
const MICRO_DOLLARS = 1_000_000

/** Converts US dollars to whole micro-US-dollars, rounded to the nearest. */
export function toMicroDollars(dollars: number): number {
  return Math.round(dollars * MICRO_DOLLARS)
}

/** Converts micro-US-dollars to US dollars, for the API. */
export function microToDollars(micro: number): number {
  return micro / MICRO_DOLLARS
}

/**
 * Returns what a request costs, as far as it is known.
 * @param asked the values of the run, which hold the measures of its files
 */
export function costOfRequest(
  costs: VendorCosts | undefined,
  { path, body }: { path: string; body: FieldValues },
  asked: FieldValues = {}
): RequestCost {
  const cost = costs !== undefined && Object.hasOwn(costs, path) ? costs[path] : undefined
  const measures = Object.entries(asked).filter(([name]) => name.includes(':'))
  const values = { ...flat(body), ...Object.fromEntries(measures) }
  const rule = cost?.list?.find(({ when }) => when === undefined || evaluateCondition(when, values))
  const dollars = rule === undefined ? cost?.dollars?.(body) : dollarsOf(rule, values)
  return {
    listed: dollars === undefined ? null : toMicroDollars(dollars),
    unit: cost?.unit === undefined ? null : toMicroDollars(cost.unit)
  }
}

/**
 * Adds up what the answered requests of a run cost.
 * @param units the billable units that the vendor reported for each, if it did
 * @returns undefined where the cost of one of them is unknown
 */
export function costOfAnswers(
  { listed, unit }: RequestCost,
  units: readonly (number | undefined)[]
): VendorCost | undefined {
  const measured = units.map(each =>
    each === undefined || unit === null ? null : Math.round(each * unit)
  )
  const each = measured.map(micro => micro ?? listed)
  const known = each.filter(micro => micro !== null)
  if (known.length < each.length) return undefined
  return {
    micro: known.reduce((sum, micro) => sum + micro, 0),
    measured: measured.every(micro => micro !== null)
  }
}

/**
 * The costs of a run: of its current requests, and of its earlier attempts; undefined if unknown.
 */
type Spent = { attempt: number; cost?: RequestCost; spent?: VendorCost }

/**
 * Returns what a run has cost with all its attempts; undefined where any of it is unknown.
 * @param units as in {@link costOfAnswers}, for the present attempt
 */
export function costSoFar(
  { attempt, cost, spent }: Spent,
  units: readonly (number | undefined)[]
): VendorCost | undefined {
  const now = cost === undefined ? undefined : costOfAnswers(cost, units)
  if (attempt === 1 || now === undefined || spent === undefined)
    return attempt === 1 ? now : undefined
  return { micro: spent.micro + now.micro, measured: spent.measured && now.measured }
}

function dollarsOf({ dollars, times = [], plus = 0 }: CostRule, values: FieldValues): number {
  const sum = (fields: string): number =>
    fields.split('+').reduce((total, field) => total + factor(field, values), 0)
  return times.reduce((product, fields) => product * sum(fields), dollars) + plus
}

function flat(body: FieldValues, before = ''): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      isRecord(value) ? Object.entries(flat(value, `${before}${name}.`)) : [[before + name, value]]
    )
  )
}

/** Reads a factor. Vendors also take numbers as text, such as `5` or `8s`. */
function factor(field: string, values: FieldValues): number {
  if (field === 'megapixels') return megapixels(values)
  const [name = field, unit] = field.split(':')
  if (unit === 'characters') return [...String(values[name] ?? '')].length
  const value = values[field]
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 1
}

/** Returns the billed megapixels of the requested size. */
function megapixels(values: FieldValues): number {
  const pixels = Number(values['image_size.width']) * Number(values['image_size.height'])
  return Number.isFinite(pixels) ? billedMegapixels(pixels) : 1
}
