import { atom } from 'nanostores'
import type { HubInfo } from '#client/hub.ts'
import { createApplication, listApplications } from '#client/platform.ts'
import type { Application } from '#contract/application.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { Remote } from '#core/remote.ts'
import { asPerson } from '#stores/renewal.ts'

/** The person's plans that count for every service. */
export const $applications = atom<Remote<readonly Application[]>>({ status: 'none' })

let loading: Promise<readonly Application[]> | null = null

/**
 * Asks for the person's plans, and begins the global one when there is none. All who ask meanwhile share the answer.
 * @throws Problem
 */
export function loadApplications(hub: HubInfo): Promise<readonly Application[]> {
  loading ??= load(hub).finally(() => {
    loading = null
  })
  return loading
}

async function load(hub: HubInfo): Promise<readonly Application[]> {
  $applications.set({ status: 'request' })
  try {
    const value = await asPerson(hub, token => listOrCreate(hub, token))
    $applications.set({ status: 'success', value })
    return value
  } catch (thrown) {
    const problem = toProblem(thrown)
    $applications.set({ status: 'error', problem })
    throw problem
  }
}

async function listOrCreate(hub: HubInfo, token: string): Promise<readonly Application[]> {
  const found = await listApplications(hub, token)
  if (found.length > 0) return found
  try {
    return [await createApplication(hub, token)]
  } catch (thrown) {
    // Another tab was quicker.
    if (thrown instanceof Problem && thrown.code === 'duplication') return listApplications(hub, token)
    throw thrown
  }
}
