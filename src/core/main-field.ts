import type { Action } from '#core/service.ts'

/** Returns a form's main field: its first text, else its first file. Empty if it has neither. */
export function mainField(action: Pick<Action, 'fields'> | undefined): string {
  const [name = ''] =
    Object.entries(action?.fields ?? {}).find(
      ([, { type }]) => type === 'text' || type === 'file'
    ) ?? []
  return name
}
