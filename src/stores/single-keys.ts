import { createPersistedAtom } from '#stores/persisted.ts'

/**
 * True if single-key shortcuts work. Users with speech control or an unsteady hand can turn them
 * off.
 */
export const $singleKeys = createPersistedAtom<boolean>('keys', true, saved => saved !== false)
