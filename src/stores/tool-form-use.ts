import type { Values } from '#core/condition.ts'
import { knownIn, readForm, settleForm, writtenIn } from '#core/form.ts'
import type { Issue } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { change, currentForm, keyOf, parseKept, titlesOf, type Tool } from '#stores/tool-form.ts'

/** Fills a form with what belongs to a result. What was written by hand stays where nothing takes its place. */
export function fillForm(tool: Tool, verb: string, values: Values, title = ''): void {
  const action = tool.actions?.[verb]
  if (action === undefined) return
  const { given } = currentForm(tool)
  const filled = settleForm(action, knownIn(action, { ...writtenIn(action, given[verb] ?? {}), ...values }))
  change(tool, { verb, given: { ...given, [verb]: filled }, titles: titlesOf(action, filled, title), issues: [], failure: null })
}

/** Remembers what a file in the form was called; with the next one, those that are no longer in it are forgotten. */
export function nameFile(tool: Tool, address: string, name: string): void {
  const { given, titles } = currentForm(tool)
  const there = JSON.stringify(given)
  const known = Object.entries({ ...titles, [address]: name }).filter(([of]) => !of.includes('/') || there.includes(of))
  change(tool, { titles: Object.fromEntries(known) })
}

/** Keeps for another service what its form shall begin with, beside what was chosen there before. */
export function fillLater(id: string, verb: string, fill: Values, title = ''): void {
  saveDraft(keyOf(id), JSON.stringify({ ...parseKept(readDraft(keyOf(id))), verb, fill, title }))
}

/** What is wrong with the open form, in the order of its fields, and what would be sent. */
export function checkForm(tool: Tool): { action: Action; verb: string; values: Values; issues: readonly Issue[] } | null {
  const { verb, given } = currentForm(tool)
  const action = tool.actions?.[verb]
  if (action === undefined) return null
  const { values, issues } = readForm(action, given[verb] ?? {})
  return { action, verb, values, issues }
}
