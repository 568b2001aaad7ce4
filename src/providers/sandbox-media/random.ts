import { seededRandom } from '#providers/sandbox-answer.ts'

/** Numbers from 0 up to 1 that follow from a seed. */
export type Random = () => number

export { seededRandom }

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** @throws RangeError for an empty list */
export function choose<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[Math.floor(random() * choices.length)]
  if (chosen === undefined) throw new RangeError('there is nothing to choose from')
  return chosen
}

export function chance(random: Random, likely: number): boolean {
  return random() < likely
}

/** Whole numbers from 0 up to one below `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, at) => at)
}

export function mix(from: number, to: number, at: number): number {
  return from + (to - from) * at
}

/** 0 below `low`, 1 above `high`, an even curve between. */
export function smooth(low: number, high: number, value: number): number {
  const at = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return at * at * (3 - 2 * at)
}

/** A line that wanders between -1 and 1 without a jump: sums of ever finer waves of chance. */
export function wandering(random: Random, octaves: number, roughness = 0.5): (at: number) => number {
  const rows = upTo(octaves).map(() => upTo(256).map(() => random() * 2 - 1))
  const reach = rows.reduce((sum, _, octave) => sum + roughness ** octave, 0)
  return at =>
    rows.reduce((sum, row, octave) => {
      const scaled = at * 2 ** octave + octave * 37.3
      const left = Math.floor(scaled)
      const one = row[left & 255] ?? 0
      const other = row[(left + 1) & 255] ?? 0
      return sum + mix(one, other, smooth(0, 1, scaled - left)) * roughness ** octave
    }, 0) / reach
}
