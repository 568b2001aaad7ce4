import type { FieldValues } from '#core/condition.ts'
import type { Json } from '#core/json.ts'
import { countCharacters } from '#core/read-value.ts'

/** The units in which a price can measure a field. */
export type MeasureUnit = 'characters' | 'seconds' | 'megapixels' | 'area'

/** Pixels of a megapixel on the bills of image makers (fal's pages of FLUX). */
const MEGAPIXEL = 1_048_576

/** Sizes are multiples of 32 pixels, so an image of one megapixel may be slightly larger. */
const LEEWAY = 0.05

/**
 * Returns the value of one factor of a price; undefined while its text or file is missing. Measures
 * of files are among the values, under the name of the factor.
 * @param name a field such as `count`, or a measure of one such as `audio_url:seconds`. Areas are
 *   sums of fields and numbers: `1+size+image_url:area`
 */
export function priceFactor(name: string, values: FieldValues): Json | undefined {
  const [field = '', unit] = name.split(':')
  if (unit === 'area')
    return field.split('+').reduce((sum, each) => sum + areaOf(each, values), 0) || undefined
  return unit === 'characters'
    ? countCharacters(String(values[field] ?? '').trim()) || undefined
    : values[name]
}

/**
 * Returns the megapixels that image makers bill for an image: whole ones, rounded up.
 * @returns NaN for NaN
 */
export function billedMegapixels(pixels: number): number {
  return Math.max(1, Math.ceil(pixels / MEGAPIXEL - LEEWAY))
}

/**
 * Returns a term of an area: a number, or the size of an image, which is 0 without one. A ratio
 * counts as one megapixel.
 */
function areaOf(term: string, values: FieldValues): number {
  const number = Number(term)
  if (number > 0) return number
  const { [term]: size, [`${term}:area`]: measured } = values
  if (size === undefined) return 0
  const [width = 0, height = 0] = String(size).split(/[x:]/).map(Number)
  return Number(measured ?? billedMegapixels(width * height))
}
