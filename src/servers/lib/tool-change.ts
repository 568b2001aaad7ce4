import type { ReplaceModels } from '#contract/tool-change.ts'
import { modelSuccessors } from '#core/model-successors.ts'
import { replacedModels, type RetiredModels } from '#core/retire-models.ts'
import type { Service } from '#core/service.ts'

/** The decisions of an operator about the prices and models of a tool. */
export type ToolChange = {
  /** The level of its prices, in percent of the catalogue's. */
  price_percent?: number
  /** All replaced models, also those that are replaced only later. */
  retired_models?: RetiredModels
}

type Replacements = Readonly<Record<string, { becomes: string; until?: string | null | undefined }>>

/** Reads replaced models that may be given as the names of their successors alone. */
export function readReplacements(given: ReplaceModels): Replacements {
  const all = Object.entries(given).map(([name, each]) => [
    name,
    typeof each === 'string' ? { becomes: each } : each
  ])
  return Object.fromEntries(all)
}

/**
 * Adds the days from which models are replaced. Without a day it is today. Models that the same
 * model has replaced already keep their day.
 * @param today the day in UTC, such as `2026-11-29`
 */
export function dateReplacements(
  today: string,
  wanted: Replacements,
  before: RetiredModels = {}
): RetiredModels {
  const replaced = replacedModels(before, today)
  return Object.fromEntries(
    Object.entries(wanted).map(([name, { becomes, until }]) => {
      const kept = replaced[name]
      if (until == null && kept?.becomes === becomes) return [name, kept]
      return [name, { until: until ?? today, becomes }]
    })
  )
}

/**
 * Finds the models that cannot be replaced like this: those that the tool does not offer, and those
 * whose successor cannot do their work, or is replaced itself.
 * @param before the stored replacements. They are not checked again, since they may name models
 * that the catalogue has ended since.
 */
export function findWrongReplacements(
  tool: Pick<Service, 'actions'>,
  wanted: Replacements,
  before: RetiredModels = {}
): string[] {
  return Object.entries(wanted).flatMap(([name, { becomes }]) => {
    const isNew = before[name]?.becomes !== becomes
    const isReplaced = Object.hasOwn(wanted, becomes)
    const isAble = !isReplaced && modelSuccessors(tool, name).includes(becomes)
    return isNew && !isAble ? [name] : []
  })
}
