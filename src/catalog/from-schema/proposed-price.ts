import { SERVICES } from '#catalog/index.ts'
import { readForm } from '#core/form.ts'
import { microToCredits } from '#core/money.ts'
import {
  outputCountField,
  pricedFields,
  type OwnServiceField,
  type OwnServiceOutput,
  type OwnServicePrice
} from '#core/own-service.ts'
import { quoteOf } from '#core/price.ts'

/** The usual length of a video in the catalogue, in seconds. */
const SECONDS = 5

/**
 * Proposes a price: the median price of the catalogue's services with the same kind of output, with
 * the values that their forms open with. The price is multiplied by the seconds or the outputs if
 * the form has such a field.
 */
export function proposedPrice(
  kind: OwnServiceOutput['kind'],
  fields: readonly OwnServiceField[]
): OwnServicePrice {
  const priced = pricedFields(fields)
  const count = outputCountField(fields)?.name
  const seconds = priced.find(name => /(^|_)(duration|seconds)$/.test(name))
  const credits = median(SERVICES.filter(({ medium }) => medium === kind).flatMap(usualCredits))
  if (seconds !== undefined && kind !== 'image') return { credits, times: seconds, per: SECONDS }
  return { credits, times: count !== undefined && priced.includes(count) ? count : null, per: 1 }
}

function usualCredits({ actions = {} }: (typeof SERVICES)[number]): number[] {
  const [first] = Object.values(actions)
  return first === undefined
    ? []
    : [microToCredits(quoteOf(first.price, readForm(first, {}).values).micro)]
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 1
}
