import { fieldsOf, holds, isGiven, type Values } from '#core/condition.ts'
import type { ChoiceField, Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'
import { checkValues, type Checked } from '#core/validate.ts'

type Asked = Pick<Action, 'fields' | 'limits'>
type Option = ChoiceField['options'][number]

/** Reads the user's current choices in the same way as the server will. */
export function readForm({ fields, limits = [] }: Asked, given: Values): Checked {
  return checkValues(fields, limits, given)
}

/**
 * Checks whether the form shows a field. It hides fields that follow from others, come from an
 * earlier result, or leave no choice.
 */
export function isAsked(action: Asked, name: string, values: Values): boolean {
  const field = action.fields[name]
  if (
    field === undefined ||
    field.type === 'id' ||
    (field.when !== undefined && !holds(field.when, values))
  )
    return false
  return (
    field.type !== 'choice' ||
    (field.options.length > 1 && !follows(action, field) && !isOfEarlier(action, name))
  )
}

/** Checks whether a follow-up of an earlier result sets this field. */
export function isOfEarlier({ fields }: Asked, name: string): boolean {
  return Object.values(fields).some(
    ({ type, required }) =>
      type === 'id' &&
      required !== undefined &&
      required !== true &&
      fieldsOf(required).includes(name)
  )
}

/** Returns the options of a choice that no limit forbids. */
export function openOptions(
  { fields, limits = [] }: Asked,
  name: string,
  values: Values
): readonly Option[] {
  const field = fields[name]
  if (field?.type !== 'choice') return []
  const set = limits.filter(
    limit => limit.field === name && limit.options !== undefined && holds(limit.when, values)
  )
  return field.options.filter(option => set.every(limit => limit.options?.includes(option)))
}

/** Returns a text, number or file field with the bounds that the current limits allow. */
export function narrowed(
  { limits = [] }: Asked,
  name: string,
  field: Field,
  values: Values
): Field {
  if (field.type !== 'text' && field.type !== 'number' && field.type !== 'file') return field
  const set = limits.filter(limit => limit.field === name && holds(limit.when, values))
  const least = set.flatMap(({ min, above }) =>
    [min ?? [], above === undefined ? [] : Number(values[above] ?? 0)].flat()
  )
  const max = Math.min(field.max, ...set.flatMap(limit => limit.max ?? []))
  return field.type !== 'number'
    ? { ...field, max }
    : { ...field, max, min: Math.max(field.min, ...least) }
}

/**
 * Replaces choices that other choices have ruled out, by the default or by the first option left.
 */
export function settleForm(action: Asked, given: Values): Values {
  let settled = given
  for (const [name, field] of Object.entries(action.fields)) {
    if (field.type !== 'choice' || field.max !== undefined || isOpen(action, name, settled))
      continue
    const { [name]: _, ...others } = settled
    settled = others
    const [left] = openOptions(action, name, readForm(action, others).values)
    if (left !== undefined && !isOpen(action, name, others)) settled = { ...others, [name]: left }
  }
  return settled
}

/** Returns the texts that the user typed. They stay when something else fills the form. */
export function writtenIn({ fields }: Asked, given: Values): Record<string, Json> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => fields[name]?.type === 'text'))
}

/** Keeps only the values of known fields. */
export function knownIn(
  { fields }: Asked,
  given: Readonly<Record<string, unknown>>
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => name in fields && isGiven(value))
  ) as Record<string, Json>
}

/**
 * Checks that a choice is still allowed. Sizes in pixels are valid although they are not options.
 */
function isOpen(action: Asked, name: string, given: Values): boolean {
  const { values, issues } = readForm(action, given)
  const value = values[name]
  if (!isGiven(value) || openOptions(action, name, values).includes(value as Option)) return true
  const field = action.fields[name]
  return (
    field?.type === 'choice' &&
    field.pixels !== undefined &&
    !issues.some(issue => issue.field === name)
  )
}

/** Checks whether the fields that are shown already determine every option of a choice. */
function follows(
  action: Asked,
  { options, derived = [], default: own }: ChoiceField & Pick<Field, 'derived'>
): boolean {
  const usual = readForm(action, {}).values
  const stands = (each: string): boolean => {
    const field = action.fields[each]
    return field !== undefined && (field.when === undefined || holds(field.when, usual))
  }
  const reached = derived
    .filter(({ when }) => fieldsOf(when).every(stands))
    .map(({ value }) => value)
  return derived.length > 0 && options.every(option => option === own || reached.includes(option))
}
