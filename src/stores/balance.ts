import { atom } from 'nanostores'
import { onReset } from '#stores/persisted.ts'

/**
 * The user's balance for a service, in decimal credits; `service` is its id. Null until a run has
 * changed the balance.
 */
export const $balance = atom<{ service: string; credits: number } | null>(null)

onReset(() => $balance.set(null))
