import type { FieldValues } from '#core/condition.ts'
import { allowedOptions, isFieldVisible } from '#core/form.ts'
import type { Action } from '#core/service.ts'

/** Ratios that are offered for every image. */
const COMMON = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'] as const

/** Ratios to offer, as texts, and the one to begin with; null if the user may crop freely. */
export type CropRatios = { ratios: readonly string[]; chosen: string | null }

/**
 * Reads a ratio such as `16:9`, or a size such as `1024x768`.
 * @returns the width divided by the height; null for anything else, such as `auto`
 */
export function parseRatio(option: unknown): number | null {
  const sides = String(option).split(/[:x]/).map(Number)
  const [width = 0, height = 0] = sides
  return sides.length === 2 && width > 0 && height > 0 && Number.isFinite(width / height)
    ? width / height
    : null
}

/**
 * Lists the ratios for images of a form. The one that the form asks for comes first, then the
 * others of that field, then common ones.
 */
export function listCropRatios(
  action: Pick<Action, 'fields' | 'limits'>,
  values: FieldValues
): CropRatios {
  const names = Object.entries(action.fields).flatMap(([name, field]) =>
    field.type === 'choice' && field.look === 'ratio' && isFieldVisible(action, name, values)
      ? [name]
      : []
  )
  const chosen = names.map(name => values[name]).find(each => parseRatio(each) !== null)
  const options = names.flatMap(name => allowedOptions(action, name, values))
  const byRatio = new Map<number, string>()
  for (const each of [chosen, ...options, ...COMMON]) {
    const ratio = parseRatio(each)
    if (ratio !== null && !byRatio.has(ratio)) byRatio.set(ratio, String(each))
  }
  return {
    ratios: [...byRatio.values()],
    chosen: chosen === undefined ? null : String(chosen)
  }
}
