import type { NewPreset } from '#contract/preset.ts'
import type { Json } from '#core/json.ts'
import { isPresetSetting } from '#core/preset.ts'
import { Problem, type Issue } from '#core/problem.ts'
import { readValue } from '#core/read-value.ts'
import type { Action } from '#core/service.ts'
import { findServiceByName } from '#servers/lib/own-services.ts'
import type { PlatformContext } from '#servers/platform/context.ts'

/** The parts of a preset that depend on the declaration of its service. */
type Content = Pick<NewPreset, 'service' | 'action' | 'settings' | 'prompt' | 'style'>

/**
 * Checks a preset against the fields that its service declares, and reads its values as calls of
 * the service do. Limits between fields are not checked, because a form settles them when it takes
 * the values.
 * @throws Problem `bad_request` naming each field that is wrong, such as `settings.seed`
 */
export async function readPresetContent(
  context: PlatformContext,
  { service, action: verb, settings, prompt, style }: Content
): Promise<Pick<Content, 'settings' | 'prompt' | 'style'>> {
  const { actions = {} } = (await findServiceByName(context, service)) ?? {}
  const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined
  if (action === undefined)
    throw refusedPreset([{ field: 'service', code: 'unknown' }], 'no such tool or action')
  if (settings === null && prompt.trim() === '' && style === '')
    throw refusedPreset([{ field: 'settings', code: 'required' }], 'the preset holds nothing')
  const { values, issues } = readSettings(action, settings ?? {})
  const wrong = [...issues, ...promptIssues(action, { prompt, style })]
  if (wrong.length > 0) throw refusedPreset(wrong)
  return { settings: settings === null ? null : values, prompt: prompt.toWellFormed(), style }
}

/** Builds the problem of a preset that cannot be saved. */
export function refusedPreset(issues: readonly Issue[], detail = ''): Problem {
  const named = issues.map(({ field, code }) => `${field}: ${code}`).join(', ')
  return new Problem('bad_request', { detail: detail || named, issues })
}

function readSettings(
  { fields }: Action,
  settings: Readonly<Record<string, unknown>>
): { values: Record<string, Json>; issues: Issue[] } {
  const values: Record<string, Json> = {}
  const issues: Issue[] = []
  for (const [name, given] of Object.entries(settings)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const read =
      field === undefined
        ? { issue: 'unknown' }
        : isPresetSetting(name, field)
          ? readValue(field, given)
          : { issue: 'not_allowed' }
    if ('issue' in read) issues.push({ field: `settings.${name}`, code: read.issue })
    else values[name] = read.value
  }
  return { values, issues }
}

function promptIssues(
  { fields }: Action,
  { prompt, style }: Pick<Content, 'prompt' | 'style'>
): Issue[] {
  const field = fields['prompt']
  return Object.entries({ prompt, style }).flatMap(([name, text]) => {
    if (text === '') return []
    const read = field?.type === 'text' ? readValue(field, text) : { issue: 'not_allowed' }
    return 'issue' in read ? [{ field: name, code: read.issue }] : []
  })
}
