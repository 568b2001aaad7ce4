import { hasValue, type FieldValues } from '#core/condition.ts'
import type { Field } from '#core/field.ts'
import { replaceInvalidChoices } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import { readValue } from '#core/read-value.ts'
import type { Action, Service } from '#core/service.ts'

/** The most presets of a user for one service, and of a site for one service. */
export const MOST_PRESETS = 100

/** The longest name of a preset, in characters. */
export const LONGEST_PRESET_NAME = 60

/** The longest text that a preset adds to a prompt, in characters. */
export const LONGEST_STYLE = 1000

/** Separates a prompt from the style after it. */
const BETWEEN = ', '

/** The parts of a preset that fill a form, see `contract/preset.ts`. */
type PresetContent = {
  action: string
  settings: Readonly<Record<string, unknown>> | null
  prompt: string
  style: string
}

/** A form: the verb that is open, and the values that the user has chosen, by verb. */
type FormState = { verb: string; given: Readonly<Record<string, FieldValues>> }

/** A form's verb and values after a preset, and the fields of the preset that could not be kept. */
export type FilledForm = {
  verb: string
  values: Record<string, Json>
  /** Fields that the form no longer has, or whose value it no longer takes. */
  left: string[]
  /** Fields whose value has a successor, or was settled by other fields. */
  replaced: string[]
}

/**
 * Returns the values of a form that a preset saves: all that the user has chosen, without the
 * prompt, files and earlier results.
 */
export function presetSettings({ fields }: Action, given: FieldValues): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => isPresetSetting(name, fields[name]) && hasValue(value)
    )
  ) as Record<string, Json>
}

/**
 * Fills a form with a preset. Files and earlier results stay, and so does the prompt if the preset
 * has none. Settings that the tool no longer takes are left out.
 */
export function applyPreset(
  { actions = {} }: Pick<Service, 'actions'>,
  { action: saved, settings, prompt, style }: PresetContent,
  form: FormState
): FilledForm {
  const known = actions[saved]
  const isOpenable = settings !== null && known !== undefined && known.hidden !== true
  const verb = isOpenable ? saved : form.verb
  const action = actions[verb]
  const given = form.given[verb] ?? {}
  if (action === undefined) return { verb, values: { ...given }, left: [], replaced: [] }
  const read = readSettings(action, isOpenable ? settings : {})
  const base = isOpenable ? withoutSettings(action, given) : given
  const written = newPrompt(action, String(given['prompt'] ?? ''), { prompt, style })
  const wanted: FieldValues = {
    ...base,
    ...read.values,
    ...(written !== '' && { prompt: written })
  }
  const values = replaceInvalidChoices(action, wanted)
  const settled = Object.keys(read.values).filter(name => values[name] !== wanted[name])
  const gone = isOpenable ? [] : Object.keys(settings ?? {})
  return {
    verb,
    values: { ...values },
    left: [...gone, ...read.left, ...settled.filter(name => !(name in values))],
    replaced: [...new Set([...read.replaced, ...settled.filter(name => name in values)])]
  }
}

/** Appends a style to a prompt, unless the prompt has it already. */
export function addStyle(prompt: string, style: string): string {
  const text = prompt.trimEnd()
  if (style === '' || text.toLowerCase().includes(style.toLowerCase())) return prompt
  if (text === '') return style
  return text + (/[,;:]$/.test(text) ? ' ' : BETWEEN) + style
}

function newPrompt(
  { fields }: Action,
  before: string,
  { prompt, style }: Pick<PresetContent, 'prompt' | 'style'>
): string {
  if (fields['prompt']?.type !== 'text') return ''
  return addStyle(prompt || before, style)
}

function readSettings(
  { fields }: Action,
  settings: Readonly<Record<string, unknown>>
): { values: Record<string, Json>; left: string[]; replaced: string[] } {
  const values: Record<string, Json> = {}
  const left: string[] = []
  const replaced: string[] = []
  for (const [name, value] of Object.entries(settings)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const read =
      field !== undefined && isPresetSetting(name, field)
        ? readValue(field, value)
        : { issue: 'unknown' }
    if ('issue' in read) {
      left.push(name)
      continue
    }
    values[name] = read.value
    if (field?.type === 'choice' && field.max === undefined && read.value !== value)
      replaced.push(name)
  }
  return { values, left, replaced }
}

function withoutSettings({ fields }: Action, given: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => !isPresetSetting(name, fields[name]))
  )
}

/** Checks whether presets save a field as a setting. */
export function isPresetSetting(name: string, field: Field | undefined): boolean {
  return field?.type !== 'file' && field?.type !== 'id' && name !== 'prompt'
}
