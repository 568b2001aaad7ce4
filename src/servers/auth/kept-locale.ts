import { isLocale } from '#i18n/locale.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Remembers the language of the page that a person looks at, so that mails come in it. One that is none of ours is passed over. */
export async function keepLocale(
  db: Queries,
  userId: string,
  locale: string | undefined
): Promise<void> {
  if (!isLocale(locale)) return
  // Every page asks: it is written where it changes, and else only read.
  const kept = await db
    .selectFrom('profile')
    .select('locale')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (kept === undefined || kept.locale === locale) return
  await db.updateTable('profile').set({ locale }).where('user_id', '=', userId).execute()
}
