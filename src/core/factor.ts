import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import { countCharacters } from '#core/read-value.ts'

/** The units in which a price can measure a field. */
export type MeasureUnit = 'characters' | 'seconds' | 'megapixels'

/**
 * Returns the value of one factor of a price; undefined while its text or file is missing. Measures
 * of files are among the values, under the name of the factor.
 * @param name a field such as `count`, or a measure of one such as `audio_url:seconds`
 */
export function priceFactor(name: string, values: FieldValues): Json | undefined {
  const [field = '', unit] = name.split(':')
  return unit === 'characters'
    ? countCharacters(String(values[field] ?? '').trim()) || undefined
    : values[name]
}
