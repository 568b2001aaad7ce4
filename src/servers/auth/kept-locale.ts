import { isLocale } from '#i18n/locale.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Remembers the language of the page that a user visits, for their mails. An unknown language is
 * ignored.
 */
export async function saveLocale(
  db: Queries,
  userId: string,
  locale: string | undefined
): Promise<void> {
  if (!isLocale(locale)) return
  // Every page calls this, so it writes only a change.
  const kept = await db
    .selectFrom('profile')
    .select('locale')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (kept === undefined || kept.locale === locale) return
  await db.updateTable('profile').set({ locale }).where('user_id', '=', userId).execute()
}
