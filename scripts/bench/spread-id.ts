/**
 * Knuth's multiplier for 32 bits ("The Art of Computer Programming", 6.4). It spreads consecutive
 * numbers over all first digits, as random ids are.
 */
export const SPREAD = 2_654_435_761

/** Returns the same eight hexadecimal digits for the same number. */
export function spreadId(number: number): string {
  return ((number * SPREAD) % 2 ** 32).toString(16).padStart(8, '0')
}
