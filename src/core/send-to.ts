import { conditionFields, type FieldValues } from '#core/condition.ts'
import { allowedOptions, isFieldVisible, readForm, replaceInvalidChoices } from '#core/form.ts'
import { isMaskName } from '#core/mask-name.ts'
import type { Action } from '#core/service.ts'

/** Kinds of results that another tool may start from. */
export const SENDABLE_KINDS = ['image', 'video', 'audio'] as const
export type SendableKind = (typeof SENDABLE_KINDS)[number]

/**
 * Finds the first field of a form that can start from a file of this kind; undefined for none.
 * Masks are left out, since they belong to another image.
 */
export function findFileField(
  action: Action | undefined,
  kind: SendableKind,
  file: string
): string | undefined {
  if (action === undefined) return undefined
  const kinds: readonly string[] = kind === 'image' ? [kind] : [kind, 'media']
  const found = Object.entries(action.fields).find(
    ([name, field]) =>
      field.type === 'file' &&
      field.masks === undefined &&
      !isMaskName(name) &&
      kinds.includes(field.accept) &&
      placeFile(action, name, file) !== null
  )
  return found?.[0]
}

/**
 * Puts the address of a file into a field. Choices that rule it out change, as when a user picks the
 * file. If the form does not show the field then, it gets the first choice with which it does.
 * @param given the other values of the form
 * @returns all given values; null if the form cannot show the field
 */
export function placeFile(
  action: Action,
  name: string,
  file: string,
  given: FieldValues = {}
): FieldValues | null {
  const field = action.fields[name]
  if (field?.type !== 'file') return null
  const filled = { ...given, [name]: field.max > 1 || field.list === true ? [file] : file }
  const ways = [filled, ...choicesBefore(action, name, filled)]
  const settled = ways.map(way => replaceInvalidChoices(action, way))
  return settled.find(way => isFieldVisible(action, name, readForm(action, way).values)) ?? null
}

/** Lists the given values with each option of the form's choices on which a field depends. */
function choicesBefore(action: Action, name: string, given: FieldValues): FieldValues[] {
  const { values } = readForm(action, given)
  const { when } = action.fields[name] ?? {}
  return (when === undefined ? [] : conditionFields(when))
    .filter(each => isFieldVisible(action, each, values))
    .flatMap(each =>
      allowedOptions(action, each, values).map(option => ({ ...given, [each]: option }))
    )
}
