import { atom } from 'nanostores'
import type { Failure } from '#client/turns.ts'
import { isJsonRecord } from '#client/json.ts'
import type { FieldValues } from '#core/condition.ts'
import { pickKnownFields, readForm, replaceInvalidChoices, typedTexts } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import type { Issue } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { onReset } from '#stores/persisted.ts'

/** The form of a service, with values for each verb and the issues of the open one. */
export type ToolForm = {
  verb: string
  /** The values that the user has chosen, by verb. */
  given: Readonly<Record<string, FieldValues>>
  /**
   * Titles of earlier results by the field that refers to them, their pictures by `field:picture`,
   * and names of files by their address.
   */
  titles: Readonly<Record<string, string>>
  /** `file` is the name of the file that was refused. */
  issues: readonly (Issue & { file?: string })[]
  failure: Failure | null
  /** True while the form is being sent. */
  busy: boolean
  /**
   * Key of the sentence that tells a guest what Generate does. It is set once the guest has used
   * the form.
   */
  line?: string
  /**
   * Lengths and sizes of the open form's files on which the price depends. The names are factors of
   * the price, such as `audio_url:seconds`, see `core/measure.ts`.
   */
  measured?: FieldValues
}

/** The parts of a service that a form needs. */
export type Tool = Pick<Service, 'id' | 'actions'>

/** Null until the page has restored what was saved. */
export const $form = atom<ToolForm | null>(null)

onReset(() => $form.set(null))

/** Returns the verbs that have a form of their own, in the order of their tabs. */
export function verbsOf({ actions = {} }: Tool): string[] {
  return Object.entries(actions)
    .filter(([, action]) => action.hidden !== true)
    .map(([verb]) => verb)
}

/**
 * Creates the form of a first visit.
 * @param given values from the page's address, for the verb to open
 */
export function freshForm(tool: Tool, given: ToolForm['given'] = {}): ToolForm {
  return {
    verb: Object.keys(given)[0] ?? verbsOf(tool)[0] ?? '',
    given,
    titles: {},
    issues: [],
    failure: null,
    busy: false
  }
}

/**
 * Restores the saved form.
 * @param early text that the user typed before this script ran; it replaces saved values
 * @param begun values from the page's address, for the verb to open; they replace saved values, too
 */
export function openForm(
  tool: Tool,
  early: Readonly<Record<string, string>>,
  begun: ToolForm['given'] = {}
): void {
  const fresh = freshForm(tool, begun)
  const kept = parseDraft(tool, readDraft(formDraftKey(tool.id)))
  const verb = Object.keys(begun)[0] ?? kept.verb ?? fresh.verb
  const action = tool.actions?.[verb]
  if (action === undefined) return
  const { [verb]: asked = {} } = begun
  const { [verb]: saved = {} } = kept.given
  const typed = pickKnownFields(action, { ...asked, ...early })
  const over = (values: FieldValues): FieldValues =>
    replaceInvalidChoices(action, { ...values, ...typed })
  const all = over(saved)
  // Saved choices and files go if they hide a field that the address fills.
  const shown = Object.keys(asked).every(name => name in readForm(action, all).values)
  const given = { ...kept.given, [verb]: shown ? all : over(typedTexts(action, saved)) }
  $form.set({ ...fresh, ...kept, verb, given })
}

export function currentForm(tool: Tool): ToolForm {
  return $form.get() ?? freshForm(tool)
}

/** Switches to another verb's form. */
export function switchFormVerb(tool: Tool, verb: string): void {
  changeForm(tool, { verb, issues: [], failure: null })
}

/**
 * Changes a field. `undefined` removes the user's choice. Values that conflict with it change, too.
 * @param verb verb of the field; the open one by default
 */
export function setField(
  tool: Tool,
  name: string,
  value: Json | undefined,
  verb = currentForm(tool).verb
): void {
  const { given, issues } = currentForm(tool)
  const action = tool.actions?.[verb]
  if (action === undefined) return
  const { [name]: _, ...others } = given[verb] ?? {}
  const settled = replaceInvalidChoices(
    action,
    value === undefined ? others : { ...others, [name]: value }
  )
  changeForm(tool, {
    given: { ...given, [verb]: settled },
    issues: issues.filter(issue => issue.field !== name),
    failure: null
  })
}

/** Changes the form and saves the parts that are kept between visits. */
export function changeForm(tool: Tool, changes: Partial<ToolForm>): void {
  const next = { ...currentForm(tool), ...changes }
  $form.set(next)
  const { verb, given, titles } = next
  const empty =
    verb === verbsOf(tool)[0] &&
    Object.values(given).every(values => Object.keys(values).length === 0)
  saveDraft(formDraftKey(tool.id), empty ? '' : JSON.stringify({ verb, given, titles }))
}

/** Returns the key under which the form of a service is saved. */
export function formDraftKey(id: string): string {
  return `tool:${id}`
}

function parseDraft(
  tool: Tool,
  text: string
): Pick<ToolForm, 'given' | 'titles'> & { verb: string | undefined } {
  const { verb, fill, ...saved } = parseSavedForm(text)
  const given: Record<string, FieldValues> = {}
  for (const [each, action] of Object.entries(tool.actions ?? {})) {
    const known = pickKnownFields(action, recordOf(recordOf(saved.given)[each]))
    // Values from another page's result replace earlier choices, but not text that the user typed.
    given[each] =
      each === verb && isJsonRecord(fill)
        ? pickKnownFields(action, { ...typedTexts(action, known), ...fill })
        : known
  }
  const open = verbsOf(tool).find(each => each === verb)
  return { verb: open, given, titles: textsOf(saved.titles) }
}

/**
 * Parses a saved form without checking its values. `fill` holds the values of a result with which to
 * begin.
 */
export function parseSavedForm(
  text: string
): Partial<Record<'verb' | 'given' | 'titles' | 'fill', unknown>> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

function textsOf(value: unknown): Record<string, string> {
  const texts = Object.entries(recordOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string'
  )
  return Object.fromEntries(texts)
}

function recordOf(value: unknown): Record<string, unknown> {
  return isJsonRecord(value) ? value : {}
}
