import { atom } from 'nanostores'
import { announceLost } from '#client/lost.ts'
import { onReset } from '#stores/persisted.ts'

/** The service whose chosen plan is used up or gone, until the page has said so. Apart, as every page listens to it. */
export const $lostPlan = atom<string | null>(null)

onReset(() => $lostPlan.set(null))

/** Has the page say that another plan pays for a service now. */
export function tellLost(service: string): void {
  $lostPlan.set(service)
  announceLost()
}

/** The page has said so. */
export function settleLost(): void {
  $lostPlan.set(null)
}
