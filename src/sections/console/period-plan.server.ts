import { readProblem } from '#client/problem.ts'
import type { HubRequest } from '#client/hub.ts'
import { fetchPlatform, readPlatform } from '#client/page.server.ts'
import type { Application } from '#contract/application.ts'
import { Problem } from '#core/problem.ts'

type Plan = Pick<Application, 'id' | 'type' | 'scope' | 'service_id'>

/**
 * Returns the id of the plan that a period is ordered for. It is the given plan if that is a period
 * plan, else the user's period plan for the same service. It creates that plan where the user has
 * none.
 * @throws Problem the platform's error
 */
export async function ensurePeriodPlan(
  hub: HubRequest,
  { id, type, scope, service_id }: Plan
): Promise<string> {
  if (type === 'Period') return id
  const wanted = { type: 'Period', scope, ...(service_id !== null && { service_id }) }
  const made = await fetchPlatform(hub, 'applications', {
    method: 'POST',
    body: JSON.stringify(wanted)
  })
  if (made.ok) return ((await made.json()) as Application).id
  const problem = await readProblem(made)
  if (problem.code !== 'duplication') throw problem
  const { items } = await readPlatform<{ items: Application[] }>(
    hub,
    `applications?${new URLSearchParams(wanted)}`
  )
  const [there] = items
  if (there === undefined) throw new Problem('not_found', { detail: 'no subscription' })
  return there.id
}
