/**
 * The event that tells a page that its chosen plan is used up or gone. The page then shows a
 * notice.
 */
export const PLAN_LOST_EVENT = 'polymuse:lost'

let told = false

/**
 * Tells the page that its chosen plan is used up or gone. A listener that loads later calls
 * {@link wasPlanLost}.
 */
export function announceLostPlan(): void {
  told = true
  document.dispatchEvent(new Event(PLAN_LOST_EVENT))
}

/** Checks whether this page has announced the loss since it loaded. */
export const wasPlanLost = (): boolean => told
