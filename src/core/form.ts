import { conditionFields, evaluateCondition, hasValue, type FieldValues } from '#core/condition.ts'
import type { ChoiceField, Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'
import { checkValues, type CheckedValues } from '#core/validate.ts'

type Asked = Pick<Action, 'fields' | 'limits'>
type Option = ChoiceField['options'][number]

/** Reads the user's current choices in the same way as the server will. */
export function readForm({ fields, limits = [] }: Asked, given: FieldValues): CheckedValues {
  return checkValues(fields, limits, given)
}

/**
 * Checks whether the form shows a field. It hides fields that follow from others, come from an
 * earlier result, or leave no choice.
 */
export function isFieldVisible(action: Asked, name: string, values: FieldValues): boolean {
  const field = action.fields[name]
  if (
    field === undefined ||
    field.type === 'id' ||
    (field.when !== undefined && !evaluateCondition(field.when, values))
  )
    return false
  return (
    field.type !== 'choice' ||
    (field.options.length > 1 && !follows(action, field) && !isFollowUpField(action, name))
  )
}

/** Checks whether a follow-up of an earlier result sets this field. */
export function isFollowUpField({ fields }: Asked, name: string): boolean {
  return Object.values(fields).some(
    ({ type, required }) =>
      type === 'id' &&
      required !== undefined &&
      required !== true &&
      conditionFields(required).includes(name)
  )
}

/** Returns the options of a choice that no limit forbids. */
export function allowedOptions(
  { fields, limits = [] }: Asked,
  name: string,
  values: FieldValues
): readonly Option[] {
  const field = fields[name]
  if (field?.type !== 'choice') return []
  const set = limits.filter(
    limit =>
      limit.field === name && limit.options !== undefined && evaluateCondition(limit.when, values)
  )
  return field.options.filter(option => set.every(limit => limit.options?.includes(option)))
}

/** Returns a text, number or file field with the bounds that the current limits allow. */
export function narrowField(
  { limits = [] }: Asked,
  name: string,
  field: Field,
  values: FieldValues
): Field {
  if (field.type !== 'text' && field.type !== 'number' && field.type !== 'file') return field
  const set = limits.filter(limit => limit.field === name && evaluateCondition(limit.when, values))
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
export function replaceInvalidChoices(action: Asked, given: FieldValues): FieldValues {
  let settled = given
  for (const [name, field] of Object.entries(action.fields)) {
    if (field.type !== 'choice' || field.max !== undefined || isOpen(action, name, settled))
      continue
    const { [name]: _, ...others } = settled
    settled = others
    const [left] = allowedOptions(action, name, readForm(action, others).values)
    if (left !== undefined && !isOpen(action, name, others)) settled = { ...others, [name]: left }
  }
  return settled
}

/** Returns the texts that the user typed. They stay when something else fills the form. */
export function typedTexts({ fields }: Asked, given: FieldValues): Record<string, Json> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => fields[name]?.type === 'text'))
}

/** Keeps only the values of known fields. */
export function pickKnownFields(
  { fields }: Asked,
  given: Readonly<Record<string, unknown>>
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => name in fields && hasValue(value))
  ) as Record<string, Json>
}

/**
 * Checks that a choice is still allowed. Sizes in pixels are valid although they are not options.
 */
function isOpen(action: Asked, name: string, given: FieldValues): boolean {
  const { values, issues } = readForm(action, given)
  const value = values[name]
  if (!hasValue(value) || allowedOptions(action, name, values).includes(value as Option))
    return true
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
    return field !== undefined && (field.when === undefined || evaluateCondition(field.when, usual))
  }
  const reached = derived
    .filter(({ when }) => conditionFields(when).every(stands))
    .map(({ value }) => value)
  return derived.length > 0 && options.every(option => option === own || reached.includes(option))
}
