import { evaluateCondition, hasValue, type Condition, type FieldValues } from '#core/condition.ts'
import type { ChoiceField, Field, FieldLimit } from '#core/field.ts'
import { isModelChoice } from '#core/retire-models.ts'
import type { Action, Service } from '#core/service.ts'

/** The field of an action that says what is done, such as `text2video` or `edit`. */
const KIND_OF_WORK = 'action'

/** A field of an action in which users choose a model. */
type Place = { action: Action; name: string; field: ChoiceField }

/**
 * Lists the models that can take the place of another one: wherever it is offered, they are, and
 * they take the same files and earlier results, and the defaults of other fields.
 */
export function modelSuccessors(
  { actions = {} }: Pick<Service, 'actions'>,
  model: string
): string[] {
  const places = Object.values(actions).flatMap(action =>
    Object.entries(action.fields).flatMap(([name, field]): Place[] =>
      isModelChoice(name, field) && field.options.includes(model) ? [{ action, name, field }] : []
    )
  )
  const options = places[0]?.field.options.map(String) ?? []
  return options.filter(
    option => option !== model && places.every(place => canReplace(place, model, option))
  )
}

function canReplace({ action, name, field }: Place, model: string, successor: string): boolean {
  const { fields, limits = [] } = action
  const allowed = [
    field.options,
    ...limits.flatMap(limit => (limit.field === name ? [limit.options ?? []] : []))
  ]
  return (
    allowed.every(options => !options.includes(model) || options.includes(successor)) &&
    Object.values(fields).every(each => isKept(each, name, model, successor)) &&
    limits.every(
      limit =>
        !narrows(limit.when, name, successor, model) ||
        isHarmless(limit, fields[limit.field], { [name]: successor })
    )
  )
}

/**
 * Tells whether a limit leaves the usual value of its field. Any limit of files or of the kind of
 * work refuses requests.
 * @param values the model
 */
function isHarmless(
  { field: name, options, max }: FieldLimit,
  field: Field | undefined,
  values: FieldValues
): boolean {
  if (name === KIND_OF_WORK || field?.type === 'file') return false
  const derived = field?.derived?.find(({ when }) => evaluateCondition(when, values))
  const usual = derived?.value ?? (field !== undefined && 'default' in field && field.default)
  if (!hasValue(usual)) return true
  const isOver = typeof usual === 'number' && max !== undefined && usual > max
  return !isOver && (options?.some(option => option === usual) ?? true)
}

/** Tells whether a field still applies, and is not newly required. A text can always be written. */
function isKept(
  { type, when, required }: Field,
  name: string,
  model: string,
  successor: string
): boolean {
  if (type !== 'file' && type !== 'id') return true
  const isDropped = when !== undefined && narrows(when, name, model, successor)
  const isForced = typeof required === 'object' && narrows(required, name, successor, model)
  return !isDropped && !isForced
}

/** Tells whether a condition that holds with one value of a field may fail with another one. */
function narrows(condition: Condition, field: string, from: string, to: string): boolean {
  const each = (part: Condition): boolean => narrows(part, field, from, to)
  if ('all' in condition) return condition.all.some(each)
  if ('any' in condition) return condition.any.some(each)
  if ('not' in condition) return narrows(condition.not, field, to, from)
  const holds = (value: string): boolean => evaluateCondition(condition, { [field]: value })
  return condition.field === field && holds(from) && !holds(to)
}
