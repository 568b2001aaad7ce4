import type { Selectable } from 'kysely'
import type { Site } from '#contract/site.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'

/** A site as it stands on the wire. */
export function toSite(row: Selectable<SiteTable>): Site {
  return {
    id: row.id,
    origin: row.origin,
    title: row.title,
    description: row.description,
    keywords: JSON.parse(row.keywords) as string[],
    favicon: row.favicon,
    logo: row.logo,
    accent: row.accent,
    admins: JSON.parse(row.admins) as string[],
    features: JSON.parse(row.features) as Site['features'],
    distribution: JSON.parse(row.distribution) as Site['distribution'],
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}
