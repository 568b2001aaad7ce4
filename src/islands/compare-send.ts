import { withSignInRedirect } from '#client/bearer.ts'
import { createIdempotencyKeys } from '#client/call-keys.ts'
import { requestComparison } from '#client/comparisons.ts'
import { failureOf } from '#client/failure.ts'
import { isOffline } from '#client/problem.ts'
import type { Failure } from '#client/turns.ts'
import type { NewComparison } from '#contract/comparison.ts'
import { canPayAll, combinedBalance } from '#core/pay-all.ts'
import { toProblem } from '#core/problem.ts'
import type { Medium } from '#core/service.ts'
import { priceOfModel } from '#islands/compare-prices.ts'
import type { CompareModel, CompareTools } from '#islands/compare-props.ts'
import { loadApplications } from '#stores/applications.ts'
import { withUserToken } from '#stores/renewal.ts'

type Order = {
  kind: Medium
  prompt: string
  models: readonly CompareModel[]
  tools: CompareTools
  /** True if nothing is paid with credits. */
  free: boolean
}

/** Why a comparison did not begin: a failure, or too few credits, of which `lacking` are left. */
export type CompareRefusal = { failure: Failure } | { lacking: number }

/**
 * Begins a comparison, if all its runs can be paid. Nothing is charged yet.
 * @returns its id, or why it did not begin
 */
export async function beginComparison(order: Order): Promise<{ id: string } | CompareRefusal> {
  const { kind, prompt, models } = order
  const body: NewComparison = {
    kind,
    prompt,
    models: models.map(({ service, model }) => ({ service, model }))
  }
  try {
    const lacking = order.free ? null : await missingCredits(order)
    if (lacking !== null) return { lacking }
    const { id } = await withSignInRedirect(
      withUserToken(token => requestComparison(token, body, callKeys.keyFor(body)))
    )
    callKeys.reset()
    return { id }
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (!isOffline(problem)) callKeys.reset()
    return { failure: failureOf(problem) }
  }
}

/** @returns the credits that are left if they are too few; null if they are enough */
async function missingCredits({ models, tools, prompt }: Order): Promise<number | null> {
  const plans = await withSignInRedirect(loadApplications())
  const now = Date.now()
  const costs = models.map(model => ({
    serviceId: model.serviceId,
    micro: priceOfModel(model, tools, prompt).micro
  }))
  if (canPayAll(plans, costs, now)) return null
  return combinedBalance(
    plans,
    costs.map(({ serviceId }) => serviceId),
    now
  )
}

/** A comparison that may have reached the server is sent again with the same key. */
const callKeys = createIdempotencyKeys()
