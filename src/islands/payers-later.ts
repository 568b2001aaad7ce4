import type { ServiceRef } from '#stores/selection.ts'
import { $lostPlan } from '#stores/lost-plan.ts'

type Part = typeof import('#islands/payer-menu.ts')

/**
 * Shows the paying plan in the page frame's menu of plans when it opens, and lets the user change
 * it. It also reports a lost choice.
 * @returns a function that stops it
 */
export function bindPayerMenu(menu: HTMLElement, service: ServiceRef): () => void {
  const fetched = (use: (part: Part) => void): void =>
    void import('#islands/payer-menu.ts').then(use, () => undefined)
  const open = (): void => {
    if (menu.matches(':popover-open')) fetched(part => void part.showPayers(menu, service))
  }
  const choose = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement)
      fetched(part => void part.choosePayer({ menu, service }, target.value))
  }
  menu.addEventListener('toggle', open)
  menu.addEventListener('change', choose)
  // The menu is open already: opening it loads this code.
  open()
  const forget = $lostPlan.subscribe(lost => {
    if (lost !== null) fetched(part => part.showLostPlanNotice())
  })
  return () => {
    menu.removeEventListener('toggle', open)
    menu.removeEventListener('change', choose)
    forget()
  }
}
