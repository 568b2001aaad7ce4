import { join } from 'node:path'

/** Programs of processes that tests start, and mostly kill, by the names of their bundles. */
export const TEST_PROGRAMS = {
  main: 'tests/support/light-main.ts',
  fault: 'tests/support/fault-process.ts',
  once: 'tests/support/once-process.ts',
  payment: 'tests/support/payment-process.ts',
  simulate: 'scripts/simulate.ts'
} as const

/**
 * The folder with the bundles of these programs, which a whole test run creates. A run of single
 * test files loads the source instead, so it needs no build.
 */
const BUNDLES = process.env['TEST_SERVERS']

/** Returns the path of a program. */
export function programPath(name: keyof typeof TEST_PROGRAMS): string {
  return BUNDLES === undefined ? TEST_PROGRAMS[name] : join(BUNDLES, `${name}.mjs`)
}
