import { atom } from 'nanostores'
import { onReset } from '#stores/persisted.ts'

/**
 * The decimal credits that the user can spend on a service, by its name. Null until a run has
 * changed them.
 */
export const $balance = atom<{ service: string; credits: number } | null>(null)

onReset(() => $balance.set(null))
