import { createPersistedAtom } from '#stores/persisted.ts'

/** True if only Ctrl or Command with Enter sends a message. By default, Enter alone sends it. */
export const $modifierEnter = createPersistedAtom<boolean>('enter', false, saved => saved === true)
