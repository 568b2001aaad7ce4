import { isDeepStrictEqual } from 'node:util'
import { findService } from '#catalog/index.ts'
import {
  FIXED_METADATA,
  dropFixedMetadata,
  type ChangeService,
  type Service
} from '#contract/service.ts'
import { isoDay } from '#core/format-span.ts'
import { isOwnServiceId } from '#core/own-service.ts'
import { formatIssues, Problem } from '#core/problem.ts'
import { CATALOG_PERCENT } from '#core/reprice-tool.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import {
  dateReplacements,
  findWrongReplacements,
  readReplacements,
  type ToolChange
} from '#servers/lib/tool-change.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { checkToolCoversCost } from '#servers/platform/services/tool-margins.ts'

/** The fields of a service that operators changed. */
export type ServiceChanges = {
  title?: string
  description?: string
  introduction?: string
  tags?: string[]
  thumbnail?: string
  enabled?: boolean
  metadata?: Record<string, unknown>
} & ToolChange

type Needs = Pick<PlatformContext, 'database' | 'clock' | 'terms' | 'modelFile' | 'vendorsOf'>

const FIELDS = [
  'title',
  'description',
  'introduction',
  'tags',
  'thumbnail',
  'enabled',
  'metadata',
  'price_percent'
] as const

/** Returns all changes, by the permanent id of their service. */
export async function readServiceChanges(
  db: Queries
): Promise<ReadonlyMap<string, ServiceChanges>> {
  const rows = await db.selectFrom('service_change').selectAll().execute()
  return new Map(
    rows.map(({ service_id, changes }) => [service_id, JSON.parse(changes) as ServiceChanges])
  )
}

/**
 * Changes the given fields of a service; null restores the value of the catalogue. A field that is
 * sent back with the value that was shown is not a change. So an operator may send back the whole
 * service, and its other texts still come from the catalogue in every language.
 * @param shown the service as the operator reads it, with its permanent id
 * @throws Problem `bad_request` for an operator's own service; for another free amount, which the
 * deployment sets for all services; for other prices in the metadata, which clients show although
 * the catalogue's prices are charged; for a model to retire that has no such successor; for the
 * prices of the chat, whose models have prices of their own; and for prices of a tool below their
 * cost that nobody confirmed
 */
export async function changeService(
  context: Needs,
  shown: Service,
  input: Partial<ChangeService>
): Promise<void> {
  const { database, clock, terms } = context
  checkFixed(shown, input)
  const wanted = readReplacements(input.retired_models ?? {})
  checkRetired(shown, wanted)
  await checkPrices(context, shown, input)
  const [given, before] = [
    { ...input, metadata: input.metadata && dropFixedMetadata(input.metadata) },
    { ...shown, metadata: dropFixedMetadata(shown.metadata) }
  ]
  const change: Partial<ChangeService> = Object.fromEntries(
    FIELDS.filter(field => !isDeepStrictEqual(given[field], before[field])).map(field => [
      field,
      given[field]
    ])
  )
  const updated_at = clock.now()
  const retired = differs(input.retired_models, shown.retired_models) ? wanted : undefined
  await database.transaction(async tx => {
    // Write the row first. A second change at the same time waits here, then starts from the result
    // of the first.
    await tx
      .insertInto('service_change')
      .values({ service_id: shown.id, changes: '{}', updated_at })
      .onConflict(conflict => conflict.column('service_id').doUpdateSet({ updated_at }))
      .execute()
    const { changes } = await tx
      .selectFrom('service_change')
      .select('changes')
      .where('service_id', '=', shown.id)
      .executeTakeFirstOrThrow()
    const stored = JSON.parse(changes) as ServiceChanges
    const merged = JSON.stringify({
      ...merge(stored, change),
      ...(retired && {
        retired_models: dateReplacements(isoDay(updated_at), retired, stored.retired_models)
      })
    })
    await tx
      .updateTable('service_change')
      .set({ changes: merged })
      .where('service_id', '=', shown.id)
      .execute()
  })
  terms.forget()
}

/** @throws Problem `bad_request`, see {@link changeService} */
function checkRetired(
  { alias, retired_models: before }: Service,
  wanted: ReturnType<typeof readReplacements>
): void {
  const wrong = findWrongReplacements(findService(alias) ?? {}, wanted, before)
  if (wrong.length === 0) return
  const issues = wrong.map(name => ({ field: `retired_models.${name}`, code: 'not_allowed' }))
  throw new Problem('bad_request', {
    detail: `${formatIssues(issues)}: a model of ${alias} and one that can do the same are needed`,
    issues
  })
}

/**
 * Checks another level of prices. Null restores that of the operator's file, or the catalogue's.
 * @throws Problem `bad_request`, see {@link changeService}
 */
async function checkPrices(
  context: Needs,
  { alias, price_percent: before }: Service,
  { price_percent: percent, below_cost: isConfirmed }: Partial<ChangeService>
): Promise<void> {
  const tool = findService(alias)
  if (percent === undefined || percent === before || tool === undefined) return
  if (tool.actions === undefined)
    throw new Problem('bad_request', {
      detail: `price_percent: the models of ${alias} have prices of their own`,
      issues: [{ field: 'price_percent', code: 'not_allowed' }]
    })
  if (isConfirmed === true) return
  const { tools } = await context.modelFile.read()
  const filed = tools.get(alias)?.price_percent ?? CATALOG_PERCENT
  await checkToolCoversCost(context, tool, percent ?? filed)
}

/** @throws Problem `bad_request`, see {@link changeService} */
function checkFixed(shown: Service, input: Partial<ChangeService>): void {
  const { alias, free_amount } = shown
  if (isOwnServiceId(alias))
    throw new Problem('bad_request', {
      detail: `change ${alias} at /api/v1/operation/own-services/${alias}`,
      issues: [{ field: 'id', code: 'not_allowed' }]
    })
  if (input.free_amount != null && input.free_amount !== free_amount) {
    const issues = [{ field: 'free_amount', code: 'not_allowed' }]
    throw new Problem('bad_request', {
      detail: `free_amount: FREE_AMOUNT sets it for this deployment, ${free_amount}`,
      issues
    })
  }
  const fixed = FIXED_METADATA.find(name => differs(input.metadata?.[name], shown.metadata[name]))
  if (fixed !== undefined) {
    const issues = [{ field: `metadata.${fixed}`, code: 'not_allowed' }]
    throw new Problem('bad_request', {
      detail: `metadata.${fixed}: the catalogue sets it`,
      issues
    })
  }
}

function differs(given: unknown, shown: unknown): boolean {
  return given !== undefined && !isDeepStrictEqual(given, shown)
}

function merge(before: ServiceChanges, change: Partial<ChangeService>): ServiceChanges {
  const given = FIELDS.flatMap(field =>
    change[field] === undefined ? [] : [[field, change[field]] as const]
  )
  const merged = { ...before, ...Object.fromEntries(given) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}
