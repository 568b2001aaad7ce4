import { createPersistedAtom } from '#stores/persisted.ts'

/**
 * True once the user has answered the question whether this browser should show messages about
 * finished runs.
 */
export const $pushAnswered = createPersistedAtom<boolean>('push', false, saved => saved === true)
