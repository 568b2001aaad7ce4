import { hasValue, type FieldValues } from '#core/condition.ts'
import { fieldNames } from '#core/field.ts'
import { readForm } from '#core/form.ts'
import { quoteOf } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'

/** The reasons why a run needs an account. Each is also the code of an issue. */
type TryIssue = 'guest_file' | 'guest_price'

/** Matches a prompt that begins with a URL: such a prompt names an image to fetch. */
const BEGINS_WITH_ADDRESS = /^\s*https?:\/\//i

/**
 * Checks whether a guest may try a run. It must have no files, and cost at most as much as the
 * tool's first form does when it opens, or with its defaults.
 * @returns why not; null if they may
 */
export function guestRunIssue(
  service: Service,
  action: Action,
  values: FieldValues
): TryIssue | null {
  const needsFile = fieldNames(action.fields, 'file').some(
    name => action.fields[name]?.required === true
  )
  if (needsFile || hasFileValues(action, values)) return 'guest_file'
  return quoteOf(action.price, values).micro > tryPrice(service) ? 'guest_price' : null
}

/** Checks whether values contain a file or its address, under any name that the API takes. */
export function hasFileValues(
  { fields }: Action,
  values: Readonly<Record<string, unknown>>
): boolean {
  const isFile = fieldNames(fields, 'file').some(name =>
    [name, ...(fields[name]?.also ?? [])].some(each => hasValue(values[each]))
  )
  const texts = fieldNames(fields, 'text').flatMap(name => [values[name] ?? []].flat())
  return isFile || texts.some(text => BEGINS_WITH_ADDRESS.test(String(text)))
}

/**
 * Returns the price of a tool's first form when it opens, or with its defaults if that is more, in
 * micro-credits.
 */
function tryPrice({ actions = {} }: Service): number {
  const first = Object.values(actions).find(({ hidden }) => hidden !== true)
  if (first === undefined) return 0
  const prices = [first.opens ?? {}, {}].map(
    given => quoteOf(first.price, readForm(first, given).values).micro
  )
  return Math.max(...prices)
}
