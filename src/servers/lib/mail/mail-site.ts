import type { Locale } from '#i18n/locale.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** A site as its mails need it: the languages that it offers, and what it is called in each of them. */
export type MailSite = { locales: string[]; titleIn(locale: Locale): string }

/** @param origin of a site; one that has none offers every language and is called nothing */
export async function readMailSite(db: Queries, origin: string): Promise<MailSite> {
  const row = await db.selectFrom('site').select(['title', 'texts', 'locales']).where('origin', '=', origin).executeTakeFirst()
  const texts = JSON.parse(row?.texts ?? '{}') as Partial<Record<Locale, { title?: string }>>
  return {
    locales: JSON.parse(row?.locales ?? '[]') as string[],
    titleIn: locale => texts[locale]?.title || (row?.title ?? '')
  }
}
