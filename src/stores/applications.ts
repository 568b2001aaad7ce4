import { atom } from 'nanostores'
import type { HubInfo } from '#client/hub.ts'
import { createApplication, listApplications } from '#client/platform.ts'
import type { Application } from '#contract/application.ts'
import { balanceFor } from '#core/choose-application.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { Remote } from '#core/remote.ts'
import { onReset, untilReset } from '#stores/persisted.ts'
import { asPerson } from '#stores/renewal.ts'
import { $selection, NO_SELECTIONS, settleSelections, type Chosen } from '#stores/selection.ts'

/** The person's plans, for all services and for single ones. */
export const $applications = atom<Remote<readonly Application[]>>({ status: 'none' })

let loading: Promise<readonly Application[]> | null = null

onReset(() => {
  loading = null
  $applications.set({ status: 'none' })
})

/**
 * Asks for the person's plans, and begins the global one when there is none. All who ask meanwhile share the answer.
 * What pays is chosen anew by it; where it cannot be had, nothing is chosen any more.
 * @throws Problem
 */
export function loadApplications(hub: HubInfo): Promise<readonly Application[]> {
  if (loading !== null) return loading
  const begun = load(hub).finally(() => {
    if (loading === begun) loading = null
  })
  loading = begun
  return begun
}

/** What can be spent on a service, read again. @returns decimal credits; null when it cannot be read */
export async function readBalance(hub: HubInfo, { serviceId }: Chosen): Promise<number | null> {
  const plans = await loadApplications(hub).catch(() => null)
  return plans && balanceFor(plans, serviceId, Date.now())
}

async function load(hub: HubInfo): Promise<readonly Application[]> {
  const stays = untilReset()
  $applications.set({ status: 'request' })
  try {
    const value = await asPerson(hub, token => listOrCreate(hub, token))
    if (!stays()) throw new Problem('canceled')
    settleSelections(value, Date.now())
    $applications.set({ status: 'success', value })
    return value
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (stays()) clear(problem)
    throw problem
  }
}

function clear(problem: Problem): void {
  $selection.set(NO_SELECTIONS)
  $applications.set({ status: 'error', problem })
}

async function listOrCreate(hub: HubInfo, token: string): Promise<readonly Application[]> {
  const found = await listApplications(hub, token)
  if (found.some(each => each.scope === 'Global' && each.type === 'Usage')) return found
  try {
    return [await createApplication(hub, token), ...found]
  } catch (thrown) {
    // Another tab was quicker.
    if (thrown instanceof Problem && thrown.code === 'duplication') return listApplications(hub, token)
    throw thrown
  }
}
