import { SERVICES } from '#catalog/index.ts'
import type { Field, NumberField } from '#core/field.ts'
import { readForm } from '#core/form.ts'
import { microToCredits } from '#core/money.ts'
import {
  outputCountField,
  pricedFields,
  type OwnServiceField,
  type OwnServiceOutput,
  type OwnServiceSpec
} from '#core/own-service.ts'
import { quoteOf } from '#core/price.ts'

/** The usual length of a video in the catalogue, in seconds. */
const SECONDS = 5

/**
 * Proposes a price: the median price of the catalogue's services with the same kind of output, with
 * the values that their forms open with. The price is multiplied by the seconds or the outputs if
 * the form has such a field. That field then always has a value above zero.
 * @returns the price, and the fields of the form that it needs
 */
export function proposePrice(
  kind: OwnServiceOutput['kind'],
  fields: readonly OwnServiceField[]
): Pick<OwnServiceSpec, 'price' | 'fields'> {
  const credits = median(SERVICES.filter(({ medium }) => medium === kind).flatMap(usualCredits))
  const names = pricedFields(fields)
  const priced = new Map(
    fields.filter(({ name }) => names.includes(name)).flatMap(each => alwaysGiven(each))
  )
  const count = outputCountField(fields)?.name
  const seconds = [...priced.keys()].find(name => /(^|_)(duration|seconds)$/.test(name))
  const times = (kind === 'image' ? undefined : seconds) ?? count
  const counted = times === undefined ? undefined : priced.get(times)
  if (counted === undefined) return { price: { credits, times: null, per: 1 }, fields }
  return {
    price: { credits, times: counted.name, per: counted.name === seconds ? SECONDS : 1 },
    fields: fields.map(each => (each.name === counted.name ? counted : each))
  }
}

/**
 * Raises the lowest value of a field above zero, and requires the field unless it has a default.
 * @returns nothing if the default is zero, by which vendors mean an amount of their choice
 */
function alwaysGiven(made: OwnServiceField): [string, OwnServiceField][] {
  const { name, field } = made
  if (field.type !== 'number' && field.type !== 'choice') return []
  const raised = field.type === 'number' ? aboveZero(field) : field
  if (raised.type === 'number' && (raised.default ?? raised.max) < raised.min) return []
  if (raised.default === undefined) {
    const { more: _, ...shown } = raised
    return [[name, limited(made, { ...shown, required: true })]]
  }
  return [[name, limited(made, raised)]]
}

/** Keeps the vendor's limits beside other ones, so that an operator can return to them. */
function limited(made: OwnServiceField, field: Field): OwnServiceField {
  const isSame = JSON.stringify(field) === JSON.stringify(made.field)
  return isSame ? made : { ...made, field, original: made.field }
}

function aboveZero<F extends NumberField>(field: F): F {
  const { min, step = 1 } = field
  return min > 0 ? field : { ...field, min: min + (Math.floor(-min / step) + 1) * step }
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
