import { persisted } from '#stores/persisted.ts'

/** Do shortcuts of a single key work? Who speaks to their browser, or has an unsteady hand, may do without them. */
export const $singleKeys = persisted<boolean>('keys', true, saved => saved !== false)
