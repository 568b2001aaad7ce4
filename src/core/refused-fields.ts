import type { Field } from '#core/field.ts'
import type { Action, Service } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'

/** The optional fields that no vendor of a deployment supports, by verb. */
export type RefusedFields = Readonly<Record<string, readonly string[]>>

/**
 * Finds the optional fields of an action that all its vendors refuse, such as a mask.
 * @param vendors the vendors of the action; null for one that supports everything. Without vendors
 * the sandbox serves the action, and supports everything.
 */
export function findRefusedFields(
  action: Action,
  vendors: readonly (Pick<VendorAction, 'fields'> | null)[]
): string[] {
  if (vendors.length === 0) return []
  const refused = Object.entries(action.fields).flatMap(([name, field]) =>
    isOptional(field) && vendors.every(vendor => vendor !== null && !vendor.fields.includes(name))
      ? [name]
      : []
  )
  return unrelatedFields(action, refused)
}

/** Removes fields from a service, for pages whose forms must not offer them. */
export function dropFields(service: Service, refused: RefusedFields): Service {
  const actions = Object.entries(service.actions ?? {}).map(([verb, action]) => {
    const names = refused[verb] ?? []
    const fields = Object.entries(action.fields).filter(([name]) => !names.includes(name))
    return [verb, names.length === 0 ? action : { ...action, fields: Object.fromEntries(fields) }]
  })
  return { ...service, actions: Object.fromEntries(actions) }
}

/** Tells whether a run without the field is the same as one in which it was left empty. */
function isOptional(field: Field): boolean {
  return (
    field.type !== 'id' &&
    field.required === undefined &&
    field.derived === undefined &&
    !('default' in field)
  )
}

/**
 * Returns those of the given fields to which nothing else of an action refers. An action is plain
 * data, so that its text contains every name to which it refers.
 */
function unrelatedFields({ fields, ...rest }: Action, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const others = Object.entries(fields).flatMap(([name, field]) =>
    names.includes(name) ? [] : [field]
  )
  const text = JSON.stringify([others, rest])
  const left = names.filter(name => !text.includes(JSON.stringify(name)))
  return left.length === names.length ? left : unrelatedFields({ fields, ...rest }, left)
}
