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
import { modelSuccessors } from '#core/model-successors.ts'
import { replacedModels, type RetiredModels } from '#core/retire-models.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** The fields of a service that operators changed. */
export type ServiceChanges = {
  title?: string
  description?: string
  introduction?: string
  tags?: string[]
  thumbnail?: string
  enabled?: boolean
  metadata?: Record<string, unknown>
  retired_models?: RetiredModels
}

type Needs = Pick<Context, 'database' | 'clock' | 'terms'>

const FIELDS = [
  'title',
  'description',
  'introduction',
  'tags',
  'thumbnail',
  'enabled',
  'metadata'
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
 * the catalogue's prices are charged; and for a model to retire that has no such successor
 */
export async function changeService(
  { database, clock, terms }: Needs,
  shown: Service,
  input: Partial<ChangeService>
): Promise<void> {
  checkFixed(shown, input)
  const wanted = replacementsIn(input)
  checkRetired(shown, wanted)
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
      ...(retired && { retired_models: retireOn(updated_at, stored.retired_models, retired) })
    })
    await tx
      .updateTable('service_change')
      .set({ changes: merged })
      .where('service_id', '=', shown.id)
      .execute()
  })
  terms.forget()
}

type Replacements = Readonly<Record<string, { becomes: string; until?: string | null | undefined }>>

function replacementsIn({ retired_models }: Partial<ChangeService>): Replacements {
  const all = Object.entries(retired_models ?? {}).map(([name, each]) => [
    name,
    typeof each === 'string' ? { becomes: each } : each
  ])
  return Object.fromEntries(all)
}

/**
 * Models without a day are replaced today. Those that the same model has replaced already keep
 * their day.
 */
function retireOn(now: number, before: RetiredModels = {}, wanted: Replacements): RetiredModels {
  const today = isoDay(now)
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
 * Checks new replacements. Older ones may name models that the catalogue has ended since.
 * @throws Problem `bad_request` for a name that the tool does not offer, and for a successor that
 * cannot do the work of the model
 */
function checkRetired({ alias, retired_models: before }: Service, retired: Replacements): void {
  const tool = findService(alias) ?? {}
  const wrong = Object.entries(retired).filter(
    ([name, { becomes }]) =>
      before[name]?.becomes !== becomes &&
      (Object.hasOwn(retired, becomes) || !modelSuccessors(tool, name).includes(becomes))
  )
  if (wrong.length === 0) return
  const issues = wrong.map(([name]) => ({ field: `retired_models.${name}`, code: 'not_allowed' }))
  throw new Problem('bad_request', {
    detail: `${formatIssues(issues)}: a model of ${alias} and one that can do the same are needed`,
    issues
  })
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
