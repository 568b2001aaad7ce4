import { isRecord, textAt } from '#client/json.ts'
import { chooseApplication, plansFor } from '#core/choose-application.ts'
import type { Service } from '#core/service.ts'
import type { Application } from '#contract/application.ts'
import { tellLost } from '#stores/lost-plan.ts'
import { persisted } from '#stores/persisted.ts'

/** The plan that pays for a service, and its credential for the origin `host`; empty while another one is to be had. */
export type Selection = {
  application: string
  credential: string
  host: string
  serviceId: string
  /** Did the person choose it, rather than this program? */
  own?: boolean
}

type Selections = Readonly<Record<string, Selection>>

/** What a choice is made for: the name of a service, and its fixed id. */
export type Chosen = Pick<Service, 'id' | 'serviceId'>

export const NO_SELECTIONS: Selections = {}

/** By service. */
export const $selection = persisted<Selections>('selection', NO_SELECTIONS, parseSelections)

/** @param host the page's origin: a credential for another one is not used */
export function selectionOf({ id }: Pick<Chosen, 'id'>, host: string): Selection | null {
  const known = $selection.get()[id]
  return known?.host === host && known.credential !== '' ? known : null
}

export function select({ id, serviceId }: Chosen, chosen: Omit<Selection, 'serviceId'>): void {
  $selection.set({ ...$selection.get(), [id]: { ...chosen, serviceId } })
}

/** Takes a credential out of use, if it is in use. The plan stays the one that pays. */
export function dropCredential(id: string, credential: string): void {
  const known = $selection.get()[id]
  if (known?.credential === credential) $selection.set({ ...$selection.get(), [id]: { ...known, credential: '' } })
}

function deselect(id: string): void {
  const { [id]: known, ...others } = $selection.get()
  if (known === undefined) return
  $selection.set(Object.keys(others).length === 0 ? NO_SELECTIONS : others)
}

/** The plan that pays for a service out of a person's list. @param now unix milliseconds */
export function chosenFor({ id, serviceId }: Chosen, applications: readonly Application[], now: number): Application | null {
  return chooseApplication(plansFor(applications, serviceId), $selection.get()[id]?.application ?? null, now)
}

/** Drops plans that a new list no longer chooses; the next call chooses again. One that the person chose is told once. @param now unix milliseconds */
export function settleSelections(applications: readonly Application[], now: number): void {
  for (const [id, { application, serviceId, own }] of Object.entries($selection.get())) {
    if (chosenFor({ id, serviceId }, applications, now)?.id === application) continue
    deselect(id)
    if (own) tellLost(id)
  }
}

function parseSelections(saved: unknown): Selections {
  if (!isRecord(saved)) return NO_SELECTIONS
  const known = Object.entries(saved).flatMap(([id, each]) => {
    const [application, credential, host] = ['application', 'credential', 'host'].map(field => textAt(each, field))
    const own = isRecord(each) && each['own'] === true
    const rest = { host, serviceId: textAt(each, 'serviceId'), ...(own && { own }) }
    return application && host ? [[id, { application, credential, ...rest }]] : []
  })
  return known.length === 0 ? NO_SELECTIONS : (Object.fromEntries(known) as Selections)
}
