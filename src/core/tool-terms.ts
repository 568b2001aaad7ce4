import { CATALOG_PERCENT, repriceTool } from '#core/reprice-tool.ts'
import { retireModels, type RetiredModels } from '#core/retire-models.ts'
import type { Service } from '#core/service.ts'

/** The decisions of operators about tools, by the ids of the tools in the catalogue. */
export type ToolTerms = {
  /** The models that are replaced today. */
  retired_models: Record<string, RetiredModels>
  /** The levels of prices, in percent of those of the catalogue. */
  price_percents: Record<string, number>
}

/** Applies the decisions of operators to a tool: its models and its prices. */
export function applyToolTerms<S extends Pick<Service, 'id' | 'actions'>>(
  service: S,
  { retired_models: retired, price_percents: percents }: ToolTerms
): S {
  const { id } = service
  return repriceTool(retireModels(service, retired[id] ?? {}), percents[id] ?? CATALOG_PERCENT)
}
