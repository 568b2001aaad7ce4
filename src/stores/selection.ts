import { isJsonRecord, textAt } from '#client/json.ts'
import { chooseApplication, plansFor } from '#core/choose-application.ts'
import type { Service } from '#core/service.ts'
import type { Application } from '#contract/application.ts'
import { notifyLostPlan } from '#stores/lost-plan.ts'
import { createPersistedAtom } from '#stores/persisted.ts'

/**
 * The plan that pays for a service, and its credential for the origin `host`. The credential is
 * empty until a refused one has been replaced.
 */
export type Selection = {
  application: string
  credential: string
  host: string
  serviceId: string
  /** True if the user chose the plan; missing if it was selected automatically. */
  own?: boolean
}

type Selections = Readonly<Record<string, Selection>>

/** The service for which a plan is chosen: its name and its fixed id. */
export type ServiceRef = Pick<Service, 'id' | 'serviceId'>

export const NO_SELECTIONS: Selections = {}

/** The selections, by service. */
export const $selection = createPersistedAtom<Selections>(
  'selection',
  NO_SELECTIONS,
  parseSelections
)

/**
 * Returns the selection of a service.
 * @param host the page's origin: a credential for another origin is not used
 * @returns null if there is none with a usable credential
 */
export function selectionOf({ id }: Pick<ServiceRef, 'id'>, host: string): Selection | null {
  const known = $selection.get()[id]
  return known?.host === host && known.credential !== '' ? known : null
}

export function setSelection(
  { id, serviceId }: ServiceRef,
  chosen: Omit<Selection, 'serviceId'>
): void {
  $selection.set({ ...$selection.get(), [id]: { ...chosen, serviceId } })
}

/** Removes a credential from a service's selection if that uses it. The plan stays selected. */
export function dropCredential(id: string, credential: string): void {
  const known = $selection.get()[id]
  if (known?.credential === credential)
    $selection.set({ ...$selection.get(), [id]: { ...known, credential: '' } })
}

function deselect(id: string): void {
  const { [id]: known, ...others } = $selection.get()
  if (known === undefined) return
  $selection.set(Object.keys(others).length === 0 ? NO_SELECTIONS : others)
}

/**
 * Returns the plan in the user's list that pays for a service.
 * @param now unix milliseconds
 */
export function chosenPlan(
  { id, serviceId }: ServiceRef,
  applications: readonly Application[],
  now: number
): Application | null {
  return chooseApplication(
    plansFor(applications, serviceId),
    $selection.get()[id]?.application ?? null,
    now
  )
}

/**
 * Removes each selected plan that would not be chosen from a new list; the next request chooses
 * another. If the user had chosen that plan, the page reports the loss once.
 * @param now unix milliseconds
 */
export function settleSelections(applications: readonly Application[], now: number): void {
  for (const [id, { application, serviceId, own }] of Object.entries($selection.get())) {
    if (chosenPlan({ id, serviceId }, applications, now)?.id === application) continue
    deselect(id)
    if (own) notifyLostPlan(id)
  }
}

function parseSelections(saved: unknown): Selections {
  if (!isJsonRecord(saved)) return NO_SELECTIONS
  const known = Object.entries(saved).flatMap(([id, each]) => {
    const [application, credential, host] = ['application', 'credential', 'host'].map(field =>
      textAt(each, field)
    )
    const own = isJsonRecord(each) && each['own'] === true
    const rest = { host, serviceId: textAt(each, 'serviceId'), ...(own && { own }) }
    return application && host ? [[id, { application, credential, ...rest }]] : []
  })
  return known.length === 0 ? NO_SELECTIONS : (Object.fromEntries(known) as Selections)
}
