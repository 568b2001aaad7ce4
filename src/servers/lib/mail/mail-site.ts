import type { Locale } from '#i18n/locale.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SenderBrand } from '#servers/lib/mail/letter-page.ts'

/** A site as its mails need it: its languages, and its brand in each of them. */
export type MailSite = {
  locales: string[]
  /** @param origin the address that the mail's links lead to */
  brandIn(locale: Locale, origin: string): SenderBrand
}

/**
 * Reads a site for its mails.
 * @param origin of a site; an unknown one has every language and no title
 */
export async function readMailSite(db: Queries, origin: string): Promise<MailSite> {
  const row = await db
    .selectFrom('site')
    .select(['title', 'texts', 'locales', 'logo', 'accent'])
    .where('origin', '=', origin)
    .executeTakeFirst()
  const texts = JSON.parse(row?.texts ?? '{}') as Partial<Record<Locale, { title?: string }>>
  return {
    locales: JSON.parse(row?.locales ?? '[]') as string[],
    brandIn: (locale, address) => ({
      title: texts[locale]?.title || (row?.title ?? ''),
      origin: address,
      logo: row?.logo ?? '',
      accent: row?.accent ?? ''
    })
  }
}
