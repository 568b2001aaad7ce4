import { isDeepStrictEqual } from 'node:util'
import {
  OWN_SERVICE_FILE_MARK,
  type ChangeOwnService,
  type OperatedService
} from '#contract/own-service.ts'
import { ownServiceStrings, OWN_SERVICE_VERB, type OwnServiceSpec } from '#core/own-service.ts'
import { Problem } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import type { StoredService } from '#servers/lib/own-services.ts'
import type { PlatformContext } from '#servers/platform/context.ts'
import { readCreditValue, type CreditValue } from '#servers/platform/margins/credit-value.ts'
import { belowCostProblem, roundedShare } from '#servers/platform/margins/price-margin.ts'
import { applyCorrections } from '#servers/platform/own-services/change.ts'
import { checkDefinition, wrongField } from '#servers/platform/own-services/check.ts'
import { ownServiceMargin } from '#servers/platform/own-services/margin.ts'

/** Lists all own services for operators, the newest last. */
export async function listOwnServices(
  context: PlatformContext
): Promise<{ items: OperatedService[]; count: number }> {
  const [all, value] = await Promise.all([
    context.ownServices.all(),
    readCreditValue(context.database.db)
  ])
  const items = all.map(kept => toOperated(context, kept, value))
  return { items, count: items.length }
}

/** @throws Problem `not_found` */
export async function getOwnService(
  context: PlatformContext,
  id: string
): Promise<OperatedService> {
  const kept = await keptAt(context, id)
  return toOperated(context, kept, await readCreditValue(context.database.db))
}

/**
 * Corrects a service, and switches it on or off.
 * @throws Problem `not_found`; `bad_request` naming the field, also for the price of a service on
 * sale that is below its cost and not confirmed
 */
export async function changeOwnService(
  context: PlatformContext,
  id: string,
  change: ChangeOwnService
): Promise<OperatedService> {
  const value = await readCreditValue(context.database.db)
  await context.database.transaction(async tx => {
    const row = await tx
      .selectFrom('own_service')
      .select(['definition', 'enabled', 'version'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw missing(id)
    const before = JSON.parse(row.definition) as OwnServiceSpec
    const definition = applyCorrections(before, change)
    const { enabled = row.enabled === 1, below_cost: isConfirmed = false } = change
    checkDefinition(definition, enabled)
    const isPriced = row.enabled === 0 || !hasSamePrice(before, definition)
    if (enabled && isPriced && !isConfirmed && ownServiceMargin(definition, value)?.isLoss)
      throw belowCostProblem()
    if (change.key != null && definition.source !== 'openapi')
      throw wrongField('key', 'not_allowed')
    const { numUpdatedRows } = await tx
      .updateTable('own_service')
      .set({
        definition: JSON.stringify(definition),
        ...(change.key !== undefined && {
          box: change.key === null ? null : context.secrets.seal(change.key)
        }),
        enabled: enabled ? 1 : 0,
        version: row.version + 1,
        updated_at: context.clock.now()
      })
      .where('id', '=', id)
      .where('version', '=', row.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new Problem('bad_request', { detail: 'another user changed it at the same time' })
  })
  context.ownServices.forget()
  return getOwnService(context, id)
}

/**
 * Deletes a service. Its page is gone, tasks in progress fail for free, and receipts stay.
 * @throws Problem `not_found`
 */
export async function removeOwnService(context: PlatformContext, id: string): Promise<void> {
  const { numDeletedRows } = await context.database.db
    .deleteFrom('own_service')
    .where('id', '=', id)
    .executeTakeFirst()
  context.ownServices.forget()
  if (numDeletedRows === 0n) throw missing(id)
}

/** Returns the file of a service, which another deployment can import. */
export async function exportOwnService(context: PlatformContext, id: string): Promise<Response> {
  const { own } = await keptAt(context, id)
  const file = { format: OWN_SERVICE_FILE_MARK, ...own, id: undefined, serviceId: undefined }
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${own.id}.json"`
    }
  })
}

/**
 * Returns a service for its page.
 * @throws Problem `not_found`, also for one that is not offered
 */
export async function getOfferedService(
  context: PlatformContext,
  id: string
): Promise<{ service: Service; strings: Record<string, string> }> {
  const { own, service, enabled } = await keptAt(context, id)
  if (!enabled) throw missing(id)
  return { service, strings: ownServiceStrings(own) }
}

async function keptAt({ ownServices }: PlatformContext, id: string): Promise<StoredService> {
  const kept = await ownServices.find(id)
  if (kept === undefined) throw missing(id)
  return kept
}

function hasSamePrice(a: OwnServiceSpec, b: OwnServiceSpec): boolean {
  return a.cost === b.cost && isDeepStrictEqual(a.price, b.price)
}

function toOperated(
  context: PlatformContext,
  kept: StoredService,
  value: CreditValue | null
): OperatedService {
  const { own, service, apiKey, enabled, version, createdAt, updatedAt } = kept
  const { serviceId, ...shown } = own
  const margin = ownServiceMargin(own, value)
  return {
    ...(JSON.parse(JSON.stringify(shown)) as typeof shown),
    service_id: serviceId,
    enabled,
    has_key: apiKey !== '',
    margin: margin && roundedShare(margin),
    by: context.vendorsOf(service, OWN_SERVICE_VERB, kept),
    version,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString()
  } as OperatedService
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `no own service ${id}` })
}
