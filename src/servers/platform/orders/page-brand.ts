import { isThemeChoice } from '#core/theme.ts'
import { DEFAULT_SITE_NAME } from '#core/unnamed.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Context } from '#servers/lib/context.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import type { PageBrand } from '#servers/platform/orders/sandbox-page.ts'
import type { StoredTexts } from '#servers/platform/sites/row.ts'

/**
 * Reads the brand of the site where an order was placed.
 * @param home an address at that site
 */
export async function readPageBrand(
  { database }: Pick<Context, 'database'>,
  { origin }: OrderRow,
  { locale, home }: { locale: Locale; home: string }
): Promise<PageBrand> {
  const site = await database.db
    .selectFrom('site')
    .select(['title', 'texts', 'favicon', 'accent', 'theme'])
    .where('origin', '=', origin)
    .executeTakeFirst()
  const texts = JSON.parse(site?.texts ?? '{}') as StoredTexts
  return {
    title: texts[locale]?.title || site?.title || DEFAULT_SITE_NAME,
    icon: new URL(site?.favicon || '/favicon.svg', home).href,
    accent: site?.accent ?? '',
    theme: site !== undefined && isThemeChoice(site.theme) ? site.theme : 'dark'
  }
}
