import { persisted } from '#stores/persisted.ts'

/**
 * True once the user has answered the question whether this browser should show messages about
 * finished runs.
 */
export const $pushAnswered = persisted<boolean>('push', false, saved => saved === true)
