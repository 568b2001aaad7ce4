import { findService } from '#catalog/index.ts'
import { CREDIT_UNIT, type ServiceBrief } from '#contract/service.ts'
import { isOwnServiceId, type OwnServiceSpec } from '#core/own-service.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { readServiceChanges } from '#servers/platform/services/changes.ts'

/**
 * Returns a function that finds a service by its id or alias, with the texts that operators gave
 * it. The function returns null for a service that does not exist, or no longer exists.
 */
export async function readServiceBriefs(
  db: Queries,
  locale: Locale
): Promise<(id: string) => ServiceBrief | null> {
  const [changes, own] = await Promise.all([readServiceChanges(db), ownBriefs(db)])
  const known = new Map<string, ServiceBrief | null>()
  return name => {
    const brief = known.get(name) ?? briefOf(name)
    known.set(name, brief)
    return brief
  }

  function briefOf(name: string): ServiceBrief | null {
    const entry = findService(name)
    if (entry === undefined) return own.get(name) ?? null
    const t = groupTranslator(locale, entry.id)
    const { title, description, thumbnail } = changes.get(entry.serviceId) ?? {}
    return {
      id: entry.serviceId,
      alias: entry.id,
      title: title ?? t(`${entry.id}.title`),
      description: description ?? t(`${entry.id}.description`),
      unit: CREDIT_UNIT,
      thumbnail: thumbnail ?? ''
    }
  }
}

/**
 * Returns the title of a service, also for a tool of operators that they have deleted.
 * @param id the service that a run names
 * @param service null if it no longer exists
 */
export function briefTitle(id: string, service: ServiceBrief | null, locale: Locale): string {
  if (service !== null) return service.title
  return isOwnServiceId(id) ? groupTranslator(locale, 'service')('service.deleted') : id
}

/** Returns the services that operators made from schemas, each by its id and by its fixed id. */
async function ownBriefs(db: Queries): Promise<ReadonlyMap<string, ServiceBrief>> {
  const rows = await db
    .selectFrom('own_service')
    .select(['id', 'service_id', 'definition'])
    .execute()
  const all = rows.map(row => {
    const { title, description } = JSON.parse(row.definition) as OwnServiceSpec
    return {
      id: row.service_id,
      alias: row.id,
      title,
      description,
      unit: CREDIT_UNIT,
      thumbnail: ''
    }
  })
  return new Map(
    all.flatMap(
      brief =>
        [
          [brief.alias, brief],
          [brief.id, brief]
        ] as const
    )
  )
}
