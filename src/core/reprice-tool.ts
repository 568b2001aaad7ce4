import { creditsToMicro, microToCredits } from '#core/money.ts'
import type { PriceRule } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'

/** The level of the catalogue's own prices. */
export const CATALOG_PERCENT = 100

type Actions = Readonly<Record<string, Action>>

/**
 * The actions of each tool at its last level. Price ranges and estimates are remembered by these
 * objects, and are slow to compute.
 */
const known = new WeakMap<Actions, { percent: number; actions: Actions }>()

/**
 * Raises or lowers all prices of a tool. Everything that quotes, shows or charges a price reads
 * the rules of the declaration, so nothing else needs to know the level.
 * @param percent of the catalogue's prices, a whole number
 */
export function repriceTool<S extends Pick<Service, 'actions'>>(service: S, percent: number): S {
  const { actions } = service
  if (percent === CATALOG_PERCENT || actions === undefined) return service
  const last = known.get(actions)
  if (last?.percent === percent) return { ...service, actions: last.actions }
  const priced = Object.fromEntries(
    Object.entries(actions).map(([verb, action]) => [verb, repriceAction(action, percent)])
  )
  known.set(actions, { percent, actions: priced })
  return { ...service, actions: priced }
}

/** Repeats an action at another level of prices, see {@link repriceTool}. */
export function repriceAction(action: Action, percent: number): Action {
  return { ...action, price: action.price.map(rule => repriceRule(rule, percent)) }
}

function repriceRule({ plus, ...rule }: PriceRule, percent: number): PriceRule {
  return {
    ...rule,
    credits: repriceCredits(rule.credits, percent),
    ...(plus !== undefined && { plus: repriceCredits(plus, percent) })
  }
}

/** Returns credits at another level, rounded up to a whole micro-credit. */
function repriceCredits(credits: number, percent: number): number {
  return microToCredits(Math.ceil((creditsToMicro(credits) * percent) / CATALOG_PERCENT))
}
