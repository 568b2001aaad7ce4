import { atom } from 'nanostores'
import type { FieldValues } from '#core/condition.ts'
import { onReset } from '#stores/persisted.ts'
import { changeForm, currentForm, type Tool } from '#stores/tool-form.ts'

/** Tells the user with what the form was filled. */
export type FillNote = { text: string; details: readonly string[]; undo(): void }

/** The note about the last filling; null for none, or once it is dismissed. */
export const $fillNote = atom<FillNote | null>(null)

onReset(() => $fillNote.set(null))

/**
 * Fills a form and opens it.
 * @returns a function that undoes it, except in fields that the user has changed since
 */
export function fillUndoably(tool: Tool, verb: string, values: FieldValues): () => void {
  const { verb: opened, given } = currentForm(tool)
  const before = given[verb] ?? {}
  changeForm(tool, { verb, given: { ...given, [verb]: values }, issues: [], failure: null })
  return () => {
    const form = currentForm(tool)
    const restored = { ...form.given[verb] }
    for (const name of Object.keys({ ...before, ...values })) {
      if (JSON.stringify(restored[name]) !== JSON.stringify(values[name])) continue
      const value = before[name]
      if (value === undefined) delete restored[name]
      else restored[name] = value
    }
    const verbNow = form.verb === verb ? opened : form.verb
    changeForm(tool, { verb: verbNow, given: { ...form.given, [verb]: restored }, issues: [] })
  }
}
