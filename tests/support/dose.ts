import { seeded } from './seeded.ts'

/**
 * Whether to run every case, as `npm run test:all` does. `npm test` runs only one case for each
 * promise.
 */
export const FULL_DOSE = process.env['TEST_DOSE'] === 'full'

/** Whether this is `npm test` without words that select files. */
export const SAMPLED = process.env['TEST_SAMPLE'] === 'yes'

/**
 * Divides the cases of a file that runs on both databases between them: `npm test` runs the first,
 * third, … case on SQLite and the others on PostgreSQL.
 * @returns all cases at full dose
 */
export function shareOf<T>(cases: readonly T[]): T[] {
  const mine = process.env['TEST_DATABASE'] === 'postgres' ? 1 : 0
  return cases.filter((_, index) => FULL_DOSE || index % 2 === mine)
}

/**
 * Picks the cases that `npm test` runs out of many similar ones.
 * @param most how many cases to pick
 * @param seed of the choice: the same seed picks the same cases
 * @returns all cases at full dose, in their order
 */
export function doseOf<T>(cases: readonly T[], most: number, seed = 1): T[] {
  if (FULL_DOSE || cases.length <= most) return [...cases]
  const random = seeded(seed)
  const ranked = cases
    .map((_, index) => ({ index, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
  const chosen = new Set(ranked.slice(0, most).map(({ index }) => index))
  return cases.filter((_, index) => chosen.has(index))
}
