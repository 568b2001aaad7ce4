import type { NumberField } from '#core/field.ts'
import type { Output } from '#core/output.ts'
import { readValue } from '#core/read-value.ts'
import type { Action } from '#core/service.ts'

/** The field with which a tool repeats a result. All tools name it so. */
export const SEED = 'seed'

/** Returns the seed field of an action; undefined if it has none. */
export function seedField({ fields }: Pick<Action, 'fields'>): NumberField | undefined {
  const field = fields[SEED]
  return field?.type === 'number' ? field : undefined
}

/**
 * Returns the seed of a result: the one that the vendor reported, or else the one that the user
 * chose. Many vendors report none.
 * @returns null if it is unknown, or if the form does not take it
 */
export function resultSeed(
  action: Pick<Action, 'fields'>,
  output: Output,
  request: Output
): number | null {
  const field = seedField(action)
  const seed = output[SEED] ?? request[SEED]
  if (field === undefined || typeof seed !== 'number') return null
  return 'value' in readValue(field, seed) ? seed : null
}

/** Draws a seed that a field takes. */
export function randomSeed({ min, max, step = 1 }: NumberField): number {
  // More than 2³² seeds are not needed, and longer ones are hard to read.
  const steps = Math.min(Math.floor((max - min) / step), 2 ** 32 - 1)
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return min + Math.floor((drawn / 2 ** 32) * (steps + 1)) * step
}
