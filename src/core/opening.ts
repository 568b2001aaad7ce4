import type { FieldValues } from '#core/condition.ts'
import { allowedOptions, readForm, replaceInvalidChoices } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import type { Action, Service } from '#core/service.ts'
import { vendorRefusals, type VendorAction } from '#core/vendor.ts'

/** The choices with which forms open, by verb, where they differ from the defaults of the API. */
export type Openings = Readonly<Record<string, FieldValues>>

/** Most choices that an opening may change. */
const MOST = 3

/**
 * Finds choices with which a form can be sent: those that the action declares, or else its
 * defaults. The vendors of a deployment may support neither.
 * @param vendors the vendors of the action, in their order; null for one that supports everything.
 * Without vendors the sandbox serves the action, and supports everything.
 * @returns empty if the defaults are the choice, or if nothing is supported
 */
export function findOpening(
  action: Action,
  vendors: readonly (VendorAction | null)[]
): FieldValues {
  const { opens = {} } = action
  const some = vendors.flatMap(vendor => vendor ?? [])
  if (some.length < vendors.length || some.length === 0) return opens
  const usual = [opens, {}].find(given =>
    some.some(vendor => refusedFields(action, vendor, given).length === 0)
  )
  if (usual !== undefined) return usual
  for (const vendor of some) {
    const found = search(action, vendor, {}, MOST)
    if (found !== null) return found
  }
  return {}
}

/**
 * Makes the declared openings of a service its defaults, for pages that do not depend on vendors.
 */
export function applyDeclaredOpenings<S extends Pick<Service, 'actions'>>(service: S): S {
  const declared = Object.entries(service.actions ?? {}).flatMap(([verb, { opens }]) =>
    opens === undefined ? [] : [[verb, opens] as const]
  )
  return applyOpenings(service, Object.fromEntries(declared))
}

/**
 * Makes the choices of an opening the defaults of a service. They count as chosen, so that nothing
 * else is derived for them.
 */
export function applyOpenings<S extends Pick<Service, 'actions'>>(
  service: S,
  openings: Openings
): S {
  if (Object.keys(openings).length === 0) return service
  const actions = Object.entries(service.actions ?? {}).map(([verb, action]) => {
    const fields = Object.entries(action.fields).map(([name, field]) => {
      const value = openings[verb]?.[name]
      if (value === undefined) return [name, field]
      const { derived: _, ...rest } = field
      return [name, { ...rest, default: value }]
    })
    return [verb, { ...action, fields: Object.fromEntries(fields) }]
  })
  return { ...service, actions: Object.fromEntries(actions) }
}

function refusedFields(action: Action, vendor: VendorAction, given: FieldValues): string[] {
  return vendorRefusals(action, vendor, readForm(action, given).values).map(({ field }) => field)
}

function search(
  action: Action,
  vendor: VendorAction,
  given: FieldValues,
  left: number
): FieldValues | null {
  const refused = refusedFields(action, vendor, given)
  if (refused.length === 0) return given
  if (left === 0) return null
  for (const name of refused)
    for (const option of optionsOf(action, name, given)) {
      const next = replaceInvalidChoices(action, { ...given, [name]: option })
      const found = next[name] === option ? search(action, vendor, next, left - 1) : null
      if (found !== null) return found
    }
  return null
}

/** Returns what a field can be set to, besides its present value. */
function optionsOf(action: Action, name: string, given: FieldValues): readonly Json[] {
  const { values } = readForm(action, given)
  const all =
    action.fields[name]?.type === 'switch' ? [true, false] : allowedOptions(action, name, values)
  return all.filter(option => option !== values[name])
}
