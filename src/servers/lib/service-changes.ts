import { findService } from '#catalog/index.ts'
import { isoDay } from '#core/format-span.ts'
import { replacedModels } from '#core/retire-models.ts'
import type { ToolTerms } from '#core/tool-terms.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { ModelFile } from '#servers/lib/model-file.ts'
import type { ToolChange } from '#servers/lib/tool-change.ts'

/** The decisions of operators about services, for all sites. */
type ServiceDecisions = {
  /** The services that are switched off, by their ids in the catalogue. */
  switchedOff: string[]
  /** The prices and models of tools as of today. */
  tools: ToolTerms
}

type Changes = ToolChange & { enabled?: boolean }

/** The database and the file in which operators decide. */
export type DecisionSources = Pick<BaseContext, 'database' | 'clock'> & { modelFile: ModelFile }

/**
 * Reads the decisions of operators about services. The services page overrides the operator's
 * file, field by field.
 */
export async function readServiceDecisions(sources: DecisionSources): Promise<ServiceDecisions> {
  const [entered, { tools: filed }] = await Promise.all([
    readChanges(sources.database.db),
    sources.modelFile.read()
  ])
  const today = isoDay(sources.clock.now())
  const all = new Map<string, ToolChange>(filed)
  for (const { id, ...change } of entered) all.set(id, { ...all.get(id), ...change })
  const tools = [...all]
  return {
    switchedOff: switchedOffIn(entered),
    tools: {
      retired_models: Object.fromEntries(
        tools.flatMap(([id, { retired_models = {} }]) => {
          const replaced = replacedModels(retired_models, today)
          return Object.keys(replaced).length > 0 ? [[id, replaced]] : []
        })
      ),
      price_percents: Object.fromEntries(
        tools.flatMap(([id, { price_percent }]) =>
          price_percent === undefined ? [] : [[id, price_percent]]
        )
      )
    }
  }
}

/** Reads the services that operators switched off, by their ids in the catalogue. */
export async function readSwitchedOff(db: Queries): Promise<string[]> {
  return switchedOffIn(await readChanges(db))
}

type Entered = Changes & { id: string }

function switchedOffIn(entered: readonly Entered[]): string[] {
  return entered.flatMap(({ id, enabled }) => (enabled === false ? [id] : []))
}

async function readChanges(db: Queries): Promise<Entered[]> {
  const rows = await db.selectFrom('service_change').select(['service_id', 'changes']).execute()
  return rows.map(({ service_id, changes }) => ({
    id: findService(service_id)?.id ?? service_id,
    ...(JSON.parse(changes) as Changes)
  }))
}
