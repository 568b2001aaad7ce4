import type { Values } from '#core/condition.ts'
import { lengthOf } from '#core/read-value.ts'

/**
 * The units in which a price can measure a field, each with the amount that counts while nothing
 * has been measured.
 */
const USUAL = { characters: 1000, seconds: 60, megapixels: 1 } as const

/** A unit of a file. The server and the browser measure it. */
export type FileUnit = 'seconds' | 'megapixels'

/** A factor of a price that measures another field, such as `audio_url:seconds`. */
export type Measure = { name: string; field: string; unit: keyof typeof USUAL }

/** Reads a factor of a price; null if it is a plain field. */
export function measureOf(name: string): Measure | null {
  const [, field = '', unit = ''] = /^(.+):(characters|seconds|megapixels)$/.exec(name) ?? []
  return unit === '' ? null : { name, field, unit: unit as Measure['unit'] }
}

/** Lists the measures of files that the prices of an action need, each once. */
export function fileMeasures(
  price: readonly { times?: readonly string[] }[]
): (Measure & { unit: FileUnit })[] {
  const names = new Set(price.flatMap(({ times = [] }) => times))
  return [...names].flatMap(name => {
    const measure = measureOf(name)
    return measure === null || measure.unit === 'characters'
      ? []
      : [{ ...measure, unit: measure.unit }]
  })
}

/**
 * Returns the number by which a factor multiplies a price. Characters are counted in the text. The
 * measure of a file is among the values, under the name of the factor, once it is known.
 */
export function factorOf(name: string, values: Values): number {
  const measure = measureOf(name)
  if (measure === null) return Number(values[name] ?? 1)
  if (measure.unit !== 'characters') return Number(values[name] ?? USUAL[measure.unit])
  const text = values[measure.field]
  return typeof text === 'string' && text.trim() !== '' ? lengthOf(text) : USUAL.characters
}

/** Rounds up what was measured, to whole seconds and to tenths of a megapixel. */
export function roundedMeasure(unit: FileUnit, amount: number): number {
  const step = unit === 'seconds' ? 1 : 10
  return Math.max(1, Math.ceil(amount * step - 1e-6)) / step
}
