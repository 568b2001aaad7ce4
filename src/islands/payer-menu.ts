import { pageHub } from '#client/page-hub.ts'
import { warnOnce } from '#client/log.ts'
import type { Application } from '#contract/application.ts'
import { serviceBalance, isPlanUsable, plansFor } from '#core/choose-application.ts'
import { formatCredits } from '#core/format.ts'
import { toProblem } from '#core/problem.ts'
import { loadApplications } from '#stores/applications.ts'
import { selectApplication } from '#stores/credential.ts'
import { clearLostPlan } from '#stores/lost-plan.ts'
import { $selection, chosenPlan, type ServiceRef } from '#stores/selection.ts'
import { showBalance } from '#ui/balance.ts'

type Target = { menu: HTMLElement; service: ServiceRef }

/**
 * Shows which plan pays for a service, and lets the user choose another one. The server has
 * rendered a row for each plan.
 */
export async function showPayers(menu: HTMLElement, service: ServiceRef): Promise<void> {
  // Without a plan there is nothing to choose. Loading the list would create a plan.
  if (menu.querySelector('fieldset') !== null) await draw({ menu, service })
}

/** Tells the user once that the chosen plan no longer pays. */
export function showLostPlanNotice(): void {
  const told = document.getElementById('plan-lost')
  if (told === null) return
  told.textContent = told.dataset['text'] ?? ''
  told.addEventListener('click', () => (told.textContent = ''), { once: true })
  clearLostPlan()
}

/**
 * Selects the plan that pays. If the plan no longer exists, nothing changes and a warning is
 * logged.
 */
export async function choosePayer(target: Target, id: string): Promise<void> {
  try {
    await selectApplication(target.service, id)
    await draw(target)
  } catch (thrown) {
    const { code } = toProblem(thrown)
    if (code === 'not_found') warnOnce('Application not found', `application ${id}`)
    await draw(target)
    say(target, target.menu.dataset['failed'])
  }
}

async function draw(target: Target): Promise<void> {
  const { menu, service } = target
  const { locale } = pageHub()
  const plans = await loadApplications().catch(() => null)
  if (plans === null) return say(target, menu.dataset['failed'])
  const now = Date.now()
  const payer = chosenPlan(service, plans, now)
  for (const input of menu.querySelectorAll<HTMLInputElement>('input[name=payer]')) {
    const plan = plans.find(({ id }) => id === input.value)
    const row = input.closest<HTMLElement>('[data-plan]')
    if (row !== null) row.hidden = plan === undefined
    input.disabled = plan === undefined || !isPlanUsable(plan, now)
    input.checked = plan !== undefined && plan.id === payer?.id
    const left = row?.querySelector('[data-left]')
    if (left && plan) left.textContent = formatCredits(plan.remaining_amount, locale)
  }
  showBalance(document, serviceBalance(plans, service.serviceId, now), locale)
  say(target, payer === null ? '' : reasonOf(target, plans, payer, now))
}

/** Returns why a plan pays; empty for one that cannot pay. */
function reasonOf(
  { menu, service }: Target,
  plans: readonly Application[],
  payer: Application,
  now: number
): string {
  const row = menu.querySelector<HTMLElement>(`[data-plan="${CSS.escape(payer.id)}"]`)
  if (row === null || !isPlanUsable(payer, now)) return ''
  if ($selection.get()[service.id]?.own === true) return row.dataset['chosen'] ?? ''
  const usable = plansFor(plans, service.serviceId).filter(plan => isPlanUsable(plan, now))
  return row.dataset[usable.length === 1 ? 'only' : 'first'] ?? ''
}

function say({ menu }: Target, text = ''): void {
  const said = menu.querySelector('[data-said]')
  if (said !== null) said.textContent = text
}
