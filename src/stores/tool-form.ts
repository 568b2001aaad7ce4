import { atom } from 'nanostores'
import type { Failure } from '#client/turns.ts'
import { isRecord, textAt } from '#client/json.ts'
import type { Values } from '#core/condition.ts'
import { knownIn, settleForm } from '#core/form.ts'
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
  /** What earlier results are called, by the field that names them. */
  titles: Readonly<Record<string, string>>
  issues: readonly Issue[]
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

/** Somebody has changed a field; undefined takes their choice back. What cannot be with it changes too. */
export function setField(tool: Tool, name: string, value: Json | undefined): void {
  const { verb, given, issues } = currentForm(tool)
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
  const saved = text === '' ? null : tryParse(text)
  if (!isRecord(saved) || !isRecord(saved['given'])) return { given: {}, titles: {} }
  const given = Object.fromEntries(
    Object.entries(saved['given']).flatMap(([verb, values]) => {
      const action = tool.actions?.[verb]
      return action !== undefined && isRecord(values) ? [[verb, knownIn(action, values)]] : []
    })
  )
  const { verb, titles } = saved
  const known = typeof verb === 'string' && verbsOf(tool).includes(verb)
  return { given, titles: readTitles(tool, given, titles, textAt(saved, 'title')), ...(known && { verb }) }
}

/** @param title what another page's result is called that the form begins with */
function readTitles(tool: Tool, given: ToolForm['given'], titles: unknown, title: string): Record<string, string> {
  if (!isRecord(titles)) {
    return Object.assign(
      {},
      ...Object.entries(tool.actions ?? {}).map(([verb, action]) => titlesOf(action, given[verb] ?? {}, title))
    ) as Record<string, string>
  }
  return Object.fromEntries(Object.entries(titles).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
