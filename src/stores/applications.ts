import { atom } from 'nanostores'
import { requestApplication, fetchApplications } from '#client/platform.ts'
import type { Application } from '#contract/application.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { RemoteData } from '#core/remote.ts'
import { onReset, createResetCheck } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'
import { $selection, NO_SELECTIONS, settleSelections } from '#stores/selection.ts'

/** The user's plans: global ones and those for a single service. */
export const $applications = atom<RemoteData<readonly Application[]>>({ status: 'none' })

let loading: Promise<readonly Application[]> | null = null

onReset(() => {
  loading = null
  $applications.set({ status: 'none' })
})

/**
 * Fetches the user's plans and creates the global plan if there is none. Concurrent callers share
 * one request. The result decides which plan pays; on failure, no plan is selected any more.
 * @throws Problem
 */
export function loadApplications(): Promise<readonly Application[]> {
  if (loading !== null) return loading
  const begun = load().finally(() => {
    if (loading === begun) loading = null
  })
  loading = begun
  return begun
}

async function load(): Promise<readonly Application[]> {
  const stays = createResetCheck()
  $applications.set({ status: 'request' })
  try {
    const value = await withUserToken(token => listOrCreate(token))
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

async function listOrCreate(token: string): Promise<readonly Application[]> {
  const found = await fetchApplications(token)
  if (found.some(each => each.scope === 'Global' && each.type === 'Usage')) return found
  try {
    return [await requestApplication(token), ...found]
  } catch (thrown) {
    // Another tab created the plan first.
    if (thrown instanceof Problem && thrown.code === 'duplication') return fetchApplications(token)
    throw thrown
  }
}
