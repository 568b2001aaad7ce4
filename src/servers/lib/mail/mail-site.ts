import type { Locale } from '#i18n/locale.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** A site as its mails need it: its languages, and its title in each of them. */
export type MailSite = { locales: string[]; titleIn(locale: Locale): string }

/**
 * Reads a site for its mails.
 * @param origin of a site; an unknown one has every language and no title
 */
export async function readMailSite(db: Queries, origin: string): Promise<MailSite> {
  const row = await db
    .selectFrom('site')
    .select(['title', 'texts', 'locales'])
    .where('origin', '=', origin)
    .executeTakeFirst()
  const texts = JSON.parse(row?.texts ?? '{}') as Partial<Record<Locale, { title?: string }>>
  return {
    locales: JSON.parse(row?.locales ?? '[]') as string[],
    titleIn: locale => texts[locale]?.title || (row?.title ?? '')
  }
}
