import type { ChoiceField, Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action, Service } from '#core/service.ts'

/**
 * Models that operators retired, by name: the model that takes their place, and the day from which
 * it does.
 */
export type RetiredModels = NonNullable<ChoiceField['retired']>

/**
 * Leaves out models that will be replaced only later.
 * @param today the day in UTC, such as `2026-11-29`
 */
export function replacedModels(retired: RetiredModels, today: string): RetiredModels {
  return Object.fromEntries(Object.entries(retired).filter(([, { until }]) => !(until > today)))
}

/** The fields of actions in which users choose a model. */
export const MODEL_CHOICES: readonly string[] = ['model', 'version']

type Tool = Pick<Service, 'actions'>

/** Returns the choices of models in the actions of a service. */
export function modelChoices({ actions = {} }: Tool): ChoiceField[] {
  return Object.values(actions).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (isModelChoice(name, field) ? [field] : []))
  )
}

/**
 * Takes models out of a service. Its forms no longer offer them, and a call that names one gets
 * its successor, as for models that the catalogue retired.
 */
export function retireModels<S extends Tool>(service: S, retired: RetiredModels): S {
  if (Object.keys(retired).length === 0) return service
  const actions = Object.entries(service.actions ?? {}).map(([verb, action]) => [
    verb,
    withoutModels(action, retired)
  ])
  return { ...service, actions: Object.fromEntries(actions) }
}

function withoutModels(action: Action, retired: RetiredModels): Action {
  const { opens = {} } = action
  const fields = Object.entries(action.fields).map(([name, field]) => [
    name,
    isModelChoice(name, field) ? livingChoice(field, retired) : field
  ])
  const opened = Object.entries(opens).map(([name, value]) => {
    const field = action.fields[name]
    return [name, isModelChoice(name, field) ? livingModel(value, field, retired) : value]
  })
  return {
    ...action,
    fields: Object.fromEntries(fields),
    ...(action.opens !== undefined && { opens: Object.fromEntries(opened) })
  }
}

type Choice = ChoiceField & Pick<Field, 'derived'>

/** Tells whether users choose a model in a field. */
export function isModelChoice(
  name: string,
  field: Field | undefined
): field is Field & ChoiceField {
  return field?.type === 'choice' && MODEL_CHOICES.includes(name)
}

/** Returns the model that takes the place of another one, if the field still offers it. */
function livingModel(name: Json, { options }: ChoiceField, retired: RetiredModels): Json {
  const last = lastModel(name, retired)
  return options.includes(last as string) ? last : name
}

function livingChoice(field: Choice, retired: RetiredModels): Choice {
  const { options, default: usual, derived, retired: ended = {} } = field
  const living = (name: Json): Json => livingModel(name, field, retired)
  const gone = options.filter(option => living(option) !== option).map(String)
  const all = { ...ended, ...Object.fromEntries(gone.map(name => [name, retired[name]])) }
  const followed = Object.entries(all).map(([name, each]) => [
    name,
    { until: each?.until, becomes: living(each?.becomes ?? '') }
  ])
  return {
    ...field,
    options: options.filter(option => living(option) === option),
    ...(usual !== undefined && { default: living(usual) as string }),
    ...(derived && { derived: derived.map(each => ({ ...each, value: living(each.value) })) }),
    retired: Object.fromEntries(followed)
  }
}

/** Follows successors that were retired themselves, never twice. */
function lastModel(name: Json, retired: RetiredModels): Json {
  let last = name
  for (let left = Object.keys(retired).length; left > 0; left--) {
    if (typeof last !== 'string' || !Object.hasOwn(retired, last)) return last
    last = retired[last]?.becomes ?? last
  }
  return last
}
