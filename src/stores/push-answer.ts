import { persisted } from '#stores/persisted.ts'

/** True once the user has answered whether this browser should tell them of finished runs. */
export const $pushAnswered = persisted<boolean>('push', false, saved => saved === true)
