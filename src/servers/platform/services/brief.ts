import { findService } from '#catalog/index.ts'
import { UNIT, type ServiceBrief } from '#contract/service.ts'
import type { Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { serviceChanges } from '#servers/platform/services/changes.ts'

/**
 * Returns a function that finds a service by its id or alias, with the texts that operators gave
 * it. The function returns null for a service that does not exist, or no longer exists.
 */
export async function briefsOf(
  db: Queries,
  locale: Locale
): Promise<(id: string) => ServiceBrief | null> {
  const changes = await serviceChanges(db)
  return name => {
    const entry = findService(name)
    if (entry === undefined) return null
    const t = sentences(locale, entry.id)
    const { title, description, thumbnail } = changes.get(entry.serviceId) ?? {}
    return {
      id: entry.serviceId,
      alias: entry.id,
      title: title ?? t(`${entry.id}.title`),
      description: description ?? t(`${entry.id}.description`),
      unit: UNIT,
      thumbnail: thumbnail ?? ''
    }
  }
}
