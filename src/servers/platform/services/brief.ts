import { findService } from '#catalog/index.ts'
import { UNIT, type ServiceBrief } from '#contract/service.ts'
import type { Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { changesOf } from '#servers/platform/services/changes.ts'

/** Finds services by either of their ids, as operators have named them. Null for none, and for one that is no more. */
export async function briefsOf(db: Queries, locale: Locale): Promise<(id: string) => ServiceBrief | null> {
  const changes = await changesOf(db)
  const t = sentences(locale, 'service')
  return name => {
    const entry = findService(name)
    if (entry === undefined) return null
    const { title, description, thumbnail } = changes.get(entry.serviceId) ?? {}
    return {
      id: entry.serviceId,
      alias: entry.id,
      title: title ?? t(`service.${entry.id}.title`),
      description: description ?? t(`service.${entry.id}.description`),
      unit: UNIT,
      thumbnail: thumbnail ?? ''
    }
  }
}
