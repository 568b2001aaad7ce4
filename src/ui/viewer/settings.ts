import type { Field } from '#core/field.ts'
import { runPrompt } from '#core/output.ts'
import type { Action } from '#core/service.ts'
import { normalizeFieldNames } from '#core/field-names.ts'
import type { Translate } from '#i18n/translate.ts'
import { textOrEmpty, optionName } from '#ui/tool/words.ts'

/** A setting of a run, as users read it. */
export type ShownSetting = { name: string; value: string }

type Words = {
  /** The service's id, which is the prefix of its strings. */
  id: string
  locale: string
  t: Translate
}

/**
 * Lists the settings of a run in the order of its form. It leaves out the prompt, the model, the
 * files and the earlier results, which the viewer shows elsewhere.
 */
export function listRunSettings(
  { fields }: Pick<Action, 'fields'>,
  request: Readonly<Record<string, unknown>>,
  words: Words
): ShownSetting[] {
  const given = normalizeFieldNames(fields, request)
  const prompt = runPrompt(request)
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = valueText(name, field, given[name], words)
    return name === 'model' || value === null || (field.type === 'text' && value === prompt)
      ? []
      : [{ name: textOrEmpty(words.t, `${words.id}.field.${name}`) || name, value }]
  })
}

/**
 * Returns the value of a setting as text. Returns null if no value was given, and for fields that
 * are no settings.
 */
function valueText(
  name: string,
  field: Field,
  value: unknown,
  { id, locale, t }: Words
): string | null {
  switch (field.type) {
    case 'choice': {
      const chosen = [value].flat().filter(isOption)
      if (field.options.length < 2 || chosen.length === 0) return null
      return new Intl.ListFormat(locale, { style: 'short', type: 'unit' }).format(
        chosen.map(option => optionName(t, id, name, option))
      )
    }
    case 'number':
      // A seed is copied, so its digits are not grouped.
      return typeof value === 'number'
        ? new Intl.NumberFormat(locale, { useGrouping: false }).format(value)
        : null
    case 'text':
      return typeof value === 'string' && value !== '' ? value : null
    case 'switch':
      return value === true ? '✓' : null
    case 'file':
    case 'id':
      return null
  }
}

function isOption(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
