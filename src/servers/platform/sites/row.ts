import type { Selectable } from 'kysely'
import { siteFeatures } from '#catalog/site-features.ts'
import type { Site, SiteTexts } from '#contract/site.ts'
import { isThemeChoice } from '#core/theme.ts'
import { parseRetention } from '#servers/lib/retention.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'

type Reader = {
  userId: string
  switchedOff: string[]
  tools: Pick<Site, 'retired_models' | 'price_percents'>
  ownServices: Site['own_services']
}

export type SiteRow = Selectable<SiteTable>

/**
 * Converts a row to a site of the API.
 * @param reader.userId the reader; only admins of the site get its admins, inviters and margin
 * @param reader.switchedOff the features that operators switched off at every site
 * @param reader.tools the decisions of operators about models and prices of tools
 * @param reader.ownServices the services that operators made from schemas and offer
 */
export function toSite(row: SiteRow, reader: Reader): Site {
  const admins = adminsOf(row)
  const own = admins.includes(reader.userId)
  return {
    id: row.id,
    origin: row.origin,
    title: row.title,
    description: row.description,
    keywords: JSON.parse(row.keywords) as string[],
    texts: shownTexts(JSON.parse(row.texts) as StoredTexts),
    page_title: row.page_title,
    favicon: row.favicon,
    logo: row.logo,
    accent: row.accent,
    theme: isThemeChoice(row.theme) ? row.theme : 'dark',
    admins: own ? admins : [],
    features: siteFeatures(JSON.parse(row.features) as Site['features']),
    distribution: own ? distributionOf(row) : { force_inviter_id: null, default_inviter_id: null },
    login: row.login === 'popup' ? 'popup' : 'redirect',
    dated: row.dated === 1,
    locales: JSON.parse(row.locales) as string[],
    terms_url: row.terms_url,
    privacy_url: row.privacy_url,
    retention: parseRetention(row.retention),
    margin: own ? row.margin / 1000 : 0,
    switched_off: reader.switchedOff,
    ...reader.tools,
    own_services: reader.ownServices,
    version: row.version,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString()
  }
}

/** The texts by language. A language may lack some; they are shown as empty. */
export type StoredTexts = Record<string, Partial<SiteTexts>>

function shownTexts(stored: StoredTexts): Site['texts'] {
  const whole = (texts: Partial<SiteTexts>): SiteTexts => ({
    title: '',
    description: '',
    keywords: [],
    ...texts
  })
  return Object.fromEntries(Object.entries(stored).map(([locale, texts]) => [locale, whole(texts)]))
}

export function adminsOf({ admins }: Pick<SiteRow, 'admins'>): string[] {
  return JSON.parse(admins) as string[]
}

export function distributionOf({
  distribution
}: Pick<SiteRow, 'distribution'>): Site['distribution'] {
  return JSON.parse(distribution) as Site['distribution']
}
