import type { HubInfo } from '#client/hub.ts'
import { LOST, wasLost } from '#client/lost.ts'
import type { Chosen } from '#stores/selection.ts'

/** Has the frame's menu of plans come to life for a service as soon as it is opened, or has something to tell. @returns ends it */
export function watchPayers(hub: HubInfo, service: Chosen): () => void {
  const menu = document.getElementById('wallet')
  if (menu === null) return () => undefined
  let end: (() => void) | null = null
  const begin = (): void => {
    stop()
    void import('#islands/payers-later.ts').then(
      ({ followPayers }) => (end = followPayers(menu, hub, service)),
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
  // Both may have come before this did.
  if (menu.matches(':popover-open') || wasLost()) begin()
  return stop
}
