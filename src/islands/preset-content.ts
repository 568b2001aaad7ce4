import type { ChangePreset, NewPreset, Preset } from '#contract/preset.ts'
import { applyPreset, presetSettings } from '#core/preset.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { $fillNote, fillUndoably } from '#stores/form-fill.ts'
import { currentForm, verbsOf } from '#stores/tool-form.ts'
import type { PresetWish } from '#ui/presets/PresetForm.tsx'
import { textOrEmpty } from '#ui/tool/words.ts'

/** The parts of a preset besides its service. */
type Content = Pick<NewPreset, 'action' | 'name' | 'settings' | 'prompt' | 'style'>

/** Checks whether the open form has a prompt. */
export function hasOpenPrompt(service: Service): boolean {
  return service.actions?.[currentForm(service).verb]?.fields['prompt']?.type === 'text'
}

/** Returns what a new preset holds: the parts of the open form that the user wants to save. */
export function presetContent(
  service: Service,
  { name, style, withSettings, withPrompt }: PresetWish
): Content {
  const { verb, given } = currentForm(service)
  const action = service.actions?.[verb]
  const values = given[verb] ?? {}
  return {
    action: verb,
    name,
    style,
    settings: withSettings && action !== undefined ? presetSettings(action, values) : null,
    prompt: withPrompt ? String(values['prompt'] ?? '') : ''
  }
}

/** Returns what changes in a preset. Settings and prompt stay unless the user replaces them. */
export function presetChanges(service: Service, preset: Preset, wish: PresetWish): ChangePreset {
  const { name, style, ...content } = presetContent(service, wish)
  return {
    name,
    ...(style.trim() !== preset.style && { style }),
    ...(wish.withSettings && content)
  }
}

/** Fills the form with a preset, and tells the user what could not be kept. */
export function choosePreset(service: Service, preset: Preset, t: Translate): void {
  const { verb, values, left, replaced } = applyPreset(service, preset, currentForm(service))
  const undo = fillUndoably(service, verb, values)
  const labels = (names: readonly string[]): string =>
    names.map(name => textOrEmpty(t, `${service.id}.field.${name}`) || name).join(', ')
  const details = [
    ...(left.length > 0 ? [t('preset.left', { names: labels(left) })] : []),
    ...(replaced.length > 0 ? [t('preset.replaced', { names: labels(replaced) })] : [])
  ]
  $fillNote.set({ text: t('preset.applied', { name: preset.name }), details, undo })
}

/** Returns a line about a preset: the form that it fills, if there are several, and its texts. */
export function presetDetail(service: Service, preset: Preset, t: Translate): string {
  const { action, settings, style, prompt } = preset
  const isOneOfMany = settings !== null && verbsOf(service).length > 1
  const verb = isOneOfMany ? textOrEmpty(t, `${service.id}.action.${action}`) : ''
  return [verb, style, prompt].filter(each => each !== '').join(' · ')
}
