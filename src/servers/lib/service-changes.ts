import { findService } from '#catalog/index.ts'
import { isoDay } from '#core/format-span.ts'
import { replacedModels, type RetiredModels } from '#core/retire-models.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** The decisions of operators about services, for all sites. */
export type ServiceDecisions = {
  /** The services that are switched off, by their ids in the catalogue. */
  switchedOff: string[]
  /** The models of tools that are replaced today, by the ids of the tools in the catalogue. */
  retired: Record<string, RetiredModels>
}

type Changes = { enabled?: boolean; retired_models?: RetiredModels }

/**
 * Reads the decisions of operators about services.
 * @param now in unix milliseconds
 */
export async function readServiceDecisions(db: Queries, now: number): Promise<ServiceDecisions> {
  const rows = await db.selectFrom('service_change').select(['service_id', 'changes']).execute()
  const all = rows.map(({ service_id, changes }) => ({
    id: findService(service_id)?.id ?? service_id,
    ...(JSON.parse(changes) as Changes)
  }))
  return {
    switchedOff: all.flatMap(({ id, enabled }) => (enabled === false ? [id] : [])),
    retired: Object.fromEntries(
      all.flatMap(({ id, retired_models = {} }) => {
        const replaced = replacedModels(retired_models, isoDay(now))
        return Object.keys(replaced).length > 0 ? [[id, replaced]] : []
      })
    )
  }
}
