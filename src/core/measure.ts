import { billedMegapixels, type MeasureUnit } from '#core/factor.ts'

/** A unit of a file. The server and the browser measure it. */
export type FileUnit = Exclude<MeasureUnit, 'characters'>

/**
 * A factor of a price that measures other fields, such as `audio_url:seconds`. Only areas measure
 * several, which they add up.
 */
export type Measure = { name: string; fields: readonly string[]; unit: MeasureUnit }

/** A measure of one field. Its `name` is the one under which the values hold it. */
type FieldMeasure = { name: string; field: string; unit: FileUnit }

/**
 * The most megapixels for which an area counts an image, since makers reduce larger ones to this
 * size (prices of FLUX.2).
 */
const MOST_AREA = 4

/** Reads a factor of a price; null if it is a plain field. */
export function parseMeasure(name: string): Measure | null {
  const [terms = '', unit] = name.split(':')
  if (unit === undefined) return null
  const fields = terms.split('+').filter(term => Number.isNaN(Number(term)))
  return { name, fields, unit: unit as MeasureUnit }
}

/**
 * Lists the measures that the prices of an action need, each once. Fields that are no files are
 * among them, such as `size` for an area, which need no measurement.
 */
export function fileMeasures(
  price: readonly { times?: readonly string[] }[]
): readonly FieldMeasure[] {
  const names = new Set(price.flatMap(({ times = [] }) => times))
  const all = [...names].flatMap((name): FieldMeasure[] => {
    const { unit, fields } = parseMeasure(name) ?? { unit: 'characters', fields: [] }
    return unit === 'characters'
      ? []
      : fields.map(field => ({ name: `${field}:${unit}`, field, unit }))
  })
  return [...new Map(all.map(each => [each.name, each])).values()]
}

/**
 * Rounds up what was measured: to whole seconds, to tenths of a megapixel, or to the whole
 * megapixels of a bill.
 * @param amount seconds, or millions of pixels
 */
export function roundedMeasure(unit: FileUnit, amount: number): number {
  if (unit === 'area') return Math.min(MOST_AREA, billedMegapixels(amount * 1e6))
  const step = unit === 'seconds' ? 1 : 10
  return Math.max(1, Math.ceil(amount * step - 1e-6)) / step
}
