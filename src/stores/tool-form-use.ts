import type { Values } from '#core/condition.ts'
import { knownIn, readForm, settleForm, writtenIn } from '#core/form.ts'
import type { Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { change, currentForm, keyOf, parseKept, titlesOf, type Tool } from '#stores/tool-form.ts'

/**
 * Fills a form with the values of a result. Text that the user typed stays, except in fields for
 * which there is such a value.
 */
export function fillForm(tool: Tool, verb: string, values: Values, title = ''): void {
  const action = tool.actions?.[verb]
  if (action === undefined) return
  const { given } = currentForm(tool)
  const filled = settleForm(
    action,
    knownIn(action, { ...writtenIn(action, given[verb] ?? {}), ...values })
  )
  change(tool, {
    verb,
    given: { ...given, [verb]: filled },
    titles: titlesOf(action, filled, title),
    issues: [],
    failure: null
  })
}

/**
 * Remembers the name of a file in the form, and forgets names of files that are no longer in it.
 */
export function nameFile(tool: Tool, address: string, name: string): void {
  const { given, titles } = currentForm(tool)
  const there = JSON.stringify(given)
  const known = Object.entries({ ...titles, [address]: name }).filter(
    ([of]) => !of.includes('/') || there.includes(of)
  )
  change(tool, { titles: Object.fromEntries(known) })
}

/** Saves values that another service's form will begin with. Its earlier values stay. */
export function fillLater(id: string, verb: string, fill: Values, title = ''): void {
  saveDraft(keyOf(id), JSON.stringify({ ...parseKept(readDraft(keyOf(id))), verb, fill, title }))
}

/**
 * Checks the open form.
 * @returns the values to send and the issues, in the order of the fields; null if there is no form
 */
export function checkForm(
  tool: Tool
): { action: Action; verb: string; values: Values; issues: readonly Issue[] } | null {
  const { verb, given } = currentForm(tool)
  const action = tool.actions?.[verb]
  if (action === undefined) return null
  const { values, issues } = readForm(action, given[verb] ?? {})
  return { action, verb, values, issues }
}
