import { PLAN_LOST_EVENT, wasPlanLost } from '#client/lost.ts'
import type { ServiceRef } from '#stores/selection.ts'

/**
 * Loads the code for the page frame's menu of plans when the menu opens or has something to report.
 * @returns a function that stops it
 */
export function watchPayerMenu(service: ServiceRef): () => void {
  const menu = document.getElementById('wallet')
  if (menu === null) return () => undefined
  let end: (() => void) | null = null
  const begin = (): void => {
    stop()
    void import('#islands/payers-later.ts').then(
      ({ bindPayerMenu }) => (end = bindPayerMenu(menu, service)),
      () => undefined
    )
  }
  const stop = (): void => {
    end?.()
    menu.removeEventListener('toggle', begin)
    document.removeEventListener(PLAN_LOST_EVENT, begin)
  }
  menu.addEventListener('toggle', begin)
  document.addEventListener(PLAN_LOST_EVENT, begin)
  // Both events may have occurred before this code ran.
  if (menu.matches(':popover-open') || wasPlanLost()) begin()
  return stop
}
