import type { MeasureUnit } from '#core/factor.ts'

/** A unit of a file. The server and the browser measure it. */
export type FileUnit = 'seconds' | 'megapixels'

/** A factor of a price that measures another field, such as `audio_url:seconds`. */
export type Measure = { name: string; field: string; unit: MeasureUnit }

/** Reads a factor of a price; null if it is a plain field. */
export function parseMeasure(name: string): Measure | null {
  const [field = '', unit] = name.split(':')
  return unit === undefined ? null : { name, field, unit: unit as MeasureUnit }
}

/** Lists the measures of files that the prices of an action need, each once. */
export function fileMeasures(
  price: readonly { times?: readonly string[] }[]
): (Measure & { unit: FileUnit })[] {
  const names = new Set(price.flatMap(({ times = [] }) => times))
  return [...names].flatMap(name => {
    const measure = parseMeasure(name)
    return measure === null || measure.unit === 'characters'
      ? []
      : [{ ...measure, unit: measure.unit }]
  })
}

/** Rounds up what was measured, to whole seconds and to tenths of a megapixel. */
export function roundedMeasure(unit: FileUnit, amount: number): number {
  const step = unit === 'seconds' ? 1 : 10
  return Math.max(1, Math.ceil(amount * step - 1e-6)) / step
}
