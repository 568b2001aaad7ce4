import { isFieldVisible, readForm } from '#core/form.ts'
import type { Action } from '#core/service.ts'

/** Kinds of results that another tool may start from. */
export const SENDABLE_KINDS = ['image', 'video', 'audio'] as const
export type SendableKind = (typeof SENDABLE_KINDS)[number]

/** Finds the field that takes a file of this kind in a form that has just opened; null for none. */
export function findFileField(action: Action, kind: SendableKind): string | null {
  const { values } = readForm(action, action.opens ?? {})
  const kinds: readonly string[] = kind === 'image' ? [kind] : [kind, 'media']
  const found = Object.entries(action.fields).find(
    ([name, field]) =>
      field.type === 'file' &&
      field.masks === undefined &&
      kinds.includes(field.accept) &&
      isFieldVisible(action, name, values)
  )
  return found?.[0] ?? null
}
