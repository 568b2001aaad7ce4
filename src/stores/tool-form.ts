import { atom } from 'nanostores'
import type { Failure } from '#client/turns.ts'
import { isRecord } from '#client/json.ts'
import type { Values } from '#core/condition.ts'
import { knownIn, settleForm, writtenIn } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import type { Issue } from '#core/problem.ts'
import type { Action, Service } from '#core/service.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { onReset } from '#stores/persisted.ts'

/** The form of a service: one for each of its verbs, and what is wrong with the open one. */
export type ToolForm = {
  verb: string
  /** By verb, only what somebody has chosen. */
  given: Readonly<Record<string, Values>>
  /** What earlier results are called, by the field that names them; what files were called, by their address. */
  titles: Readonly<Record<string, string>>
  /** `file`: what the one was called that was refused. */
  issues: readonly (Issue & { file?: string })[]
  failure: Failure | null
  /** Is it being handed over? */
  busy: boolean
}

/** What of a service a form is made of. */
export type Tool = Pick<Service, 'id' | 'actions'>

/** Null until the page has taken over what was kept. */
export const $form = atom<ToolForm | null>(null)

onReset(() => $form.set(null))

/** Verbs that have a form of their own, in the order of their tabs. */
export function verbsOf({ actions = {} }: Tool): string[] {
  return Object.entries(actions)
    .filter(([, action]) => action.hidden !== true)
    .map(([verb]) => verb)
}

/** The form as a page without a past shows it. */
export function freshForm(tool: Tool): ToolForm {
  return { verb: verbsOf(tool)[0] ?? '', given: {}, titles: {}, issues: [], failure: null, busy: false }
}

/** Takes over what was typed the last time, and what was typed before this ran. */
export function openForm(tool: Tool, early: Readonly<Record<string, string>>): void {
  const fresh = freshForm(tool)
  const kept = parseDraft(tool, readDraft(keyOf(tool.id)))
  const verb = kept.verb ?? fresh.verb
  const action = tool.actions?.[verb]
  const typed = action === undefined ? {} : knownIn(action, early)
  $form.set({ ...fresh, ...kept, verb, given: { ...kept.given, [verb]: { ...kept.given[verb], ...typed } } })
}

export function currentForm(tool: Tool): ToolForm {
  return $form.get() ?? freshForm(tool)
}

/** Looks at another verb's form. */
export function openVerb(tool: Tool, verb: string): void {
  change(tool, { verb, issues: [], failure: null })
}

/** Somebody has changed a field; undefined takes their choice back. What cannot be with it changes too. @param verb the open one's field when not given */
export function setField(tool: Tool, name: string, value: Json | undefined, verb = currentForm(tool).verb): void {
  const { given, issues } = currentForm(tool)
  const action = tool.actions?.[verb]
  if (action === undefined) return
  const { [name]: _, ...others } = given[verb] ?? {}
  const settled = settleForm(action, value === undefined ? others : { ...others, [name]: value })
  change(tool, { given: { ...given, [verb]: settled }, issues: issues.filter(issue => issue.field !== name), failure: null })
}

/** @param changes what of it is kept between visits is kept */
export function change(tool: Tool, changes: Partial<ToolForm>): void {
  const next = { ...currentForm(tool), ...changes }
  $form.set(next)
  const { verb, given, titles } = next
  const empty = verb === freshForm(tool).verb && Object.values(given).every(values => Object.keys(values).length === 0)
  saveDraft(keyOf(tool.id), empty ? '' : JSON.stringify({ verb, given, titles }))
}

/** What an earlier result is called, for each field that names it. */
export function titlesOf({ fields }: Action, values: Values, title: string): Record<string, string> {
  const ids = Object.keys(fields).filter(name => fields[name]?.type === 'id' && name in values)
  return Object.fromEntries(ids.map(name => [name, title]))
}

/** Under which name the form of a service is kept. */
export function keyOf(id: string): string {
  return `tool:${id}`
}

function parseDraft(tool: Tool, text: string): Partial<Pick<ToolForm, 'verb'>> & Pick<ToolForm, 'given' | 'titles'> {
  const { verb, fill, ...saved } = parseKept(text)
  const given: Record<string, Values> = {}
  for (const [each, action] of Object.entries(tool.actions ?? {})) {
    const known = knownIn(action, recordOf(recordOf(saved.given)[each]))
    // What belongs to another page's result takes the place of what was chosen before, but for what was written by hand.
    const values = each === verb && isRecord(fill) ? knownIn(action, { ...writtenIn(action, known), ...fill }) : known
    if (Object.keys(values).length > 0) given[each] = values
  }
  const open = typeof verb === 'string' && verbsOf(tool).includes(verb) ? verb : undefined
  return { given, titles: readTitles(tool.actions?.[open ?? ''], given[open ?? ''], saved), ...(open !== undefined && { verb: open }) }
}

/** What is kept of a form, whatever it is. `fill` is what it shall begin with, `title` what the result is called that this is of. */
export function parseKept(text: string): Partial<Record<'verb' | 'given' | 'titles' | 'fill' | 'title', unknown>> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function readTitles(
  action: Action | undefined,
  given: Values = {},
  { titles, title }: ReturnType<typeof parseKept>
): Record<string, string> {
  const known = Object.entries(recordOf(titles)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { ...Object.fromEntries(known), ...(action !== undefined && typeof title === 'string' && titlesOf(action, given, title)) }
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
