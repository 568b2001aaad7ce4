import type { FieldValues } from '#core/condition.ts'
import { pickKnownFields, readForm, replaceInvalidChoices, typedTexts } from '#core/form.ts'
import type { Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import {
  changeForm,
  currentForm,
  formDraftKey,
  parseSavedForm,
  type Tool
} from '#stores/tool-form.ts'

/** How a form shows the result whose values fill it: a title, and the address of its picture. */
export type FilledFrom = { title: string; picture: string }

const NOTHING: FilledFrom = { title: '', picture: '' }

/**
 * Fills a form with the values of a result. Text that the user typed stays, except in fields for
 * which there is such a value.
 */
export function fillForm(tool: Tool, verb: string, values: FieldValues, from = NOTHING): void {
  const action = tool.actions?.[verb]
  if (action === undefined) return
  const { given } = currentForm(tool)
  const filled = replaceInvalidChoices(
    action,
    pickKnownFields(action, { ...typedTexts(action, given[verb] ?? {}), ...values })
  )
  changeForm(tool, {
    verb,
    given: { ...given, [verb]: filled },
    titles: titlesOf(values, from),
    issues: [],
    failure: null
  })
}

/**
 * Remembers the name of a file in the form, and forgets names of files that are no longer in it.
 */
export function rememberFileName(tool: Tool, address: string, name: string): void {
  const { given, titles } = currentForm(tool)
  const there = JSON.stringify(given)
  const known = Object.entries({ ...titles, [address]: name }).filter(
    ([of]) => !of.includes('/') || there.includes(of)
  )
  changeForm(tool, { titles: Object.fromEntries(known) })
}

/** Saves values that another service's form will begin with. Its earlier values stay. */
export function prefillToolForm(id: string, verb: string, fill: FieldValues, from = NOTHING): void {
  const titles = titlesOf(fill, from)
  saveDraft(
    formDraftKey(id),
    JSON.stringify({ ...parseSavedForm(readDraft(formDraftKey(id))), verb, fill, titles })
  )
}

/** Names the result for every filled field, since another tool's fields are not known here. */
function titlesOf(values: FieldValues, { title, picture }: FilledFrom): Record<string, string> {
  return Object.fromEntries(
    Object.keys(values).flatMap(name => [
      [name, title],
      [`${name}:picture`, picture]
    ])
  )
}

/**
 * Checks the open form.
 * @param changes values that replace those of the form
 * @returns the values to send and the issues, in the order of the fields; null if there is no form
 */
export function checkForm(
  tool: Tool,
  changes: FieldValues = {}
): { action: Action; verb: string; values: FieldValues; issues: readonly Issue[] } | null {
  const { verb, given } = currentForm(tool)
  const action = tool.actions?.[verb]
  if (action === undefined) return null
  const { values, issues } = readForm(action, { ...given[verb], ...changes })
  return { action, verb, values, issues }
}
