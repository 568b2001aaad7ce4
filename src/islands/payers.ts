import { LOST, wasLost } from '#client/lost.ts'
import type { Chosen } from '#stores/selection.ts'

/**
 * Loads the code for the page frame's menu of plans when the menu opens or has something to report.
 * @returns a function that stops it
 */
export function watchPayers(service: Chosen): () => void {
  const menu = document.getElementById('wallet')
  if (menu === null) return () => undefined
  let end: (() => void) | null = null
  const begin = (): void => {
    stop()
    void import('#islands/payers-later.ts').then(
      ({ followPayers }) => (end = followPayers(menu, service)),
      () => undefined
    )
  }
  const stop = (): void => {
    end?.()
    menu.removeEventListener('toggle', begin)
    document.removeEventListener(LOST, begin)
  }
  menu.addEventListener('toggle', begin)
  document.addEventListener(LOST, begin)
  // Both events may have occurred before this code ran.
  if (menu.matches(':popover-open') || wasLost()) begin()
  return stop
}
