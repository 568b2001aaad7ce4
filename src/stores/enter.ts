import { persisted } from '#stores/persisted.ts'

/** Does only Ctrl or Command with Enter send? Enter alone does, unless somebody chose otherwise. */
export const $held = persisted<boolean>('enter', false, saved => saved === true)
