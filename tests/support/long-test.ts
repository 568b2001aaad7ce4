import { test, type TestOptions } from 'vitest'
import { FULL_DOSE } from './dose.ts'

/**
 * Declares a test that only `npm run test:all` runs, since it takes long and shorter tests check
 * most of what it checks.
 */
export const longTest: (title: string, options: TestOptions, work: () => Promise<void>) => void =
  FULL_DOSE ? test : () => undefined
