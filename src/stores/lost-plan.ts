import { atom } from 'nanostores'
import { announceLostPlan } from '#client/lost.ts'
import { onReset } from '#stores/persisted.ts'

/**
 * The service whose chosen plan is used up or gone, until the page has reported it. This is a
 * module of its own, because every page loads it.
 */
export const $lostPlan = atom<string | null>(null)

onReset(() => $lostPlan.set(null))

/** Makes the page report that another plan pays for a service now. */
export function notifyLostPlan(service: string): void {
  $lostPlan.set(service)
  announceLostPlan()
}

/** Clears the notice once the page has shown it. */
export function clearLostPlan(): void {
  $lostPlan.set(null)
}
